import { LICENCES, type LicenceName, LicencePrice } from '@trove/contract/code/licences'
import { CODE_LANGUAGES, WORK_LABELS_MAX, WorkForm } from '@trove/contract/code/shapes'
import { personText } from '@trove/contract/kit/shapes'
import { z } from 'zod'
import type { WorkDetail } from '../queries.ts'

/** The publish form over the contract's schema: every field is a text as typed, an empty required one is "required". */

const { shape } = WorkForm
const given = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .min(1)
    .pipe(schema as z.ZodType<z.output<T>, string>)
const priceOrNone = z.union([z.literal(''), z.string().pipe(LicencePrice as z.ZodType<bigint, string>)])

/** All that the specification requires; of the prices, that of personal use. */
export const PublishForm = z.strictObject({
  title: shape.title,
  labels: shape.labels.min(1).max(WORK_LABELS_MAX),
  intro: personText(1, 20_000),
  environment: personText(1, 200),
  language: given(z.enum(CODE_LANGUAGES)),
  demoUrl: shape.demoUrl,
  personal: given(LicencePrice),
  commercial: priceOrNone,
  'source-resale': priceOrNone,
  openPaths: z.string(),
})

export type WorkFields = z.input<typeof PublishForm>

export const EMPTY_WORK: WorkFields = {
  title: '',
  labels: [],
  intro: '',
  environment: '',
  language: '',
  demoUrl: '',
  personal: '',
  commercial: '',
  'source-resale': '',
  openPaths: '',
}

/** A work as the form shows it. */
export function fieldsOf(work: WorkDetail): WorkFields {
  const priceOf = (name: LicenceName) => work.licences.find(({ licence }) => licence === name)?.price ?? ''
  const { title, labels, intro, environment, language, demoUrl, openPaths } = work
  return {
    ...{ title, labels, intro, environment, language, demoUrl },
    personal: priceOf('personal'),
    commercial: priceOf('commercial'),
    'source-resale': priceOf('source-resale'),
    openPaths: openPaths.join('\n'),
  }
}

/** Those fields that are right by themselves: what is half typed waits for the next time. */
export function wordsOf(fields: WorkFields): Partial<z.input<typeof WorkForm>> {
  const openPaths = fields.openPaths
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const { title, labels, intro, environment, language, demoUrl } = fields
  const given = { title, labels, intro, environment, language, demoUrl, openPaths }
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => shape[name as keyof typeof given].safeParse(value).success),
  )
}

/** The licences that have a price; undefined while one of them is half typed. */
export function licencesOf(fields: WorkFields): { licence: LicenceName; price: string }[] | undefined {
  const priced = LICENCES.map((licence) => ({ licence, price: fields[licence] })).filter(({ price }) => price !== '')
  const isRight = priced.every(({ price }) => LicencePrice.safeParse(price).success)
  return isRight && priced.length > 0 ? priced : undefined
}

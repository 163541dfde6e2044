import { evenHourFen } from '@trove/contract/compute/lease-terms'
import { ComputeOffer } from '@trove/contract/compute/shapes'
import { feeOn } from '@trove/contract/payment/fee'
import { formatYuan, parseYuan } from '@trove/units/money'
import { z } from 'zod'
import { perDayText } from '../../../lib/shown/money.ts'
import type { Share } from '../mine/my-queries.ts'

/** The publish form over the contract's schema: every field is a text as typed, an empty one is "required". */

const { shape } = ComputeOffer
const given = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .min(1)
    .pipe(schema as z.ZodType<z.output<T>, string>)

const gpuShape = shape.gpu.unwrap().unwrap().shape
/** What is needed of GPUs once a model is chosen. */
const Gpu = z.object({
  gpuModel: given(gpuShape.model),
  gpuCount: given(gpuShape.count),
  gpuVram: given(gpuShape.vramSize),
})
export const GPU_FIELDS = ['gpuModel', 'gpuCount', 'gpuVram'] as const

const Fields = z.strictObject({
  serverIPv4: given(shape.serverIPv4),
  serverPort: given(shape.serverPort),
  defaultUsername: given(shape.defaultUsername),
  defaultPassword: given(shape.defaultPassword),
  cpuCores: given(shape.cpuCores),
  ramSize: given(shape.ramSize),
  diskSize: given(shape.diskSize),
  bandwidth: given(shape.bandwidth),
  operationSystem: given(shape.operationSystem),
  description: z.string().pipe(shape.description.unwrap()),
  servePeriod: given(shape.servePeriod),
  price: given(shape.price),
  hourPrice: z.union([z.literal(''), given(shape.hourPrice.unwrap().unwrap())]),
  gpuModel: z.string(),
  gpuCount: z.string(),
  gpuVram: z.string(),
})
type GpuTexts = Record<(typeof GPU_FIELDS)[number], string>

/** A machine without GPU has an empty model; with one, number and memory are needed as well. */
function checkGpu(fields: GpuTexts, context: z.RefinementCtx): void {
  if (fields.gpuModel === '') return
  for (const { message: _, ...issue } of Gpu.safeParse(fields).error?.issues ?? [])
    context.addIssue({ ...issue, input: fields[issue.path[0] as keyof GpuTexts] } as Parameters<
      typeof context.addIssue
    >[0])
}

/** Publishing: all but the description and GPUs are required (b-markets 5). */
export const PublishForm = Fields.superRefine(checkGpu)
/** Changing: the password may stay as it is. */
export const ChangeForm = Fields.extend({ defaultPassword: z.string().max(128) }).superRefine(checkGpu)

export type OfferFields = z.input<typeof PublishForm>
export type OfferField = keyof OfferFields

export const EMPTY_OFFER: OfferFields = {
  serverIPv4: '',
  serverPort: '22',
  defaultUsername: '',
  defaultPassword: '',
  cpuCores: '',
  ramSize: '',
  diskSize: '',
  bandwidth: '',
  operationSystem: '',
  description: '',
  servePeriod: '',
  price: '',
  hourPrice: '',
  gpuModel: '',
  gpuCount: '',
  gpuVram: '',
}

/** A shared machine as the form shows it. */
export function fieldsOf(share: Share): OfferFields {
  return {
    serverIPv4: share.serverIPv4,
    serverPort: String(share.serverPort),
    defaultUsername: share.defaultUsername,
    defaultPassword: '',
    cpuCores: String(share.cpuCores),
    ramSize: String(share.ramSize),
    diskSize: String(share.diskSize),
    bandwidth: String(share.bandwidth),
    operationSystem: share.operationSystem,
    description: share.description ?? '',
    servePeriod: String(share.servePeriod),
    price: share.price,
    hourPrice: share.hourPrice ?? '',
    gpuModel: share.gpu?.model ?? '',
    gpuCount: String(share.gpu?.count ?? ''),
    gpuVram: String(share.gpu?.vramSize ?? ''),
  }
}

/** What the check measured, rounded down to what the form takes, of those facts that are below what was declared. */
export function measuredOf({ verification: { differing, measured } }: Share): Partial<OfferFields> {
  if (!measured) return {}
  const found: Partial<OfferFields> = {}
  for (const fact of ['cpuCores', 'ramSize', 'diskSize', 'bandwidth'] as const) {
    const figure = measured[fact]
    if (differing.includes(fact) && figure !== null && figure >= 1) found[fact] = String(Math.floor(figure))
  }
  if (!differing.includes('gpu')) return found
  const { gpu } = measured
  if (!gpu) return { ...found, gpuModel: '', gpuCount: '', gpuVram: '' }
  return { ...found, gpuCount: String(gpu.count), gpuVram: String(Math.floor(gpu.vramSize)) }
}

/** The form as it is sent: the texts of GPUs become one part, null for a machine without; no price of an hour is null. */
export function offerOf({ gpuModel, gpuCount, gpuVram, hourPrice, ...fields }: OfferFields) {
  const gpu = gpuModel === '' ? null : { model: gpuModel, count: gpuCount, vramSize: gpuVram }
  return { ...fields, hourPrice: hourPrice === '' ? null : hourPrice, gpu }
}
export type OfferSent = ReturnType<typeof offerOf>

/** Only what was changed, and never an empty password. */
export function changesOf(fields: OfferFields, before: OfferFields): Partial<OfferSent> {
  const [now, then] = [offerOf(fields), offerOf(before)]
  const changed = Object.entries(now).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(then[name as keyof OfferSent]) &&
      !(name === 'defaultPassword' && value === ''),
  )
  return Object.fromEntries(changed)
}

/** Income per day of a rented machine, for the seller; undefined until price and time are there. */
export function incomePerDay(fields: Partial<OfferFields>): string | undefined {
  return perDayText(fields.price ?? '', Number(fields.servePeriod))
}

/** What an hour comes to at the price of the lease, in yuan; undefined until price and time are there. */
export function evenHour(fields: Partial<OfferFields>): string | undefined {
  const [fen, days] = [parseYuan(fields.price ?? ''), Number(fields.servePeriod)]
  if (fen === undefined || !Number.isInteger(days) || days < 1) return undefined
  return formatYuan(evenHourFen(fen, days))
}

const MONTH_DAYS = 30n

/** Income and fee of 30 days of a machine that is rented all the time, in yuan; undefined until price and time are there. */
export function incomePerMonth(fields: Partial<OfferFields>): { amount: string; fee: string } | undefined {
  const [fen, days] = [parseYuan(fields.price ?? ''), Number(fields.servePeriod)]
  if (fen === undefined || !Number.isInteger(days) || days < 1) return undefined
  const month = (fen * MONTH_DAYS) / BigInt(days)
  const fee = feeOn(month)
  return { amount: formatYuan(month - fee), fee: formatYuan(fee) }
}

/** The price of a lease of so many days at so much a day, in yuan. */
export function priceOf(perDay: string, days: string): string | undefined {
  const fen = parseYuan(perDay)
  return fen === undefined || !/^[1-9]\d*$/.test(days) ? undefined : formatYuan(fen * BigInt(days))
}

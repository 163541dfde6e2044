import { statusOf } from '@trove/contract/errors/all'
import { ContractError } from '@trove/contract/errors/codes'
import type { FieldError } from '@trove/contract/errors/define'
import type { Envelope } from '@trove/contract/kit/route'
import { errors as errorTexts, fieldErrors } from '@trove/messages/errors'
import { fill, type Language, type Say } from '@trove/messages/kit/say'
import type { FastifyReply } from 'fastify'
import type { WrittenData } from './values/written-data.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'
const RETRY_SECONDS = 5

/** A response ready to send: status and text, as bytes when its parts were cached serialised. */
export type Answer<Text extends string | Buffer = string | Buffer> = {
  status: number
  text: Text
  retryAfterSeconds?: number
}

const SUCCESS_CODE = { business: 200, gateway: 0 } as const

/** Wraps data in the route's envelope (decision 14). `data` is already stripped. */
export function successText(envelope: Exclude<Envelope, 'raw'>, data: unknown): string {
  if (envelope === 'token') return JSON.stringify(data)
  return `{"code":${SUCCESS_CODE[envelope]},"message":"","data":${JSON.stringify(data ?? null)}}`
}

const CLOSING = Buffer.from('}')
const OPENINGS = {
  business: Buffer.from('{"code":200,"message":"","data":'),
  gateway: Buffer.from('{"code":0,"message":"","data":'),
} as const

/** The same around data that is already serialised. */
export function successBytes(envelope: Exclude<Envelope, 'raw'>, { parts }: WrittenData): Buffer {
  return Buffer.concat(envelope === 'token' ? parts : [OPENINGS[envelope], ...parts, CLOSING])
}

/** The refusal of an expected failure: status and code of the catalogue, text in the caller's language. */
export function refusal(
  error: ContractError,
  language: Language,
  envelope: Envelope,
  requestId: string,
): Answer<string> {
  const status = statusOf(error.code)
  const message = fill(errorTexts[error.code], language, error.params)
  const body = {
    code: status,
    message,
    data: null,
    error: error.code,
    ...(Object.keys(error.params).length > 0 ? { params: error.params } : {}),
    ...(error.fields ? { fields: withTexts(error.fields, language) } : {}),
    ...(envelope === 'token' ? { error_description: message } : {}),
    ...(status >= 500 ? { requestId } : {}),
  }
  return { status, text: JSON.stringify(body), retryAfterSeconds: retryAfter(status, error.params) }
}

/** Seconds to wait before the same call may do better, where that is known. */
function retryAfter(status: number, { seconds, minutes }: ContractError['params']): number | undefined {
  if (status === 503) return RETRY_SECONDS
  if (status !== 429) return undefined
  if (typeof seconds === 'number') return seconds
  return typeof minutes === 'number' ? minutes * 60 : undefined
}

/** What a field is refused with, by code. Texts that need a limit are the form's: it knows the limit. */
const fieldTexts: Record<string, Say | undefined> = {
  ...Object.fromEntries(Object.entries<Say>(fieldErrors).filter(([, { zh }]) => !zh.includes('{{'))),
  ...errorTexts,
}

function withTexts(fields: FieldError[], language: Language): FieldError[] {
  return fields.map((field) => {
    const text = fieldTexts[field.error]
    return text ? { ...field, message: fill(text, language) } : field
  })
}

/** Sends an answer. */
export function send(reply: FastifyReply, { status, text, retryAfterSeconds }: Answer): FastifyReply {
  reply.code(status).header('content-type', JSON_TYPE)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  return reply.send(text)
}

/** A refusal for input that could not even be read. */
export function unreadable(path: string, message: string): ContractError {
  return new ContractError('request.invalid', {}, [{ path, error: 'request.invalid', message }])
}

import { parse as parseForm } from 'node:querystring'
import { ContractError } from '@trove/contract/errors/codes'
import type { FastifyInstance } from 'fastify'
import { unreadable } from './answer.ts'
import { assertEscapes, assertFlat } from './checks.ts'

export const BODY_LIMIT_BYTES = 256 * 1024
/** Provider callbacks are forms of at most this size and this many fields (money.md C.2). */
const FORM_LIMIT_BYTES = 64 * 1024
const FORM_FIELDS = 100

/** A form body as it came; read into fields only where a route wants them. */
export class FormBody {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }

  /** @throws ContractError `request.invalid` for doubled names, broken escapes or too many fields */
  fields(): Record<string, unknown> {
    assertEscapes(this.text, 'body')
    const fields = parseForm(this.text, '&', '=', { maxKeys: FORM_FIELDS + 1 })
    if (Object.keys(fields).length > FORM_FIELDS) throw unreadable('body', 'too many fields')
    assertFlat(fields, 'body')
    return fields
  }
}

/** Teaches the server to read JSON and forms, and nothing else. */
export function readBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  const parseJson = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    if (text.length === 0) return done(null, undefined)
    parseJson(request, text, (error, value) => {
      if (error) return done(unreadable('body', 'not valid JSON'))
      // Only an escape can bring a character into valid JSON that no text column takes.
      if (text.includes('\\u') && !isStorable(value)) return done(unreadable('body', 'NUL or broken character'))
      done(null, value)
    })
  })
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
    (_, text: string, done) => done(null, new FormBody(text)),
  )
}

/** Whether every text inside can be kept by the database: no NUL, no half of a surrogate pair. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (Array.isArray(value)) return value.every(isStorable)
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner))
  return true
}

/** @throws ContractError `request.unsupported-media` */
export function refuseMedia(): never {
  throw new ContractError('request.unsupported-media')
}

import { allErrors } from '@trove/contract/errors/all'
import { ContractError, type PlainErrorCode } from '@trove/contract/errors/codes'
import type { FieldError } from '@trove/contract/errors/define'
import { type FieldIssue, faultOf } from '@trove/contract/kit/field-code'
import type { RouteSpec } from '@trove/contract/kit/route'
import { fieldErrors } from '@trove/messages/errors'
import { fill, type Language } from '@trove/messages/kit/say'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import '@fastify/multipart'
import { unreadable } from './answer.ts'
import { FormBody, refuseMedia } from './body.ts'
import { assertEscapes, assertFlat } from './checks.ts'

const MAX_FIELDS = 50

/** What a handler gets; parts a route does not declare stay undefined. */
export type ParsedInput = { params: unknown; query: unknown; body: unknown }

/**
 * Reads params, query and body by the route's schemas.
 * @throws ContractError `request.invalid` with every refused field, or `request.unsupported-media`
 */
export function parseInput(route: RouteSpec, request: FastifyRequest, language: Language): ParsedInput {
  const fields: FieldError[] = []
  const error = wordingIn(language)
  const query = checkedQuery(request)
  const parsed = {
    params: route.params && parsePart(route.params, checkedParams(request), { fields, error }),
    query: route.query && parsePart(route.query, query, { fields, error }),
    body: route.body && parsePart(route.body, bodyOf(route, request, query), { fields, error }),
  }
  if (fields.length > 0) throw refusalOf(fields)
  return parsed
}

/** A field named by a contract code is reported with that code's text, as the specification has it. */
function refusalOf(fields: FieldError[]): ContractError {
  const [only, other] = fields
  if (only && !other && isOwnCode(only.error)) return new ContractError(only.error, {}, fields)
  return new ContractError('request.invalid', {}, fields.slice(0, MAX_FIELDS))
}

function isOwnCode(error: string): error is PlainErrorCode {
  return error.includes('.') && error in allErrors
}

function bodyOf(route: RouteSpec, request: FastifyRequest, query: Record<string, unknown>): unknown {
  const body = request.body
  if (route.bodyKind === 'form-or-query') {
    const fields = body instanceof FormBody ? body.fields() : body
    return isRecord(fields) ? { ...query, ...fields } : query
  }
  if (body instanceof FormBody || request.isMultipart()) refuseMedia()
  return body
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Complaints = { fields: FieldError[]; error: (issue: FieldIssue) => string }

function parsePart(schema: z.ZodType, value: unknown, { fields, error }: Complaints): unknown {
  const result = schema.safeParse(value, { error })
  if (result.success) return result.data
  for (const issue of result.error.issues) fields.push(...fieldsOf(issue))
  return undefined
}

/** Schema issues get their text where the input is known; our own codes get theirs when the response is written. */
function wordingIn(language: Language): Complaints['error'] {
  return (issue) => {
    const { code, ...limits } = faultOf(issue)
    return fill(fieldErrors[code], language, limits)
  }
}

function fieldsOf(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String).join('.')
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: path ? `${path}.${key}` : key,
      error: 'unknown',
      message: issue.message,
    }))
  const custom = issue.code === 'custom' ? issue.params?.error : undefined
  return [{ path, error: typeof custom === 'string' ? custom : issue.code, message: issue.message }]
}

/** The query as read by the parser, refused when a key comes twice or its text cannot be trusted. */
function checkedQuery(request: FastifyRequest): Record<string, unknown> {
  const query = request.query as Record<string, unknown>
  const start = request.url.indexOf('?')
  if (start < 0) return query
  assertEscapes(request.url.slice(start + 1), 'query')
  assertFlat(query, 'query')
  return query
}

function checkedParams(request: FastifyRequest): unknown {
  const params = request.params as Record<string, string>
  for (const name in params) if (params[name]?.includes('\0')) throw unreadable(name, 'NUL character')
  return params
}

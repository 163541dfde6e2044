import { z } from 'zod'
import { allErrors } from './errors/all.ts'
import type { ErrorCode } from './errors/codes.ts'
import { type Auth, IDEMPOTENCY_KEY, type RouteSpec, takesKey } from './kit/route.ts'
import { allRoutes } from './routes.ts'

/** The OpenAPI 3.1 document, made from the contract's routes; nothing in it is written twice. */

type Json = Record<string, unknown>

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
/** Refusals every route may answer besides its own: what is sent cannot be read, an overload, an outage, a bug. */
const ALWAYS: readonly ErrorCode[] = [
  'request.invalid',
  'request.too-frequent',
  'request.headers-too-large',
  'service.unknown',
  'service.unavailable',
]

/** The document of a site whose `{product}` is the given one. */
export function openApiDocument(product: string, routes: readonly RouteSpec[] = allRoutes): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.path.replace('{product}', product)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Trove', version: '0.1.0', description: 'Marketplace for talent, code and computing power.' },
    paths,
    components: { schemas: { Refusal: REFUSAL }, securitySchemes: SECURITY },
  }
}

const SECURITY = {
  bearer: { type: 'http', scheme: 'bearer' },
  client: { type: 'http', scheme: 'basic', description: 'The public sign-in client' },
}

const REFUSAL = {
  type: 'object',
  required: ['code', 'message', 'error'],
  properties: {
    code: { type: 'integer' },
    message: { type: 'string' },
    data: { type: 'null' },
    error: { type: 'string', enum: Object.keys(allErrors) },
    params: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
    fields: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'error', 'message'],
        properties: { path: { type: 'string' }, error: { type: 'string' }, message: { type: 'string' } },
      },
    },
    error_description: { type: 'string' },
    requestId: { type: 'string' },
  },
}

function operation(route: RouteSpec): Json {
  const body = requestBody(route)
  return {
    operationId: route.id,
    tags: [route.id.split('.')[0]],
    summary: route.summary,
    parameters: parametersOf(route),
    ...(body ? { requestBody: body } : {}),
    ...securityOf(route.auth),
    responses: { 200: okResponse(route), ...refusals(route) },
  }
}

function securityOf(auth: Auth): Json {
  if (auth === 'none') return { security: [] }
  if (auth === 'client') return { security: [{ client: [] }] }
  return { security: auth === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }] }
}

function parametersOf(route: RouteSpec): Json[] {
  const schema = { type: 'string', pattern: IDEMPOTENCY_KEY.source }
  const key = { name: 'Idempotency-Key', in: 'header', required: false, schema }
  return [...fieldsOf(route.params, 'path'), ...fieldsOf(route.query, 'query'), ...(takesKey(route) ? [key] : [])]
}

/** One parameter for each field. What a text is read into says more than "any text", so the read shape is shown. */
function fieldsOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const given = jsonSchema(schema, 'input')
  const read = jsonSchema(schema, 'output').properties as Record<string, Json>
  const fields = (schema as z.ZodObject).shape as Record<string, z.ZodType>
  const required = new Set((given.required as string[] | undefined) ?? [])
  return Object.entries(given.properties as Record<string, Json>).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: withEmpty(Object.keys(shape).length > 0 ? shape : (read[name] ?? {}), fields[name]),
  }))
}

/** Mostly an empty value counts as absent, also where what is read from it is a number or one of few words. */
function withEmpty(shape: Json, field: z.ZodType | undefined): Json {
  if (isRefusedFurtherIn(shape, field)) return shape
  const saysSo = shape.type === 'string' && !shape.enum && !shape.minLength && matchesEmpty(shape.pattern)
  if (saysSo || !field?.safeParse('').success) return shape
  return { anyOf: [shape, { type: 'string', maxLength: 0 }] }
}

/** A text that is read whatever it is, to be refused in words of its own: the document says what is taken in the end. */
function isRefusedFurtherIn(shape: Json, field: z.ZodType | undefined): boolean {
  return field instanceof z.ZodString && !matchesEmpty(shape.pattern)
}

function matchesEmpty(pattern: unknown): boolean {
  return typeof pattern !== 'string' || new RegExp(pattern).test('')
}

function requestBody(route: RouteSpec): Json | undefined {
  if (route.bodyKind === 'multipart') {
    const file = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] }
    return { required: true, content: { 'multipart/form-data': { schema: file } } }
  }
  if (!route.body) return undefined
  const schema = jsonSchema(route.body, 'input')
  const isForm = route.bodyKind === 'form-or-query'
  return {
    required: true,
    content: isForm ? { [FORM_TYPE]: { schema }, [JSON_TYPE]: { schema } } : { [JSON_TYPE]: { schema } },
  }
}

function okResponse(route: RouteSpec): Json {
  const description = 'Done'
  if (route.envelope === 'raw') return { description }
  const data = jsonSchema(route.ok, 'output')
  const code = route.envelope === 'gateway' ? 0 : 200
  const wrapped = {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: { code: { const: code }, message: { type: 'string' }, data },
  }
  return { description, content: { [JSON_TYPE]: { schema: route.envelope === 'token' ? data : wrapped } } }
}

/** Refusals by HTTP status; the description names the contract codes behind each. */
function refusals(route: RouteSpec): Json {
  const codes = new Set<ErrorCode>([...impliedCodes(route), ...(route.errors ?? []), ...ALWAYS])
  const byStatus = new Map<number, string[]>()
  for (const code of codes) {
    const { status } = allErrors[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const content = { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Refusal' } } }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, names]) => [status, { description: names.join(', '), content }]),
  )
}

function impliedCodes(route: RouteSpec): ErrorCode[] {
  const codes: ErrorCode[] = []
  if (route.params) codes.push('resource.not-found')
  if (route.method !== 'GET') codes.push('request.too-large', 'request.unsupported-media')
  if (takesKey(route)) codes.push('request.in-progress', 'request.idempotency-mismatch')
  if (route.auth === 'client') codes.push('session.client-unknown')
  if (route.auth === 'user' || route.auth === 'wallet-bound' || route.auth === 'operator') codes.push('session.expired')
  if (route.auth === 'operator' || route.isUnsafeGet) codes.push('session.forbidden')
  if (route.auth === 'wallet-bound') codes.push('wallet.not-bound')
  if (route.needsFactor) codes.push('factor.needed')
  if (route.needsFactor === true) codes.push('factor.missing')
  return codes
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ jsonSchema: shape }) => {
      // No text with a NUL is ever taken, whatever its route says of it.
      const isFree =
        shape.type === 'string' && !shape.pattern && !shape.format && !shape.enum && shape.const === undefined
      if (io === 'input' && isFree) shape.pattern = '^[^\\u0000]*$'
      if (shape.pattern) shape.pattern = withPlainDigits(shape.pattern)
    },
  }) as Json
  return rest
}

/** To many readers of the document `\\d` is a digit of any script; here it is one of ten. */
function withPlainDigits(pattern: string): string {
  let isInClass = false
  return pattern.replace(/\\.|[[\]]/g, (part) => {
    if (part === '[' || part === ']') isInClass = part === '['
    if (part !== '\\d') return part
    return isInClass ? '0-9' : '[0-9]'
  })
}

import type { IncomingMessage } from 'node:http'
import { statusOf } from '@trove/contract/errors/all'
import { ContractError, type PlainErrorCode } from '@trove/contract/errors/codes'
import type { Log } from '../../base/log.ts'
import { isDatabaseDown, isStorageFull } from '../../db/errors.ts'
import { unreadable } from './answer.ts'

/** Errors of the HTTP library that are the caller's doing. */
const LIBRARY_CODES: Record<string, PlainErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported-media',
  FST_REQ_FILE_TOO_LARGE: 'request.too-large',
  FST_FILES_LIMIT: 'request.too-large',
  FST_PARTS_LIMIT: 'request.too-large',
  FST_FIELDS_LIMIT: 'request.too-large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'request.unsupported-media',
}

type LibraryError = Error & { code?: string; statusCode?: number }

/**
 * What an error means to the caller: a contract code as it is, an outage, or a bug, which is logged with the request's
 * id and the route's name, never with its address or body.
 */
export function toRefusal(
  error: unknown,
  about: { log: Log; requestId: string; routeId: string; request?: IncomingMessage },
): ContractError {
  if (error instanceof ContractError) return error
  const { log, request, ...where } = about
  // The caller went away before all of the body was here: the answer reaches nobody.
  if (error !== null && request?.errored === error) return unreadable('request', 'was broken off')
  if (isDatabaseDown(error)) {
    log.error({ ...where, error: (error as Error).message }, 'the database cannot be reached')
    return new ContractError('service.unavailable')
  }
  if (isStorageFull(error)) {
    log.error({ ...where, error: (error as Error).message }, 'no room left')
    return new ContractError('service.storage-full')
  }
  const known = error instanceof Error ? ofLibrary(error) : undefined
  if (known) return known
  log.error({ ...where, err: error }, 'unexpected error')
  return new ContractError('service.unknown')
}

function ofLibrary(error: LibraryError): ContractError | undefined {
  const code = error.code ? LIBRARY_CODES[error.code] : undefined
  if (code) return new ContractError(code)
  const status = error.statusCode
  if (status === undefined || status < 400 || status >= 500) return undefined
  if (statusOf('request.too-large') === status) return new ContractError('request.too-large')
  return unreadable('request', 'could not be read')
}

import { defineErrors } from './define.ts'

/** Refusals any route may answer (specification: error catalogue of both parts). */
export const commonErrors = defineErrors({
  'request.too-frequent': { status: 429, params: ['seconds'] },
  'request.invalid': { status: 400 },
  'request.too-large': { status: 413 },
  'request.headers-too-large': { status: 431 },
  'request.unsupported-media': { status: 415 },
  'request.method-not-allowed': { status: 405 },
  'request.idempotency-mismatch': { status: 422 },
  'request.in-progress': { status: 409 },
  'session.expired': { status: 401 },
  'session.forbidden': { status: 403 },
  'session.client-unknown': { status: 401 },
  'session.credentials-wrong': { status: 426 },
  'resource.not-found': { status: 404 },
  'account.not-bound': { status: 417 },
  'demo.not-allowed': { status: 423 },
  'demo.not-permitted': { status: 479 },
  'service.unavailable': { status: 503 },
  'service.storage-full': { status: 507 },
  'service.unknown': { status: 500 },
})

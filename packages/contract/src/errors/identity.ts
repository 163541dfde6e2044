import { defineErrors } from './define.ts'

export const identityErrors = defineErrors({
  'identity.phone-invalid': { status: 400 },
  'identity.sms-too-soon': { status: 429, params: ['seconds'] },
  'identity.sms-limit': { status: 429 },
  'identity.sms-failed': { status: 503 },
  'identity.slider-required': { status: 428 },
  'identity.code-wrong': { status: 428 },
  'identity.code-attempts': { status: 429, params: ['minutes'] },
  'identity.grant-unsupported': { status: 400 },
  'identity.refresh-invalid': { status: 401 },
  'identity.session-not-found': { status: 404 },
  'identity.phone-taken': { status: 409 },
  'identity.account-closing': { status: 409 },
  'identity.delete-orders': { status: 409 },
  'identity.delete-leases': { status: 409 },
  'identity.delete-income': { status: 409 },
  'identity.delete-payout': { status: 409 },
  'identity.delete-staff': { status: 409 },
  'identity.mobile-staff': { status: 409 },
  'identity.consent-in-use': { status: 409 },
  'identity.tags-empty': { status: 400 },
})

import { defineErrors } from './define.ts'

export const staffErrors = defineErrors({
  'factor.missing': { status: 403 },
  'factor.needed': { status: 403 },
  'factor.code-wrong': { status: 400 },
  'factor.code-limit': { status: 429 },
  'factor.passkey-wrong': { status: 400 },
  'factor.not-begun': { status: 409 },
  'factor.exists': { status: 409 },
  'factor.limit': { status: 409, params: ['count'] },
  'staff.configured': { status: 409 },
  'staff.own-factor': { status: 409 },
})

import { defineErrors } from './define.ts'

export const walletErrors = defineErrors({
  'wallet.not-bound': { status: 409 },
  'wallet.already-bound': { status: 409 },
  'wallet.account-taken': { status: 409 },
  'wallet.real-name-empty': { status: 400 },
  'wallet.authorization-invalid': { status: 409 },
  'wallet.pending-not-found': { status: 409 },
  'wallet.amount-range': { status: 400 },
  'wallet.payout-in-flight': { status: 409 },
  'wallet.nothing-to-pay-out': { status: 409 },
  'wallet.payout-held': { status: 409 },
  'wallet.payout-not-found': { status: 404 },
  'wallet.payout-not-waiting': { status: 409 },
  'wallet.own-payout': { status: 403 },
  'wallet.second-person-needed': { status: 403 },
})

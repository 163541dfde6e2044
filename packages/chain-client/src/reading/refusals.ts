import type { ChainRefusal } from '@trove/contract/chain/refusals'
import type { TroveErrors } from '../../generated/trove.js'

/** Errors of our own pallets, as `Pallet.Error`: those of the runtime that the descriptors were made from. */
type OwnError = {
  [Pallet in 'Market' | 'Rights']: `${Pallet}.${keyof TroveErrors[Pallet] & string}`
}['Market' | 'Rights']

const TOO_LOW = new Set([
  'Token.FundsUnavailable',
  'Token.OnlyProvider',
  'Token.NotExpendable',
  'Token.Frozen',
  // What the token answers to an amount beyond the whole balance.
  'Arithmetic.Underflow',
  'Balances.InsufficientBalance',
  'Balances.LiquidityRestrictions',
  'Balances.Expendability',
])
const BELOW_MINIMUM = new Set(['Token.BelowMinimum', 'Token.CannotCreate', 'Balances.ExistentialDeposit'])

/** What a failed call says (`System.ExtrinsicFailed`): the pallet's own error where it is one of ours. */
export function refusalOfDispatch(error: { type: string; value?: unknown }): ChainRefusal {
  const path = pathOf(error)
  if (TOO_LOW.has(path)) return 'balance-too-low'
  if (BELOW_MINIMUM.has(path)) return 'below-minimum'
  // An error the runtime gains does not compile here until packages/contract names it and packages/messages words it.
  return path.startsWith('Market.') || path.startsWith('Rights.') ? (path as OwnError) : 'unknown'
}

/** `Module` errors lead with the pallet, others with their kind. */
function pathOf({ type, value }: { type: string; value?: unknown }): string {
  const inner = value as { type?: string; value?: unknown } | undefined
  if (type !== 'Module') return `${type}.${inner?.type ?? ''}`
  return `${inner?.type}.${(inner?.value as { type?: string } | undefined)?.type ?? ''}`
}

const VALIDITY: Record<string, ChainRefusal> = {
  'Invalid.Payment': 'balance-too-low',
  'Invalid.Stale': 'outdated',
  'Invalid.Future': 'outdated',
  'Invalid.AncientBirthBlock': 'outdated',
  'Invalid.BadProof': 'bad-signature',
}

/** What a transaction that no block may take says. */
export function refusalOfValidity(error: unknown): ChainRefusal {
  return VALIDITY[validityOf(error)] ?? 'unknown'
}

function validityOf(error: unknown): string {
  const { type, value } = (error ?? {}) as { type?: string; value?: { type?: string } }
  return `${type}.${value?.type}`
}

/** What no later block changes: the number is used up, the signature is none, or its time is over. */
const FOR_GOOD = new Set(['Invalid.Stale', 'Invalid.AncientBirthBlock', 'Invalid.BadProof'])

/** Whether a transaction that is not valid now can never be valid again. */
export function isInvalidForGood(error: unknown): boolean {
  return FOR_GOOD.has(validityOf(error))
}

/** An error of the chain in full, for the log of whoever asked. */
export function errorDetail(error: unknown): string {
  return JSON.stringify(error, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}

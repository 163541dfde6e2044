import type { PARKED_KINDS } from '@trove/contract/payment/parked-payments'

type ParkedKind = (typeof PARKED_KINDS)[number]

/** How the reason begins that is kept with an attempt when it is parked, by what does not fit. */
export const PARKED_REASONS: Record<ParkedKind, string> = {
  amount: 'the provider names',
  trade: 'the provider names another trade than the one that is bound',
  refunded: 'paid and refunded at the provider behind our back',
  denied: 'a notification says paid, the provider denies it',
  unclear: 'no clear answer any more',
}

/** The longest beginning that fits: one is the beginning of another. */
export function parkedKindOf(reason: string): ParkedKind {
  const kinds = (Object.keys(PARKED_REASONS) as ParkedKind[]).filter((kind) => reason.startsWith(PARKED_REASONS[kind]))
  return kinds.toSorted((a, b) => PARKED_REASONS[b].length - PARKED_REASONS[a].length)[0] ?? 'unclear'
}

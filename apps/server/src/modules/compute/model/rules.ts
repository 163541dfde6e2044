import type { RECIPE_FAILURES, RECIPE_STATES } from '@trove/contract/compute/recipes/recipes'
import {
  allowsSale,
  type ComputeProductDetail,
  type ComputeVerification,
  type MEASURED_FACTS,
  type VERIFICATION_STATES,
} from '@trove/contract/compute/shapes'
import type { PlainErrorCode } from '@trove/contract/errors/codes'
import type { z } from 'zod'

/** States of an offer and what may be done in them; pure. The column `is_open` says `isOpen` in SQL. */

export type Listing = 'online' | 'offline'
export type Slot = 'free' | 'reserved' | 'serving' | 'ended'
export type CleaningState = 'none' | 'running' | 'failed'
export type CheckState = (typeof VERIFICATION_STATES)[number]
export type CheckResult = Exclude<CheckState, 'pending'>
export type CheckTrigger = 'publish' | 'daily' | 'on-demand' | 'hand-over'
export type LeaseState = 'provisioning' | 'active' | 'renewed' | 'cleaning' | 'cleaned' | 'failed'
export type RecipeState = (typeof RECIPE_STATES)[number]
export type RecipeFailure = (typeof RECIPE_FAILURES)[number]
export type MeasuredFact = (typeof MEASURED_FACTS)[number]
/** As shown; what else the check found (osId, osVersion) rides along unseen. */
export type Measured = NonNullable<z.infer<typeof ComputeVerification>['measured']>
export type UnavailableReason = NonNullable<z.infer<typeof ComputeProductDetail>['unavailableReason']>

export type OfferState = {
  listing: Listing
  slot: Slot
  cleaning: CleaningState
  check_state: CheckState
  differing: string[] | null
  deleted_at: Date | null
}

/** Why each result of the machine check keeps an offer from being bought; a sale that is allowed all the same has none. */
const CHECK_REASONS: Record<CheckState, UnavailableReason | null> = {
  pending: 'unverified',
  verified: null,
  differs: 'differs',
  unreachable: 'unreachable',
}

function allowsSaleOf(offer: OfferState): boolean {
  return allowsSale({ state: offer.check_state, differing: offer.differing ?? [] })
}

/** Whether the market shows what the check said of: what can be sold, and what still waits for its first check. */
function isShown(offer: OfferState): boolean {
  return offer.check_state === 'pending' || allowsSaleOf(offer)
}

/** Share status of the specification: 0 to serve, 1 servicing, 2 end of service (decision 11). */
export const SHARE_STATUS = { free: 0, reserved: 0, serving: 1, ended: 2 } as const satisfies Record<Slot, number>

/** Whether the market shows and counts the offer. */
export function isOpen(offer: OfferState): boolean {
  return isOnOffer(offer) && isShown(offer)
}

/**
 * Whether no login of the offer ever succeeded at its address, and nobody rents it: another seller may then publish
 * the address (ADR 1).
 */
export function isClaimable(offer: OfferState & { is_entered: boolean }): boolean {
  const wasNeverIn = !offer.is_entered && offer.check_state === 'unreachable'
  return wasNeverIn && offer.slot === 'free' && offer.cleaning === 'none'
}

/** Why the offer cannot be bought now, or null when it can. */
export function unavailableReason(offer: OfferState): UnavailableReason | null {
  if (offer.deleted_at || offer.listing === 'offline') return 'offline'
  if (offer.slot === 'reserved' || offer.slot === 'serving') return 'taken'
  if (!isOnOffer(offer)) return 'offline'
  return allowsSaleOf(offer) ? null : CHECK_REASONS[offer.check_state]
}

function isOnOffer(offer: OfferState): boolean {
  return offer.listing === 'online' && offer.slot === 'free' && offer.cleaning === 'none' && !offer.deleted_at
}

/** What a seller may ask of an offer. */
export type SellerAction = 'change' | 'delete' | 'take-offline' | 'bring-online' | 'check'

/** Why a seller's action is refused in this state, or undefined when it may be done. */
export function refusalOf(action: SellerAction, offer: OfferState): PlainErrorCode | undefined {
  if (action === 'bring-online') return refusalOfBringOnline(offer)
  // The last lease is being cleared off the machine: its login is in use.
  if (offer.slot === 'serving' || offer.cleaning === 'running') return 'compute.serving'
  if (action === 'check') return undefined
  if (offer.slot === 'reserved') return 'compute.reserved'
  return action === 'take-offline' && offer.listing === 'offline' ? 'compute.already-offline' : undefined
}

function refusalOfBringOnline(offer: OfferState): PlainErrorCode | undefined {
  if (offer.slot === 'serving') return 'compute.serving'
  if (offer.listing === 'online' && offer.slot !== 'ended') return 'compute.already-online'
  const isClean = offer.cleaning === 'none'
  return isClean && isShown(offer) ? undefined : 'compute.not-sellable'
}

/** Minutes a paid order may wait for its machine before it is refunded. */
export const HAND_OVER_MINUTES = 10
/** Minutes after which it is refunded even without one more try, because others had every turn on the machine. */
export const TURN_MINUTES = 13
/** Seconds until work that had no turn on its machine asks again. */
export const TURN_PAUSE_SECONDS = 3
/** Days before the end at which the buyer is warned (b-markets 4: the card warns from 7 days on). */
export const EXPIRY_WARNING_DAYS = [7, 3, 1] as const
/** Failed cleanings until the seller is notified. */
export const CLEAN_ATTEMPTS_UNTIL_TOLD = 3
/** Hours until the next check: daily, sooner for a machine that did not answer. */
export const CHECK_AGAIN_HOURS: Record<CheckResult, number> = { verified: 24, differs: 24, unreachable: 3 }

/** Seconds to wait after the nth failed try (from 1): growing, at most an hour. */
export function pauseSeconds(attempt: number, step: 'provisioning' | 'cleaning'): number {
  const longest = step === 'provisioning' ? 60 : 3600
  return Math.min(longest, 5 * 2 ** Math.min(attempt - 1, 12))
}

/** Leases of up to so many hours have one warning, shortly before their end: it counts as 0 days. */
export const SHORT_LEASE_HOURS = 24
/** A short lease is warned of when this part of it is left, an hour at most. */
export const SHORT_WARNING = { part: 4, mostHours: 1 } as const

/** The tightest warning due when `msLeft` are left of a lease of so many hours, unless it or a tighter one was told. */
export function dueWarning(msLeft: number, hours: number, warnedDays: number | null): number | undefined {
  if (hours <= SHORT_LEASE_HOURS) {
    const lastMs = Math.min(hours / SHORT_WARNING.part, SHORT_WARNING.mostHours) * 3_600_000
    return msLeft > 0 && msLeft <= lastMs && warnedDays === null ? 0 : undefined
  }
  const due = EXPIRY_WARNING_DAYS.filter((days) => msLeft <= days * 86_400_000 && 24 * days < hours).at(-1)
  return due !== undefined && msLeft > 0 && (warnedDays === null || due < warnedDays) ? due : undefined
}

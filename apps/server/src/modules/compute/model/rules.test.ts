import { describe, expect, it } from 'vitest'
import {
  dueWarning,
  isClaimable,
  isOpen,
  type OfferState,
  pauseSeconds,
  refusalOf,
  unavailableReason,
} from './rules.ts'

const ONLINE: OfferState = {
  listing: 'online',
  slot: 'free',
  cleaning: 'none',
  check_state: 'verified',
  differing: [],
  deleted_at: null,
}

describe('what is on the market', () => {
  it.each([
    [{}, true, null],
    [{ check_state: 'pending' }, true, 'unverified'],
    [{ check_state: 'differs', differing: ['ramSize'] }, false, 'differs'],
    [{ check_state: 'differs', differing: ['ramSize', 'operationSystem'] }, false, 'differs'],
    [{ check_state: 'differs', differing: ['operationSystem'] }, true, null],
    [{ check_state: 'unreachable' }, false, 'unreachable'],
    [{ listing: 'offline' }, false, 'offline'],
    [{ slot: 'reserved' }, false, 'taken'],
    [{ slot: 'serving' }, false, 'taken'],
    [{ slot: 'ended' }, false, 'offline'],
    [{ cleaning: 'running' }, false, 'offline'],
    [{ cleaning: 'failed' }, false, 'offline'],
    [{ deleted_at: new Date() }, false, 'offline'],
  ] as const)('with %o: shown %s, not for sale because %s', (change, isShown, reason) => {
    const offer = { ...ONLINE, ...change } as OfferState
    expect([isOpen(offer), unavailableReason(offer)]).toEqual([isShown, reason])
  })
})

describe('whose address it is', () => {
  const BOGUS = { ...ONLINE, check_state: 'unreachable', is_entered: false } as const
  it.each([
    [{}, true],
    [{ listing: 'offline' }, true],
    [{ check_state: 'pending' }, false],
    [{ check_state: 'verified', is_entered: true }, false],
    [{ is_entered: true }, false],
    [{ slot: 'reserved' }, false],
    [{ cleaning: 'failed' }, false],
  ] as const)('with %o another seller may publish it: %s', (change, isFree) => {
    expect(isClaimable({ ...BOGUS, ...change })).toBe(isFree)
  })
})

describe('what a seller may do', () => {
  it.each([
    ['take-offline', {}, undefined],
    ['take-offline', { listing: 'offline' }, 'compute.already-offline'],
    ['take-offline', { slot: 'reserved' }, 'compute.reserved'],
    ['take-offline', { slot: 'serving' }, 'compute.serving'],
    ['take-offline', { slot: 'ended' }, undefined],
    ['bring-online', {}, 'compute.already-online'],
    ['bring-online', { listing: 'offline' }, undefined],
    ['bring-online', { slot: 'ended' }, undefined],
    ['bring-online', { slot: 'ended', listing: 'offline' }, undefined],
    ['bring-online', { slot: 'ended', cleaning: 'running' }, 'compute.not-sellable'],
    ['bring-online', { slot: 'ended', cleaning: 'failed' }, 'compute.not-sellable'],
    ['bring-online', { listing: 'offline', check_state: 'differs', differing: ['cpuCores'] }, 'compute.not-sellable'],
    ['bring-online', { listing: 'offline', check_state: 'differs', differing: ['operationSystem'] }, undefined],
    ['bring-online', { slot: 'serving' }, 'compute.serving'],
    ['bring-online', { slot: 'reserved' }, 'compute.already-online'],
    ['change', { slot: 'reserved' }, 'compute.reserved'],
    ['change', { slot: 'serving' }, 'compute.serving'],
    ['change', { slot: 'ended', cleaning: 'failed' }, undefined],
    ['change', { slot: 'ended', cleaning: 'running' }, 'compute.serving'],
    ['delete', { slot: 'reserved' }, 'compute.reserved'],
    ['delete', { slot: 'serving' }, 'compute.serving'],
    ['delete', { listing: 'offline' }, undefined],
    ['check', { slot: 'serving' }, 'compute.serving'],
    ['check', { check_state: 'unreachable' }, undefined],
  ] as const)('%s with %o: %s', (action, change, refusal) => {
    expect(refusalOf(action, { ...ONLINE, ...change } as OfferState)).toBe(refusal)
  })
})

describe('warnings before the end', () => {
  const day = 86_400_000
  it.each([
    [8 * day, 30, null, undefined],
    [7 * day, 30, null, 7],
    [6 * day, 30, 7, undefined],
    [3 * day, 30, 7, 3],
    [3 * day, 30, null, 3],
    [day, 30, 3, 1],
    [day / 2, 30, 1, undefined],
    [0, 30, 3, undefined],
    [7 * day, 7, null, undefined],
    [3 * day, 7, null, 3],
  ])('with %d ms left of %d days, told %s: %s', (msLeft, periodDays, told, days) => {
    expect(dueWarning(msLeft, 24 * periodDays, told)).toBe(days)
  })

  const minute = 60_000
  it.each([
    [31, 2, null, undefined],
    [30, 2, null, 0],
    [29, 2, 0, undefined],
    [15, 1, null, 0],
    [61, 24, null, undefined],
    [60, 24, null, 0],
    [0, 2, null, undefined],
    [60, 25, null, 1],
  ])('with %d minutes left of %d hours, told %s: %s', (minutesLeft, hours, told, days) => {
    expect(dueWarning(minutesLeft * minute, hours, told)).toBe(days)
  })
})

describe('pauses between tries', () => {
  it('grow, and stay under a minute before a lease and under an hour after it', () => {
    expect([1, 2, 3, 9].map((n) => pauseSeconds(n, 'provisioning'))).toEqual([5, 10, 20, 60])
    expect([1, 2, 3, 20].map((n) => pauseSeconds(n, 'cleaning'))).toEqual([5, 10, 20, 3600])
  })
})

import type { CallTrace, Outcome } from '@trove/chain-client/reading/outcome'
import { useMemo, useSyncExternalStore } from 'react'
import { attempt } from '../session/kept.ts'
import type { Network } from './chain.ts'

/**
 * Signed calls whose outcome is not final, or was not shown yet. Each is kept in this browser from the moment it is signed,
 * under a key of its own, so that tabs never overwrite each other; nothing kept could be sent again. A tab takes in what
 * others keep, and lets go of a call only when it has shown the outcome itself.
 */

export type KeptCall = CallTrace &
  Network & {
    /** Names what it does; equal calls have the same, and wait for each other. */
    kind: string
    /** When it was signed, by this browser's clock. */
    signedMs: number
    /** What its newest block said and the person was shown, while it is not final. */
    told?: 'done' | 'refused'
    /** In the tab that signed it: how it ends, as long as that is being watched. */
    following?: Promise<Outcome>
  }

const PREFIX = 'trove-signed-call '
/** Whoever comes back later than this reads it in the bill: chains that are gone would leave theirs here for ever. */
const KEPT_MS = 30 * 24 * 60 * 60_000

const calls = new Map<string, KeptCall>()
/** Ended in this tab: where storage keeps them all the same they do not come back. */
const ended = new Set<string>()
const listeners = new Set<() => void>()
let shown: KeptCall[] = []
let isRead = false

function change(): void {
  shown = [...calls.values()]
  for (const listener of listeners) listener()
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** What storage holds is checked: it may be of another version, or anybody's. */
function readCall(text: string | null): KeptCall | undefined {
  const given = attempt(() => JSON.parse(text ?? '') as Partial<Record<keyof KeptCall, unknown>> | null)
  if (typeof given !== 'object' || given === null) return undefined
  const { hash, address, kind, genesisHash, networkId, nonce, firstBlock, lastBlock, signedMs, told } = given
  if (![hash, address, kind, genesisHash, networkId].every(isText)) return undefined
  if (![nonce, firstBlock, lastBlock, signedMs].every(isCount)) return undefined
  const call = { hash, address, kind, genesisHash, networkId, nonce, firstBlock, lastBlock, signedMs } as KeptCall
  return told === 'done' || told === 'refused' ? { ...call, told } : call
}

function write({ following: _, ...call }: KeptCall): void {
  attempt(() => localStorage.setItem(PREFIX + call.hash, JSON.stringify(call)))
}

/** Takes in what other tabs, or this one before it was loaded anew, have kept. */
function readStorage(): void {
  isRead = true
  const keys = attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))) ?? []
  for (const key of keys) {
    const call = readCall(attempt(() => localStorage.getItem(key)) ?? null)
    if (!call || key !== PREFIX + call.hash || calls.has(call.hash) || ended.has(call.hash)) continue
    if (Date.now() - call.signedMs < KEPT_MS) calls.set(call.hash, call)
    else attempt(() => localStorage.removeItem(key))
  }
}

/** Keeps a call that was just signed; to be called before it is sent. */
export function keepCall(call: KeptCall): void {
  calls.set(call.hash, call)
  write(call)
  change()
}

/** Nobody watches it any more: what became of it is asked of finalised blocks. */
export function stopFollowing(hash: string): void {
  const call = calls.get(hash)
  if (!call) return
  calls.set(hash, { ...call, following: undefined })
  change()
}

/** Its newest block was shown; what is final is still to be asked. */
export function noteTold(hash: string, told: 'done' | 'refused'): void {
  const call = calls.get(hash)
  if (!call) return
  const next = { ...call, told, following: undefined }
  calls.set(hash, next)
  // Another tab may have ended it.
  if (attempt(() => localStorage.getItem(PREFIX + hash))) write(next)
  change()
}

/** Forgets a call whose outcome is final and was shown. */
export function endCall(hash: string): void {
  ended.add(hash)
  calls.delete(hash)
  attempt(() => localStorage.removeItem(PREFIX + hash))
  change()
}

/** An equal call of the account on this chain whose outcome the person does not know yet, in any tab. */
export function findUnderWay(address: string, network: Network, kind: string): KeptCall | undefined {
  readStorage()
  if (calls.size !== shown.length) change()
  return callsOf(shown, address, network, kind).find(({ told }) => !told)
}

function callsOf(all: KeptCall[], address: string, network: Network, kind: string): KeptCall[] {
  return all.filter(
    (call) =>
      call.address === address &&
      call.kind === kind &&
      call.genesisHash === network.genesisHash &&
      call.networkId === network.networkId,
  )
}

function followOtherTabs({ key }: StorageEvent): void {
  if (key !== null && !key.startsWith(PREFIX)) return
  readStorage()
  change()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('storage', followOtherTabs)
    // What others kept while nobody here listened.
    isRead = false
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs)
  }
}

function readShown(): KeptCall[] {
  if (isRead) return shown
  readStorage()
  shown = [...calls.values()]
  return shown
}

/** The kept calls of one kind that an account signed for this chain; none before the chain is known. */
export function useSignedCalls(address: string, network: Network | undefined, kind: string): KeptCall[] {
  const all = useSyncExternalStore(subscribe, readShown)
  return useMemo(() => (network ? callsOf(all, address, network, kind) : []), [all, address, network, kind])
}

import { useSyncExternalStore } from 'react'
import { attempt } from '../session/kept.ts'
import { useSession } from '../session/session.ts'

/**
 * The chain account a person connected. Of the extension's only the address is kept, for this tab; an imported one is kept
 * in the browser with its keystore as the file had it, encrypted by its password, which is kept nowhere.
 */

export type Wallet = {
  /** The account's address on our chain. */
  accountId: string
  /** The name its owner gave it in the wallet. */
  name?: string
  /** Signs with the keystore kept here, else with the extension. */
  isImported: boolean
}
/** Whose it is: another person who signs in at the same browser does not find it. */
type Kept = Wallet & { owner: string }

const ACCOUNT = 'accountId'
const KEYSTORE = 'accountJson'
const IMPORTED = 'isImport'
const DETAILS = 'accountDetails'
const KEYS = [ACCOUNT, KEYSTORE, IMPORTED, DETAILS]
const ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{46,50}$/

let kept: Kept | undefined
let isRead = false
/** Where storage is forbidden the keystore lasts as long as the page. */
let heldKeystore: string | undefined
const listeners = new Set<() => void>()

function readFrom(storage: Storage): Kept | undefined {
  const accountId = storage.getItem(ACCOUNT)
  const details = attempt(() => JSON.parse(storage.getItem(DETAILS) ?? '') as { owner?: unknown; name?: unknown })
  if (!accountId || !ADDRESS.test(accountId) || typeof details?.owner !== 'string') return undefined
  const name = typeof details.name === 'string' ? details.name : undefined
  return { accountId, name, owner: details.owner, isImported: storage.getItem(IMPORTED) === 'true' }
}

function readKept(): Kept | undefined {
  if (isRead) return kept
  isRead = true
  const imported = attempt(() => readFrom(localStorage))
  // An imported account without its keystore could not sign.
  const isWhole = imported?.isImported && attempt(() => localStorage.getItem(KEYSTORE))
  kept = isWhole ? imported : attempt(() => readFrom(sessionStorage))
  return kept
}

function change(next: Kept | undefined): void {
  kept = next
  isRead = true
  for (const listener of listeners) listener()
}

function clear(): void {
  heldKeystore = undefined
  for (const key of KEYS) {
    attempt(() => localStorage.removeItem(key))
    attempt(() => sessionStorage.removeItem(key))
  }
}

function write(storage: Storage, { accountId, name, owner, isImported }: Kept): void {
  storage.setItem(ACCOUNT, accountId)
  storage.setItem(DETAILS, JSON.stringify({ owner, name }))
  storage.setItem(IMPORTED, String(isImported))
}

/** Connects an account of the extension, for as long as this tab lives. */
export function connectExtensionAccount(owner: string, { accountId, name }: Omit<Wallet, 'isImported'>): void {
  clear()
  const next = { accountId, name, owner, isImported: false }
  attempt(() => write(sessionStorage, next))
  change(next)
}

/** Connects an imported account; its keystore (encrypted, as text) stays in this browser until it is disconnected. */
export function connectImportedAccount(
  owner: string,
  { accountId, name }: Omit<Wallet, 'isImported'>,
  keystore: string,
): void {
  clear()
  const next = { accountId, name, owner, isImported: true }
  heldKeystore = keystore
  attempt(() => {
    localStorage.setItem(KEYSTORE, keystore)
    write(localStorage, next)
  })
  change(next)
}

/** The keystore of the imported account, as text. */
export function findKeystore(): string | undefined {
  return attempt(() => localStorage.getItem(KEYSTORE)) ?? heldKeystore
}

/** Forgets the account and, if there is one, its keystore. */
export function disconnectWallet(): void {
  clear()
  change(undefined)
}

/** Another tab imported or disconnected: this one follows. */
function followOtherTabs(event: StorageEvent): void {
  if (event.key !== null && !KEYS.includes(event.key)) return
  heldKeystore = undefined
  isRead = false
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', followOtherTabs)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs)
  }
}

/** The signed-in person's connected account. */
export function useWallet(): Wallet | undefined {
  const owner = useSession().user?.userId
  const found = useSyncExternalStore(subscribe, readKept)
  return found && found.owner === owner ? found : undefined
}

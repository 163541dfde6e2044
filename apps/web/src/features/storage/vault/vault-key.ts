import { type Bytes, hexOf } from '@trove/stored-file/bytes'
import { useSyncExternalStore } from 'react'
import { followSession, readSession, useSession } from '../../../lib/session/session.ts'

/** The opened vault key: in this tab's memory alone, only for the person it is of, and until that person signs out. */

let kept: { owner: string; key: Bytes } | undefined
const listeners = new Set<() => void>()

/** Keeps the key until the tab is closed or the session ends. */
export function keepVaultKey(owner: string, key: Bytes): void {
  kept = { owner, key }
  for (const listener of listeners) listener()
}

followSession(() => {
  if (readSession().state !== 'signed-out') return
  kept = undefined
  for (const listener of listeners) listener()
})

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The signed-in person's vault key, while the vault is open. */
export function useVaultKey(): Bytes | undefined {
  const owner = useSession().user?.userId
  const found = useSyncExternalStore(subscribe, () => kept)
  return found && found.owner === owner ? found.key : undefined
}

/** SHA-256 of the key in hex: what the server knows it by. */
export async function fingerprintOf(key: Bytes): Promise<string> {
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', key)))
}

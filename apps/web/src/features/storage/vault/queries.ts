import { useQuery } from '@tanstack/react-query'
import { getVault, putVault } from '@trove/contract/storage/vault'
import type { Bytes } from '@trove/stored-file/bytes'
import { api } from '../../../lib/calls/api.ts'
import { queryClient } from '../../../lib/calls/query.ts'
import { askWorker } from '../worker/ask-worker.ts'
import { fingerprintOf, keepVaultKey } from './vault-key.ts'

export const VAULT = ['storage', 'vault']

/** The person's vault, still closed. */
export function useVault() {
  return useQuery({ queryKey: VAULT, queryFn: () => api(getVault, {}) })
}

/** Puts the key into a box of this passphrase, stores the box, and leaves the vault open. @throws ContractError, WorkerRefusal */
export async function storeVault(owner: string, vaultKey: Bytes, passphrase: string): Promise<void> {
  const box = await askWorker('box', { vaultKey, passphrase })
  const vault = await api(putVault, { body: { box, fingerprint: await fingerprintOf(vaultKey) } })
  queryClient.setQueryData(VAULT, vault)
  keepVaultKey(owner, vaultKey)
}

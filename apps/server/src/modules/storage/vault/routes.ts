import { requireThat } from '@trove/contract/errors/codes'
import * as contract from '@trove/contract/storage/vault'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { StorageNeeds } from '../model/needs.ts'
import { sealedAs } from '../model/sealed-as.ts'
import { findVault, putVault } from './store.ts'

const CHANGED = { limit: 20, windowSeconds: 3600 }

/** The vault key in its box. */
export function vaultRoutes({ db, sealer, limiter }: StorageNeeds): ServedRoute[] {
  const viewOf = async (userId: string) => {
    const row = await findVault(db, userId)
    if (!row) return { box: null, fingerprint: null }
    return { box: await sealer.open(row.boxSealed, sealedAs.box({ user_id: userId })), fingerprint: row.fingerprint }
  }
  return [
    serve(contract.getVault, (_, { caller }) => viewOf(caller.userId)),
    serve(contract.putVault, async ({ body: { box, fingerprint } }, { caller: { userId } }) => {
      await limiter.require('storage.vault', userId, CHANGED)
      const boxSealed = await sealer.seal(box, sealedAs.box({ user_id: userId }))
      requireThat(await putVault(db, { userId, boxSealed, fingerprint }), 'storage.vault-differs')
      return await viewOf(userId)
    }),
  ]
}

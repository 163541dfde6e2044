import { ContractError, requireThat } from '@trove/contract/errors/codes'
import * as contract from '@trove/contract/storage/shares'
import { newId } from '../../../platform/base/id.ts'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { StorageNeeds } from '../model/needs.ts'
import * as store from './store.ts'

const CREATED = { limit: 120, windowSeconds: 3600 }

const viewOf = ({ createdAt, expiresAt, ...row }: store.ShareRow) => ({
  ...row,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
})

/** Links to stored files: whether one is live, and of which sealed file. Keys never come here. */
export function shareRoutes({ db, limiter }: StorageNeeds): ServedRoute[] {
  return [
    serve(contract.createStorageShare, async ({ body }, { caller: { userId } }) => {
      await limiter.require('storage.share', userId, CREATED)
      const row = await store.insertShare(db, { ...body, id: newId(), ownerId: userId }, contract.SHARES_MAX)
      requireThat(row, 'storage.too-many-shares', { count: contract.SHARES_MAX })
      return viewOf(row)
    }),
    serve(contract.listStorageShares, async ({ params }, { caller }) =>
      (await store.listShares(db, caller.userId, params.cid)).map(viewOf),
    ),
    serve(contract.revokeStorageShare, async ({ params }, { caller }) => {
      requireThat(await store.revokeShare(db, params.id, caller.userId), 'resource.not-found')
      return null
    }),
    serve(contract.openStorageShare, async ({ params }) => {
      const row = await store.findShare(db, params.id)
      requireThat(row, 'resource.not-found')
      if (row.state !== 'live') throw new ContractError(`storage.share-${row.state}`)
      return { cid: row.cid, expiresAt: row.expiresAt.toISOString() }
    }),
  ]
}

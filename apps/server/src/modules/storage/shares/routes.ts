import { ContractError, requireThat } from '@trove/contract/errors/codes'
import * as contract from '@trove/contract/storage/shares'
import { newId } from '../../../platform/base/id.ts'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { StorageNeeds } from '../model/needs.ts'
import * as store from './store.ts'

const MOST = { ofFile: contract.SHARES_MAX, ofPerson: contract.PERSON_SHARES_MAX }
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
      const row = await store.insertShare(db, { ...body, id: newId(), ownerId: userId }, MOST)
      requireThat(row !== 'file', 'storage.too-many-shares', { count: MOST.ofFile })
      requireThat(row !== 'person', 'storage.too-many-shares-in-all', { count: MOST.ofPerson })
      return viewOf(row)
    }),
    serve(contract.listStorageShares, async ({ params, query }, { caller }) => {
      const size = contract.SHARES_PAGE_SIZE
      // One more than is shown says whether there are more.
      const wish = { ownerId: caller.userId, cid: params.cid, before: query.before, limit: size + 1 }
      const rows = await store.listShares(db, wish)
      return { content: rows.slice(0, size).map(viewOf), hasMore: rows.length > size }
    }),
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

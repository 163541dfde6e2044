import { requireThat } from '@trove/contract/errors/codes'
import * as contract from '@trove/contract/storage/uploads'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { StorageNeeds } from '../model/needs.ts'
import { beginUpload, finishUpload, getUpload, removeUpload } from './service.ts'

/** Staging, all but the bytes. */
export function uploadRoutes(needs: StorageNeeds): ServedRoute[] {
  return [
    serve(contract.createStorageUpload, async ({ body }, { caller }) => {
      requireThat(needs.gatewayUrl, 'storage.unavailable')
      return await beginUpload(needs, {
        ...body,
        account: needs.chain.requireAddress(body.account),
        ownerId: caller.userId,
      })
    }),
    serve(contract.getStorageUpload, ({ params }, { caller }) => getUpload(needs, params.id, caller.userId)),
    serve(contract.finishStorageUpload, ({ params }, { caller }) => finishUpload(needs, params.id, caller.userId)),
    serve(contract.removeStorageUpload, async ({ params }, { caller }) => {
      await removeUpload(needs, params.id, caller.userId)
      // What was given up counts towards the quota until it is deleted.
      needs.jobs.soon('storage.sweep')
      return null
    }),
  ]
}

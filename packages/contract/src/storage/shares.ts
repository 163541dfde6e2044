import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, Nothing } from '../kit/shapes.ts'
import { StoredCid } from './uploads.ts'

/**
 * Links to a stored file for somebody else (docs/STORAGE.md): `/shared/{id}#{secret}`. The server knows the id, and while the
 * link is live tells which sealed file it is of. Name, size and key are in the fragment, which no browser sends.
 */

/** Days after which a link may end. */
export const SHARE_DAYS = [1, 7, 30, 365] as const
/** Live links of one file. */
export const SHARES_MAX = 50
/** Live links of one person to all their files. */
export const PERSON_SHARES_MAX = 1_000
/** Links in one answer. */
export const SHARES_PAGE_SIZE = 20
/** Days for which an ended link stays in the list. */
export const SHARE_KEPT_DAYS = 30

export const STORAGE_SHARE_STATES = ['live', 'expired', 'revoked'] as const

export const StorageShare = z.object({
  id: Id,
  cid: z.string(),
  state: z.enum(STORAGE_SHARE_STATES),
  createdAt: Moment,
  expiresAt: Moment,
})

export const createStorageShare = route({
  id: 'storage.create-share',
  method: 'POST',
  path: '/api/storage/share/create',
  summary: 'A link to a stored file that ends after some days; the key that opens the file stays with the browser',
  auth: 'user',
  body: z.strictObject({ cid: StoredCid, days: z.literal([...SHARE_DAYS]) }),
  ok: StorageShare,
  errors: ['storage.too-many-shares', 'storage.too-many-shares-in-all', 'request.too-frequent'],
})

export const listStorageShares = route({
  id: 'storage.list-shares',
  method: 'GET',
  path: '/api/storage/share/list/{cid}',
  summary: 'One’s links to a stored file, newest first, behind one of them; ended ones stay for 30 days',
  auth: 'user',
  params: z.object({ cid: StoredCid }),
  query: z.object({ before: Id.optional() }),
  ok: z.object({ content: z.array(StorageShare), hasMore: z.boolean() }),
})

export const revokeStorageShare = route({
  id: 'storage.revoke-share',
  method: 'DELETE',
  path: '/api/storage/share/revoke/{id}',
  summary: 'End a link now; safe to repeat',
  auth: 'user',
  params: z.object({ id: Id }),
  ok: Nothing,
  errors: ['resource.not-found'],
})

export const openStorageShare = route({
  id: 'storage.open-share',
  method: 'GET',
  path: '/api/storage/share/open/{id}',
  summary: 'Which sealed file a live link is of; nothing once it has expired or was revoked',
  auth: 'none',
  params: z.object({ id: Id }),
  ok: z.object({ cid: z.string(), expiresAt: Moment }),
  errors: ['resource.not-found', 'storage.share-expired', 'storage.share-revoked'],
})

export const storageShareRoutes = [createStorageShare, listStorageShares, revokeStorageShare, openStorageShare] as const

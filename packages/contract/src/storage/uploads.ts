import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, Nothing } from '../kit/shapes.ts'

/**
 * Staging of what is to be stored (docs/STORAGE.md): the sealed file goes to the storage gateway in parts, its identifier
 * and root are computed there anew, and then an order on chain can name it. The bytes themselves do not come this way: a
 * part is sent to the gateway, `PUT {storage}/uploads/{id}/parts/{number}/{sha256}`.
 */

/** The largest sealed file, and what one person's staged files may take together. */
export const STAGED_BYTES_MAX = 5 * 1024 ** 3
/** Hours after which staged bytes go that no order names. */
export const STAGED_HOURS = 24

/** So many days before an order ends its owner is warned: nothing is extended by itself. */
export const STORAGE_WARNED_DAYS = [7, 3, 1] as const

/** Identifier of content as a stored file has it: version 1 in base 32, SHA-256, a frame or a node over frames. */
export const StoredCid = z.string().regex(/^baf[ky]bei[a-z2-7]{52}$|^bafkrei[a-z2-7]{52}$/)

/** `uploading`: parts are missing. `ready`: whole and checked. `served`: storage nodes keep it, the copy here is a cache. */
export const STORAGE_UPLOAD_STATES = ['uploading', 'ready', 'served'] as const

export const StorageUpload = z.object({
  id: Id,
  cid: z.string(),
  bytes: z.number().int(),
  state: z.enum(STORAGE_UPLOAD_STATES),
  /** Bytes of the sealed file in each part but the last. */
  partBytes: z.number().int(),
  parts: z.number().int(),
  received: z.array(z.number().int()),
  createdAt: Moment,
})

export const createStorageUpload = route({
  id: 'storage.create-upload',
  method: 'POST',
  path: '/api/storage/upload/create',
  summary: 'Begin to stage a sealed file, or go on: the same identifier gives the same upload',
  auth: 'user',
  body: z.strictObject({
    cid: StoredCid,
    /** Root of the chain's tree over the sealed bytes, in hex. */
    root: z.string().regex(/^[0-9a-f]{64}$/),
    bytes: z.number().int().min(1).max(STAGED_BYTES_MAX),
    /** The chain account that will place the order; warnings about the order go to the person who uploads. */
    account: z.string().trim().min(1).max(200),
  }),
  ok: StorageUpload,
  errors: ['storage.unavailable', 'storage.quota', 'storage.in-use', 'chain.address-invalid', 'request.too-frequent'],
})

export const getStorageUpload = route({
  id: 'storage.get-upload',
  method: 'GET',
  path: '/api/storage/upload/query/{id}',
  summary: 'How far one’s upload is: which parts are there',
  auth: 'user',
  params: z.object({ id: Id }),
  ok: StorageUpload,
  errors: ['resource.not-found'],
})

export const finishStorageUpload = route({
  id: 'storage.finish-upload',
  method: 'POST',
  path: '/api/storage/upload/finish/{id}',
  summary: 'Compare identifier, root and size with the parts; from then on storage nodes can fetch it. Safe to repeat',
  auth: 'user',
  params: z.object({ id: Id }),
  ok: StorageUpload,
  errors: ['resource.not-found', 'storage.incomplete', 'storage.content-differs', 'request.too-frequent'],
})

export const removeStorageUpload = route({
  id: 'storage.remove-upload',
  method: 'DELETE',
  path: '/api/storage/upload/remove/{id}',
  summary: 'Give up staged bytes that no order names',
  auth: 'user',
  params: z.object({ id: Id }),
  ok: Nothing,
  errors: ['resource.not-found', 'storage.in-use'],
})

export const storageUploadRoutes = [
  createStorageUpload,
  getStorageUpload,
  finishStorageUpload,
  removeStorageUpload,
] as const

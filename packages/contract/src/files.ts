import { z } from 'zod'
import { route } from './kit/route.ts'

/** Uploaded images. Avatars are re-encoded to a square of at most 200 KB with all metadata removed (decision 39). */

/** The largest avatar a client may send, in bytes; clients compress above 2 MB first. */
export const AVATAR_UPLOAD_BYTES = 8 * 1024 * 1024
/** Above this size the client compresses before it sends. */
export const AVATAR_COMPRESS_FROM_BYTES = 2 * 1024 * 1024
/** What a stored avatar weighs at most. */
export const AVATAR_STORED_BYTES = 200 * 1024

export const uploadAvatar = route({
  id: 'files.upload-avatar',
  method: 'POST',
  path: '/api/consumer/minio/upload/head',
  summary: 'Upload an avatar image (multipart field "file")',
  auth: 'user',
  bodyKind: 'multipart',
  ok: z.object({ headImgUrl: z.string() }),
  errors: ['files.not-an-image', 'files.too-large', 'files.dimensions', 'files.missing'],
})

export const readPublicFile = route({
  id: 'files.read-public',
  method: 'GET',
  path: '/files/public/{name}',
  summary: 'Read a public image by its unguessable name',
  auth: 'none',
  envelope: 'raw',
  params: z.object({ name: z.string().regex(/^[a-z0-9]{16,64}\.(webp|png)$/) }),
  ok: z.any(),
})

export const filesRoutes = [uploadAvatar, readPublicFile] as const

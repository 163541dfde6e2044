import { requireThat } from '@trove/contract/errors'
import { AVATAR_UPLOAD_BYTES, readPublicFile, uploadAvatar } from '@trove/contract/files'
import { type ServedRoute, serve } from '../../platform/http/call/serve.ts'
import { AVATARS, storeAvatar } from './avatars.ts'
import { blobKey } from './kinds.ts'
import type { FilesNeeds } from './needs.ts'
import { readUpload } from './upload.ts'

/** A name is never used for other bytes, so whoever has it may keep it. */
const FOREVER = 'public, max-age=31536000, immutable'
const MEGABYTES = AVATAR_UPLOAD_BYTES / 1024 / 1024

export function filesRoutes(needs: FilesNeeds): ServedRoute[] {
  return [
    serve(uploadAvatar, async (_, { caller, request }) => {
      const { content, fields } = await readUpload(request, {
        maxBytes: AVATAR_UPLOAD_BYTES,
        fields: 4,
        tooLarge: ['files.too-large', { megabytes: MEGABYTES }],
      })
      const { userId } = fields
      requireThat(userId === undefined || userId === '' || userId === caller.userId, 'session.forbidden')
      return { headImgUrl: await storeAvatar(needs, caller.userId, content) }
    }),
    serve(readPublicFile, async ({ params }, { reply }) => {
      const blob = await needs.blobs.find(blobKey(AVATARS, params.name))
      requireThat(blob, 'resource.not-found')
      return reply
        .headers({
          'content-type': blob.contentType,
          'content-length': blob.bytes,
          'cache-control': FOREVER,
          'x-content-type-options': 'nosniff',
          'content-security-policy': "sandbox; default-src 'none'",
        })
        .send(blob.body)
    }),
  ]
}

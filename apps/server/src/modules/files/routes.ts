import { requireThat } from '@trove/contract/errors'
import { readPublicFile, uploadAvatar } from '@trove/contract/files'
import { type ServedRoute, serve } from '../../platform/http/serve.ts'
import type { FilesService } from './service.ts'
import { readAvatarUpload } from './upload.ts'

/** A name is never used for other bytes, so whoever has it may keep it. */
const FOREVER = 'public, max-age=31536000, immutable'

export function filesRoutes(service: FilesService): ServedRoute[] {
  return [
    serve(uploadAvatar, async (_, { caller, request }) => {
      const { file, userId } = await readAvatarUpload(request)
      requireThat(userId === undefined || userId === '' || userId === caller.userId, 'session.forbidden')
      return { headImgUrl: await service.storeAvatar(caller.userId, file) }
    }),
    serve(readPublicFile, async ({ params }, { reply }) => {
      const blob = await service.openPublic(params.name)
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

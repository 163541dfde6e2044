import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Nothing } from '../kit/shapes.ts'

/** The video of a work running (b-markets 5): one for each work, and no work needs one. */

export const WORK_VIDEO_BYTES = 64 * 1024 * 1024
/** Media types, judged by content, with the endings of their public names. */
export const WORK_VIDEO_TYPES = { 'video/mp4': 'mp4', 'video/webm': 'webm' } as const

const WorkId = z.object({ id: Id })

export const uploadVideo = route({
  id: 'code.upload-video',
  method: 'POST',
  path: '/api/codemart/product/video/{id}',
  summary: 'Set the run video of your work (multipart field "file", MP4 or WebM); it is kept as it is',
  auth: 'user',
  isLong: true,
  bodyKind: 'multipart',
  params: WorkId,
  ok: z.object({ video: z.string() }),
  errors: [
    'resource.not-found',
    'files.missing',
    'files.over-limit',
    'files.quota',
    'code.video-type',
    'request.too-frequent',
  ],
})

export const removeVideo = route({
  id: 'code.remove-video',
  method: 'DELETE',
  path: '/api/codemart/product/video/{id}',
  summary: 'Take the run video off your work',
  auth: 'user',
  params: WorkId,
  ok: Nothing,
  errors: ['resource.not-found'],
})

export const readVideo = route({
  id: 'code.read-video',
  method: 'GET',
  path: '/files/video/{name}',
  summary: 'A run video by its unguessable name; one range of bytes may be asked for',
  auth: 'none',
  envelope: 'raw',
  params: z.object({ name: z.string().regex(/^[0-9a-f]{32}\.(mp4|webm)$/) }),
  ok: z.any(),
  errors: ['resource.not-found', 'files.range'],
})

export const codeVideoRoutes = [uploadVideo, removeVideo, readVideo] as const

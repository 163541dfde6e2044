import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, Nothing, queryInt } from '../kit/shapes.ts'

/** Uploaded images and private files. Avatars are re-encoded to a square of at most 200 KB with all metadata removed (decision 39). */

/** The largest avatar a client may send, in bytes; clients compress above 2 MB first. */
export const AVATAR_UPLOAD_BYTES = 8 * 1024 * 1024
/** The largest picture of anything else; clients compress above 4 MB first. */
export const PICTURE_UPLOAD_BYTES = 8 * 1024 * 1024
/** What a stored avatar weighs at most. */
export const AVATAR_STORED_BYTES = 200 * 1024

/** Why an uploaded picture is refused, the same for every route that takes one. */
export const PICTURE_REFUSALS = [
  'files.not-an-image',
  'files.picture-slow',
  'files.too-large',
  'files.dimensions',
  'files.missing',
  'files.quota',
] as const

export const uploadAvatar = route({
  id: 'files.upload-avatar',
  method: 'POST',
  path: '/api/consumer/minio/upload/head',
  summary: 'Upload an avatar image (multipart field "file")',
  auth: 'user',
  bodyKind: 'multipart',
  ok: z.object({ headImgUrl: z.string() }),
  errors: [...PICTURE_REFUSALS, 'request.too-frequent'],
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

/** Kinds of private files that take uploads in parts and are listed by folder. */
export const FILE_KINDS = ['conversation'] as const
/** Bytes of each part of an upload but the last, which has the rest. */
export const FILE_PART_BYTES = 4 * 1024 * 1024
/** The largest file there can be, whatever the limit of its kind. */
const FILE_BYTES_MAX = 64 * 1024 * 1024 * 1024

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const FileId = z.object({ id: Id })

export const PrivateFile = z.object({ id: Id, name: z.string(), type: z.string(), bytes: z.number().int() })

/** An upload under way: which parts are stored, so that a client can resume after a lost connection. */
export const FileUpload = z.object({
  id: Id,
  partBytes: z.number().int(),
  parts: z.number().int(),
  received: z.array(z.number().int()),
})

export const createFileUpload = route({
  id: 'files.create-upload',
  method: 'POST',
  path: '/api/file/upload/create',
  summary: 'Begin an upload in parts; it is given up a day after its last part',
  auth: 'user',
  body: z.strictObject({
    kind: z.enum(FILE_KINDS),
    subjectId: Id,
    name: z.string().min(1).max(1000),
    bytes: z.number().int().min(1).max(FILE_BYTES_MAX),
    sha256: Sha256,
  }),
  ok: FileUpload,
  errors: [
    'resource.not-found',
    'files.over-limit',
    'files.too-many',
    'files.quota',
    'conversations.file-too-large',
    'conversations.file-limit',
    'request.too-frequent',
  ],
})

export const getFileUpload = route({
  id: 'files.get-upload',
  method: 'GET',
  path: '/api/file/upload/query/{id}',
  summary: 'Which parts of one’s upload are there',
  auth: 'user',
  params: FileId,
  ok: FileUpload,
  errors: ['resource.not-found'],
})

export const putFilePart = route({
  id: 'files.put-part',
  method: 'PUT',
  path: '/api/file/upload/part/{id}/{number}/{sha256}',
  summary: 'Send one part (multipart field "file", from 0) with its SHA-256; the same part may be sent again',
  auth: 'user',
  bodyKind: 'multipart',
  params: FileId.extend({ number: z.string().regex(/^\d{1,5}$/), sha256: Sha256 }),
  ok: FileUpload,
  errors: [
    'resource.not-found',
    'files.missing',
    'files.over-limit',
    'files.part-size',
    'files.hash-differs',
    'files.part-differs',
    'request.too-frequent',
  ],
})

export const finishFileUpload = route({
  id: 'files.finish-upload',
  method: 'POST',
  path: '/api/file/upload/finish/{id}',
  summary: 'Put the parts together: type and SHA-256 of the whole decide whether the file is taken; safe to repeat',
  auth: 'user',
  params: FileId,
  ok: PrivateFile,
  errors: [
    'resource.not-found',
    'files.incomplete',
    'files.hash-differs',
    'files.type',
    'files.picture-in-parts',
    'conversations.file-type',
    'request.too-frequent',
  ],
})

export const listFiles = route({
  id: 'files.list',
  method: 'GET',
  path: '/api/file/page',
  summary: 'Files of a folder, newest first, before a position',
  auth: 'user',
  query: z.object({
    kind: z.enum(FILE_KINDS),
    subjectId: Id,
    before: queryInt(0, Number.MAX_SAFE_INTEGER),
    size: queryInt(1, 100).transform((size) => size ?? 30),
  }),
  ok: z.object({
    content: z.array(
      PrivateFile.extend({ isOwn: z.boolean(), isUsed: z.boolean(), at: Moment, position: z.number().int() }),
    ),
    hasMore: z.boolean(),
  }),
  errors: ['resource.not-found'],
})

export const removeFile = route({
  id: 'files.remove',
  method: 'DELETE',
  path: '/api/file/delete/{id}',
  summary: 'Delete a file of one’s own that was not used yet, or give up its upload',
  auth: 'user',
  params: FileId,
  ok: Nothing,
  errors: ['resource.not-found'],
})

export const ticketForFile = route({
  id: 'files.ticket',
  method: 'POST',
  path: '/api/file/ticket/{id}',
  summary: 'An address that gives the file once, for 30 seconds',
  auth: 'user',
  params: FileId,
  ok: z.object({ url: z.string() }),
  errors: ['resource.not-found'],
})

export const readFileByTicket = route({
  id: 'files.read-by-ticket',
  method: 'GET',
  path: '/api/file/download/{ticket}',
  summary: 'The file a ticket opens, as a download; one range of bytes may be asked for',
  auth: 'none',
  envelope: 'raw',
  params: z.object({ ticket: z.string().regex(/^[A-Za-z0-9_-]{16,100}$/) }),
  ok: z.any(),
  errors: ['resource.not-found', 'files.range'],
})

export const readPrivateFile = route({
  id: 'files.read-private',
  method: 'GET',
  path: '/api/file/content/{id}',
  summary: 'A private file for whoever may read it, as a download; one range of bytes may be asked for',
  auth: 'user',
  envelope: 'raw',
  params: FileId,
  ok: z.any(),
  errors: ['resource.not-found', 'files.range'],
})

export const filesRoutes = [
  uploadAvatar,
  readPublicFile,
  createFileUpload,
  getFileUpload,
  putFilePart,
  finishFileUpload,
  listFiles,
  removeFile,
  ticketForFile,
  readFileByTicket,
  readPrivateFile,
] as const

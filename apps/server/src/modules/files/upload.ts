import type { Multipart } from '@fastify/multipart'
import { ContractError, requireThat } from '@trove/contract/errors'
import { AVATAR_UPLOAD_BYTES } from '@trove/contract/files'
import type { FastifyRequest } from 'fastify'

const MEGABYTE = 1024 * 1024
const LIMITS = { fileSize: AVATAR_UPLOAD_BYTES, files: 1, fields: 4, fieldSize: 200, parts: 6, headerPairs: 20 }
const TOO_LARGE = new Set(['FST_REQ_FILE_TOO_LARGE', 'FST_FILES_LIMIT', 'FST_PARTS_LIMIT', 'FST_FIELDS_LIMIT'])

/**
 * Reads the one file of an avatar upload, at most 8 MB, and the `userId` sent beside it.
 * @throws files.missing without a file, files.too-large above the limit, request.unsupported-media when not multipart
 */
export async function readAvatarUpload(request: FastifyRequest): Promise<{ file: Buffer; userId: string | undefined }> {
  requireThat(request.isMultipart(), 'request.unsupported-media')
  let file: Buffer | undefined
  let userId: string | undefined
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type === 'file') file = await readPart(part)
      else if (part.fieldname === 'userId') userId = String(part.value)
    }
  } catch (error) {
    throw refusal(error)
  }
  requireThat(file?.length, 'files.missing')
  return { file, userId }
}

async function readPart(part: Extract<Multipart, { type: 'file' }>): Promise<Buffer | undefined> {
  const content = await part.toBuffer()
  return part.fieldname === 'file' ? content : undefined
}

function refusal(error: unknown): unknown {
  if (error instanceof ContractError) return error
  const code = (error as { code?: string }).code ?? ''
  if (TOO_LARGE.has(code)) return new ContractError('files.too-large', { megabytes: AVATAR_UPLOAD_BYTES / MEGABYTE })
  // A cut or malformed body: the parser's own words say nothing to a person.
  return new ContractError('request.invalid')
}

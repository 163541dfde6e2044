import type { Multipart } from '@fastify/multipart'
import { CONVERSATION_FILE_BYTES } from '@trove/contract/conversations'
import { ContractError, requireThat } from '@trove/contract/errors'
import type { FastifyRequest } from 'fastify'
import type { Upload } from './files.ts'

const MEGABYTES = CONVERSATION_FILE_BYTES / 1024 / 1024
const LIMITS = { fileSize: CONVERSATION_FILE_BYTES, files: 1, fields: 0, parts: 1, headerPairs: 20 }
const TOO_LARGE = new Set(['FST_REQ_FILE_TOO_LARGE', 'FST_FILES_LIMIT', 'FST_PARTS_LIMIT', 'FST_FIELDS_LIMIT'])

/**
 * Reads the one file of an upload, in the field `file`.
 * @throws ContractError `files.missing`, `conversations.file-too-large`, `request.unsupported-media`, `request.invalid`
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  requireThat(request.isMultipart(), 'request.unsupported-media')
  let upload: Upload | undefined
  try {
    for await (const part of request.parts({ limits: LIMITS })) if (part.type === 'file') upload = await readPart(part)
  } catch (error) {
    if (error instanceof ContractError) throw error
    const code = (error as { code?: string }).code ?? ''
    if (TOO_LARGE.has(code)) throw new ContractError('conversations.file-too-large', { megabytes: MEGABYTES })
    // A cut or malformed body: the parser's own words say nothing to a person.
    throw new ContractError('request.invalid')
  }
  requireThat(upload?.content.length, 'files.missing')
  return upload
}

async function readPart(part: Extract<Multipart, { type: 'file' }>): Promise<Upload | undefined> {
  const content = await part.toBuffer()
  return part.fieldname === 'file' ? { name: part.filename, content } : undefined
}

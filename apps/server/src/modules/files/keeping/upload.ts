import type { Multipart } from '@fastify/multipart'
import { ContractError, type Refusal, requireThat } from '@trove/contract/errors/codes'
import type { FastifyRequest } from 'fastify'
import { createAtOnce } from '../../../platform/base/at-once.ts'

/** Too many files or fields are a malformed upload, whatever their size. */
const TOO_LARGE = 'FST_REQ_FILE_TOO_LARGE'

export type Upload = { name: string; content: Buffer; fields: Record<string, string> }
type Limits = { maxBytes: number; fields: number; tooLarge: Refusal }

/** Bodies of one person that are read into memory at the same time in one process. */
export const READ_AT_ONCE = 12
/** When it is worth to try again that was too much at once, in seconds. */
const SOON = 5
const reading = createAtOnce({ own: READ_AT_ONCE })

/**
 * Reads the one file of an upload of this person, in the field `file`, and the short fields sent beside it.
 * @throws files.missing without a file, `tooLarge` above the limit, request.unsupported-media when not multipart, request.invalid,
 *   request.too-frequent when too many are under way
 */
export async function readUpload(request: FastifyRequest, userId: string, limits: Limits): Promise<Upload> {
  requireThat(request.isMultipart(), 'request.unsupported-media')
  const end = reading.take(userId)
  requireThat(end, 'request.too-frequent', { seconds: SOON })
  return await readWhole(request, limits).finally(end)
}

async function readWhole(request: FastifyRequest, { maxBytes, fields, tooLarge }: Limits): Promise<Upload> {
  const limits = { fileSize: maxBytes, files: 1, fields, fieldSize: 200, parts: fields + 2, headerPairs: 20 }
  const upload: Upload = { name: '', content: Buffer.alloc(0), fields: {} }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') Object.assign(upload, await readPart(part))
      else upload.fields[part.fieldname] = String(part.value)
    }
  } catch (error) {
    throw refusal(error, tooLarge)
  }
  requireThat(upload.content.length, 'files.missing')
  return upload
}

async function readPart(part: Extract<Multipart, { type: 'file' }>): Promise<Partial<Upload>> {
  const content = await part.toBuffer()
  // The type says a string, yet a part that is a file by its media type alone has no name.
  const { filename = '' }: { filename?: string } = part
  return part.fieldname === 'file' ? { name: filename, content } : {}
}

function refusal(error: unknown, tooLarge: Refusal): unknown {
  if (error instanceof ContractError) return error
  const code = (error as { code?: string }).code ?? ''
  if (code === TOO_LARGE) return new ContractError(...tooLarge)
  // A cut or malformed body: the parser's own words say nothing to a person.
  return new ContractError('request.invalid')
}

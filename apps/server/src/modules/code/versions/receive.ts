import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { ContractError, type Refusal, requireThat } from '@trove/contract/errors/codes'
import type { FastifyRequest } from 'fastify'

type Limits = { maxBytes: number; tooLarge: Refusal; fields?: number; fieldBytes?: number }

/**
 * Writes the one file of an upload to a path: it may be larger than what memory should hold.
 * @returns the fields beside it. @throws ContractError `files.missing`, `request.invalid`, `tooLarge`
 */
export async function receiveFile(
  request: FastifyRequest,
  path: string,
  { maxBytes, tooLarge, fields = 0, fieldBytes = 200 }: Limits,
): Promise<Record<string, string>> {
  const limits = { fileSize: maxBytes, files: 1, fields, fieldSize: fieldBytes, parts: fields + 1 }
  const said: Record<string, string> = {}
  let isThere = false
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        await pipeline(part.file, createWriteStream(path, { flags: 'wx' }))
        requireThat(!part.file.truncated, ...tooLarge)
        isThere = true
      } else said[part.fieldname] = String(part.value)
    }
  } catch (error) {
    if (error instanceof ContractError || isOfDisk(error)) throw error
    // A cut or malformed body: the parser's own words say nothing to a person.
    throw new ContractError('request.invalid')
  }
  requireThat(isThere, 'files.missing')
  return said
}

const isOfDisk = (error: unknown) => ['ENOSPC', 'EIO', 'EROFS'].includes((error as { code?: string }).code ?? '')

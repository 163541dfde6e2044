import { finished, Readable } from 'node:stream'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { StoredCid } from '@trove/contract/storage/uploads'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readRange } from '../../../platform/http/call/values/ranges.ts'
import { readBlock, readCar, readFile } from './reading.ts'
import { findFile } from './store.ts'

type Needs = Parameters<typeof readBlock>[0]
type Format = 'raw' | 'car' | 'file'

const TYPES = {
  raw: 'application/vnd.ipld.raw',
  car: 'application/vnd.ipld.car; version=1; order=dfs; dups=y',
  file: 'application/octet-stream',
}
/** An identifier is never used for other bytes, so who has them may keep them. */
const FOREVER = 'public, max-age=29030400, immutable'

/** CAR answers of one process at a time: each holds a frame and the file's nodes for as long as its reader takes. */
export const CARS_AT_ONCE = 64
let carsUnderWay = 0

/**
 * Answers `/ipfs/{cid}` as a trustless gateway does.
 * @throws ContractError `resource.not-found`, `files.range`, `service.unavailable` while too many read CAR files,
 * `storage.unavailable` when neither we nor a connected node has the bytes
 */
export async function sendIpfs(needs: Needs, cid: string, request: FastifyRequest, reply: FastifyReply) {
  requireThat(StoredCid.safeParse(cid).success, 'resource.not-found')
  const format = formatOf(request)
  const etag = format === 'file' ? `"${cid}"` : `"${cid}.${format}"`
  const head = { etag, 'content-type': TYPES[format], 'cache-control': FOREVER, vary: 'accept', ...SAFE }
  const named = {
    ...head,
    'content-disposition': `attachment; filename="${cid}.${format === 'file' ? 'bin' : format}"`,
  }
  const body = format === 'file' ? await fileOf(needs, cid, request, reply) : await blocksOf(needs, cid, format, reply)
  const content = request.method === 'HEAD' ? null : await body().catch(refuse(reply))
  return reply.headers(named).send(content)
}

/** What was said of the content is not said of the refusal. */
const refuse = (reply: FastifyReply) => (error: unknown) => {
  for (const name of ['content-length', 'content-range', 'accept-ranges']) reply.removeHeader(name)
  throw error
}

/** Begins to read before anything is answered: what nobody has is refused, and not broken off. */
async function begun(bytes: AsyncGenerator<Uint8Array>): Promise<Readable> {
  const first = await bytes.next()
  async function* whole() {
    if (!first.done) yield first.value
    yield* bytes
  }
  const body = Readable.from(whole(), { objectMode: false })
  // Who hangs up before the first byte is sent closes what nobody has begun to read: a `finally` in there would never run.
  body.once('close', () => void bytes.return(undefined).catch(() => undefined))
  return body
}

/** Nothing that somebody stored is ever run or drawn under this address. */
const SAFE = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'cross-origin',
}

function formatOf({ query, headers }: FastifyRequest): Format {
  const asked = (query as { format?: unknown }).format
  if (asked === 'raw' || asked === 'car') return asked
  const accept = headers.accept ?? ''
  if (accept.includes('application/vnd.ipld.car')) return 'car'
  return accept.includes('application/vnd.ipld.raw') ? 'raw' : 'file'
}

async function blocksOf(needs: Needs, cid: string, format: 'raw' | 'car', reply: FastifyReply) {
  if (format === 'car') {
    const file = await findFile(needs.db, cid)
    requireThat(file, 'resource.not-found')
    requireThat(carsUnderWay < CARS_AT_ONCE, 'service.unavailable')
    return async () => {
      carsUnderWay++
      // Of the answer, not of what is read: a stalled store would hold the place of a reader who has left.
      finished(reply.raw, () => carsUnderWay--)
      return begun(readCar(needs, file, cid))
    }
  }
  const block = await readBlock(needs, cid)
  requireThat(block, 'resource.not-found')
  reply.header('content-length', block.length)
  return async () => block
}

async function fileOf(needs: Needs, cid: string, { headers }: FastifyRequest, reply: FastifyReply) {
  const file = await findFile(needs.db, cid)
  requireThat(file, 'resource.not-found')
  const asked = readRange(file.bytes, `"${cid}"`, headers.range, headers['if-range'] as string | undefined)
  reply.header('accept-ranges', 'bytes')
  if (asked === 'none') reply.header('content-range', `bytes */${file.bytes}`)
  if (asked === 'none') throw new ContractError('files.range')
  const range = asked === 'all' ? { start: 0, end: file.bytes - 1 } : asked
  if (asked !== 'all') reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`)
  reply.header('content-length', range.end - range.start + 1)
  return () => begun(readFile(needs, file, range))
}

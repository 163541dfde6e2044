import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readRange } from '../../platform/http/call/values/ranges.ts'
import type { FileKind, Kinds } from './model/kinds.ts'
import type { FilesNeeds } from './model/needs.ts'
import { sealedAs } from './model/sealed-as.ts'
import * as store from './model/store.ts'
import { readSealed } from './read-sealed.ts'

type Needs = Pick<FilesNeeds, 'db' | 'blobs' | 'sealer'> & { kinds: Kinds }
type Call = { request: FastifyRequest; reply: FastifyReply }
type Readers = { row: store.FileRow & { nameSealed: Buffer; keySealed: Buffer }; kind: FileKind }

/**
 * A private file this person may read now: its kind is asked.
 * @throws ContractError `resource.not-found`, also for files that are there for others
 */
export async function requireReadable({ db, kinds }: Needs, id: string, userId: string): Promise<Readers> {
  const row = await store.findFile(db, id)
  requireThat(row && isOpenable(row), 'resource.not-found')
  const kind = kinds.find(row.kind)
  const facts = { id, ownerId: row.ownerId, subjectId: row.subjectId ?? '', isUsed: row.isUsed }
  requireThat(await kind?.mayRead?.(facts, userId), 'resource.not-found')
  return { row, kind: kind! }
}

function isOpenable(row: store.FileRow): row is Readers['row'] {
  return row.state === 'live' && row.nameSealed !== null && row.keySealed !== null
}

/**
 * Sends a private file, or the bytes asked for, as a download: nothing somebody else sent is ever run or drawn under our
 * address. The first bytes are opened before the answer begins, so that what was changed is refused and not cut off.
 * @throws ContractError `resource.not-found`, `files.range`
 */
export async function sendPrivate(
  needs: Needs,
  { id, userId }: { id: string; userId: string },
  call: Call,
): Promise<FastifyReply> {
  return send(needs, await requireReadable(needs, id, userId), call)
}

/**
 * The same of a kind, for a reader the kind's own module let in: nobody is asked here.
 * @throws ContractError `resource.not-found`, `files.range`
 */
export async function sendKnown(
  needs: Needs,
  { id, kind: name }: { id: string; kind: string },
  call: Call,
): Promise<FastifyReply> {
  const row = await store.findFile(needs.db, id)
  requireThat(row?.kind === name && isOpenable(row), 'resource.not-found')
  return send(needs, { row, kind: needs.kinds.find(name)! }, call)
}

async function send(needs: Needs, { row, kind }: Readers, { request, reply }: Call): Promise<FastifyReply> {
  const { id } = row
  const bytes = Number(row.bytes)
  const etag = `"${id}"`
  const asked = readRange(bytes, etag, request.headers.range, request.headers['if-range'] as string | undefined)
  if (asked === 'none') reply.header('content-range', `bytes */${bytes}`)
  if (asked === 'none') throw new ContractError('files.range')
  const range = asked === 'all' ? { start: 0, end: bytes - 1 } : asked
  const name = await needs.sealer.open(row.nameSealed, sealedAs.name(row))
  const body = await readSealed(needs, row, kind, range)
  requireThat(body, 'resource.not-found')
  if (asked !== 'all') reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${bytes}`)
  return reply
    .headers({
      'content-type': row.type === 'text/plain' ? 'text/plain; charset=utf-8' : row.type,
      'content-length': range.end - range.start + 1,
      'content-disposition': contentDisposition(name, { type: 'attachment' }),
      'accept-ranges': 'bytes',
      etag,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    .send(body)
}

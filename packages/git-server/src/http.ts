import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Limits } from './format/limits.ts'
import { PacketReader, packet } from './format/pkt-line.ts'
import { GitRefused } from './format/refusal.ts'
import type { Push } from './push/accept.ts'
import type { PushPolicy } from './push/commands.ts'
import { advertisePush, advertiseRead } from './serve/advertise.ts'
import { readCommand2 } from './serve/command.ts'
import { fetchPack } from './serve/fetch.ts'
import { listRefs } from './serve/ls-refs.ts'
import { receivePack } from './serve/receive.ts'
import type { Version, VersionStore } from './store/repository.ts'

/** Smart HTTP of one repository. Who may read or push was decided before. */

export type GitRequest = {
  /** `GET` or `POST`. */
  method: string
  /** What follows the repository's address: `info/refs`, `git-upload-pack` or `git-receive-pack`. */
  path: string
  /** Of the query. */
  service?: string
  /** The header Git-Protocol. */
  protocol?: string
  /** The header Content-Encoding. */
  encoding?: string
  body: AsyncIterable<Uint8Array>
}

export type GitAnswer = { status: number; headers: Record<string, string>; body: AsyncIterable<Uint8Array> }

export type GitServer = {
  store: VersionStore
  scratch: string
  limits: Limits
  policy: PushPolicy
  inTurn?: Push['inTurn']
  onVersion?: (version: Version) => Promise<void>
}

/** Which right a request needs; undefined when it is none of git's. */
export function rightOf({
  method,
  path,
  service,
}: Pick<GitRequest, 'method' | 'path' | 'service'>): 'read' | 'push' | undefined {
  const name = method === 'GET' && path === 'info/refs' ? service : method === 'POST' ? path : undefined
  if (name === 'git-upload-pack') return 'read'
  return name === 'git-receive-pack' ? 'push' : undefined
}

/** Answers one request of stock git. What is refused is answered in words that git prints. */
export async function answerGit(server: GitServer, request: GitRequest): Promise<GitAnswer> {
  const right = rightOf(request)
  if (!right) return answer(404, 'text/plain', once(Buffer.from('This is no address of git.\n')))
  const service = right === 'read' ? 'git-upload-pack' : 'git-receive-pack'
  const isVersion2 = /(^|:)version=2($|:)/.test(request.protocol ?? '')
  const versions = await server.store.versions()
  if (request.method === 'GET') {
    const type = `application/x-${service}-advertisement`
    if (right === 'push') return answer(200, type, once(advertisePush(versions.at(-1))))
    return answer(200, type, once(isVersion2 ? advertiseRead() : inWords(new GitRefused('request.protocol'), service)))
  }
  const type = `application/x-${service}-result`
  if (right === 'push') return answer(200, type, once(await push(server, request)))
  if (!isVersion2) return answer(200, type, once(inWords(new GitRefused('request.protocol'))))
  return answer(200, type, await read(server, versions, request))
}

async function push(server: GitServer, request: GitRequest): Promise<Buffer> {
  try {
    return await receivePack(server, plain(request))
  } catch (error) {
    return refusalOf(error)
  }
}

async function read(
  server: GitServer,
  versions: readonly Version[],
  request: GitRequest,
): Promise<AsyncIterable<Uint8Array>> {
  try {
    const { command, args } = await readCommand2(new PacketReader(plain(request), server.limits.requestBytes))
    if (command === 'ls-refs') return once(listRefs(versions.at(-1), args))
    if (command !== 'fetch') throw new GitRefused('request.unsupported', command)
    const pack = fetchPack(server.store, versions, args)
    // The first packet is made now, so that a refusal can still be said in its place.
    return resumed(await pack.next(), pack)
  } catch (error) {
    return once(refusalOf(error))
  }
}

async function* resumed(first: IteratorResult<Buffer>, rest: AsyncGenerator<Buffer>): AsyncGenerator<Uint8Array> {
  if (first.done) return
  yield first.value
  yield* rest
}

/** Large requests for reading come compressed. A pack never does. */
function plain({ encoding, body }: GitRequest): AsyncIterable<Uint8Array> {
  if (encoding !== 'gzip' && encoding !== 'x-gzip') return body
  // An error of either reaches whoever reads.
  return pipeline(Readable.from(body), createGunzip(), () => {})
}

function refusalOf(error: unknown): Buffer {
  if (error instanceof GitRefused) return inWords(error)
  const code = (error as { code?: unknown }).code
  if (typeof code === 'string' && code.startsWith('Z_')) return inWords(new GitRefused('request.malformed'))
  throw error
}

function inWords(refusal: GitRefused, service?: string): Buffer {
  const error = packet(`ERR ${refusal.message}`)
  return service ? Buffer.concat([packet(`# service=${service}`), Buffer.from('0000'), error]) : error
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

function answer(status: number, type: string, body: AsyncIterable<Uint8Array>): GitAnswer {
  // Refs and packs change with each push, and belong to whoever may read.
  return { status, headers: { 'content-type': type, 'cache-control': 'no-store' }, body }
}

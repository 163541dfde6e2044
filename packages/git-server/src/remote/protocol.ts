import { DELIMITER, FLUSH, type Packet, PacketReader, packet, textOf } from '../format/pkt-line.ts'
import { requireThat } from '../format/refusal.ts'

/** Asking a repository that stands elsewhere, over smart HTTP with protocol version 2. */

type Call = { method: 'GET' | 'POST'; headers: Record<string, string>; body?: Buffer }
/** Calls an address under the repository's. Which servers may be reached, and how much they may send, is the caller's. */
export type Ask = (path: string, call: Call) => Promise<AsyncIterable<Uint8Array>>

/** What a server says of itself and of its refs may be so large. */
const WORDS_BYTES = 4 * 2 ** 20
const VERSION_2 = { 'git-protocol': 'version=2' }

/** What the server can do, such as `fetch=shallow filter`. @throws GitRefused `remote.protocol` for another protocol */
export async function readCapabilities(ask: Ask): Promise<string[]> {
  const reader = new PacketReader(
    await ask('/info/refs?service=git-upload-pack', { method: 'GET', headers: VERSION_2 }),
    WORDS_BYTES,
  )
  const lines: string[] = []
  for (let read = await reader.next(); read; read = await reader.next())
    if (read.kind === 'data') lines.push(textOf(read.data))
  const said = lines[0]?.startsWith('# service=') ? lines.slice(1) : lines
  requireThat(said[0] === 'version 2', 'remote.protocol')
  return said.slice(1)
}

/** `peeled`: the commit of an annotated tag; `target`: the branch that HEAD is on. */
export type RemoteRef = { oid: string; peeled?: string; target?: string }

/** Refs whose names begin so, with what they point to. @throws GitRefused for an answer that is none */
export async function listRemoteRefs(ask: Ask, prefixes: string[]): Promise<Map<string, RemoteRef>> {
  const reader = await command(ask, 'ls-refs', ['peel', 'symrefs', ...prefixes.map((prefix) => `ref-prefix ${prefix}`)])
  const refs = new Map<string, RemoteRef>()
  for (let read = await reader.next(); read?.kind === 'data'; read = await reader.next()) {
    const [oid = '', name = '', ...more] = wordsOf(read).split(' ')
    const said = (word: string) => more.find((one) => one.startsWith(word))?.slice(word.length)
    refs.set(name, { oid, peeled: said('peeled:'), target: said('symref-target:') })
  }
  return refs
}

/** Sends a command of protocol 2; its answer is read packet by packet. */
export async function command(ask: Ask, name: string, args: string[], mostBytes = WORDS_BYTES): Promise<PacketReader> {
  const headers = {
    ...VERSION_2,
    'content-type': 'application/x-git-upload-pack-request',
    accept: 'application/x-git-upload-pack-result',
  }
  const body = Buffer.concat([packet(`command=${name}`), DELIMITER, ...args.map((arg) => packet(arg)), FLUSH])
  return new PacketReader(await ask('/git-upload-pack', { method: 'POST', headers, body }), mostBytes)
}

/** The text of a packet. @throws GitRefused `remote.missing` where the server says that it has no such thing */
export function wordsOf(read: Packet): string {
  requireThat(read.kind === 'data', 'request.malformed')
  const words = textOf(read.data)
  requireThat(!words.startsWith('ERR '), 'remote.missing', words.slice('ERR '.length))
  return words
}

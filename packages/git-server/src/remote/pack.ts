import type { PacketReader } from '../format/pkt-line.ts'
import { GitRefused, requireThat } from '../format/refusal.ts'
import { type Ask, command, readCapabilities, wordsOf } from './protocol.ts'

/** The pack of a fetch from a repository that stands elsewhere, as it comes. */

const BAND = { data: 1, error: 3 }

/** The bytes of the pack in the answer to a fetch. @throws GitRefused also in the middle, `remote.missing` where it has no such thing */
export async function* packOf(reader: PacketReader): AsyncGenerator<Buffer> {
  for (let read = await reader.next(); ; read = await reader.next()) {
    requireThat(read, 'pack.truncated')
    if (read.kind === 'data' && wordsOf(read) === 'packfile') break
  }
  for (let read = await reader.next(); read?.kind === 'data'; read = await reader.next()) {
    const band = read.data[0]
    if (band === BAND.error) throw new GitRefused('remote.missing', read.data.toString('utf8', 1))
    if (band === BAND.data) yield read.data.subarray(1)
  }
}

/** What these refs need beside what is had already, whole. `mostBytes` counts the frames too. */
export async function* fetchPack(
  ask: Ask,
  { wants, haves, mostBytes }: { wants: string[]; haves: string[]; mostBytes: number },
): AsyncGenerator<Buffer> {
  await readCapabilities(ask)
  const args = [...wants.map((oid) => `want ${oid}`), ...haves.map((oid) => `have ${oid}`)]
  yield* packOf(await command(ask, 'fetch', ['no-progress', 'ofs-delta', ...args, 'done'], mostBytes))
}

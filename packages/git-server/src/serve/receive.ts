import { ZERO_OID } from '../format/objects.ts'
import { FLUSH, onBand, PacketReader, packet } from '../format/pkt-line.ts'
import { GitRefused } from '../format/refusal.ts'
import { acceptPush, type Push } from '../push/accept.ts'
import { type Command, readCommands } from '../push/commands.ts'
import type { Version } from '../store/repository.ts'

export type Receiving = Omit<Push, 'commands' | 'pack'> & {
  /** Told of a version that was kept, before the pusher hears of it. */
  onVersion?: (version: Version) => Promise<void>
}

/** Takes a push and reports on it, in the protocol's own way and in words. */
export async function receivePack(receiving: Receiving, body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const reader = new PacketReader(body, receiving.limits.requestBytes)
  const head = await readCommands(reader, receiving.limits)
  if (!head) return FLUSH
  const { commands, capabilities } = head
  const refusal = await tryPush(receiving, commands, reader)
  if (!capabilities.has('report-status')) return Buffer.alloc(0)
  const report = Buffer.concat([...reportOf(commands, refusal).map(packet), FLUSH])
  if (!capabilities.has('side-band-64k')) return report
  const parts: Buffer[] = []
  if (refusal) for await (const part of onBand(2, once(`${refusal.message}\n`))) parts.push(part)
  for await (const part of onBand(1, once(report))) parts.push(part)
  return Buffer.concat([...parts, FLUSH])
}

async function* once(content: string | Buffer): AsyncGenerator<Buffer> {
  yield Buffer.from(content)
}

async function tryPush(
  receiving: Receiving,
  commands: Command[],
  reader: PacketReader,
): Promise<GitRefused | undefined> {
  const hasPack = commands.some(({ to }) => to !== ZERO_OID)
  try {
    const version = await acceptPush({ ...receiving, commands, pack: hasPack ? reader.rest() : undefined })
    await receiving.onVersion?.(version)
    return undefined
  } catch (error) {
    if (error instanceof GitRefused) return error
    throw error
  }
}

/** A push is taken whole or not at all, also when it is not asked to be atomic: it is one version. */
function reportOf(commands: Command[], refusal: GitRefused | undefined): string[] {
  if (!refusal) return ['unpack ok', ...commands.map(({ name }) => `ok ${name}`)]
  const unpack = refusal.code.startsWith('ref.') ? 'unpack ok' : `unpack ${refusal.code}`
  return [unpack, ...commands.map(({ name }) => `ng ${name.replace(/[^\x21-\x7e]/g, '?')} ${refusal.code}`)]
}

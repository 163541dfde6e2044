import { checkRefName, checkRefsTogether } from '../checks/refs.ts'
import type { Limits } from '../format/limits.ts'
import { OID, ZERO_OID } from '../format/objects.ts'
import { type PacketReader, textOf } from '../format/pkt-line.ts'
import { GitRefused, requireThat } from '../format/refusal.ts'
import type { Ref } from '../store/repository.ts'

/** One wish of a push: this ref, from what the pusher saw to what it shall be. Zeros mean that there is none. */
export type Command = { name: string; from: string; to: string }

export type PushHead = { commands: Command[]; capabilities: Set<string> }

/** What the pusher may do beside adding. */
export type PushPolicy = { mayDelete: boolean; mayRewrite: boolean }

/** Reads the commands before the pack. Undefined when there is nothing, as git asks first to see whether it may. */
export async function readCommands(reader: PacketReader, limits: Limits): Promise<PushHead | undefined> {
  const commands: Command[] = []
  let capabilities = new Set<string>()
  for (let read = await reader.next(); ; read = await reader.next()) {
    if (read?.kind === 'flush') break
    if (read === undefined && commands.length === 0) return undefined
    requireThat(read?.kind === 'data', 'request.malformed')
    const [line = '', words = ''] = textOf(read.data).split('\0')
    if (line.startsWith('shallow ')) throw new GitRefused('request.shallow')
    if (commands.length === 0) capabilities = new Set(words.split(' '))
    commands.push(readCommand(line))
    requireThat(commands.length <= limits.commands, 'ref.too-many')
  }
  if (capabilities.has('push-options')) throw new GitRefused('request.unsupported', 'push-options')
  return commands.length === 0 ? undefined : { commands, capabilities }
}

function readCommand(line: string): Command {
  const [from = '', to = '', ...rest] = line.split(' ')
  const name = rest.join(' ')
  // Also `push-cert`, which was not offered, ends here.
  requireThat(OID.test(from) && OID.test(to) && (from !== ZERO_OID || to !== ZERO_OID), 'request.malformed')
  return { name, from, to }
}

/** The names and oids that shall stand after the push. @throws GitRefused when a command is not for what stands now */
export function applyCommands(
  before: Record<string, Ref>,
  commands: Command[],
  policy: PushPolicy,
  limits: Limits,
): Map<string, string> {
  const after = new Map(Object.entries(before).map(([name, { oid }]) => [name, oid]))
  const seen = new Set<string>()
  for (const { name, from, to } of commands) {
    checkRefName(name)
    requireThat(!seen.has(name), 'ref.duplicate', name)
    seen.add(name)
    requireThat((after.get(name) ?? ZERO_OID) === from, 'ref.stale', name)
    if (to === ZERO_OID) {
      requireThat(policy.mayDelete, 'ref.delete', name)
      after.delete(name)
    } else after.set(name, to)
  }
  checkRefsTogether([...after.keys()], limits.refs)
  return after
}

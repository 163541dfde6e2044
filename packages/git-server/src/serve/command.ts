import { type PacketReader, textOf } from '../format/pkt-line.ts'
import { requireThat } from '../format/refusal.ts'

/** A request of protocol version 2: its command and the lines of its arguments. */
export type Command2 = { command: string; args: string[] }

/** Reads one command. @throws GitRefused when it is none, or in another hash than SHA-1 */
export async function readCommand2(reader: PacketReader): Promise<Command2> {
  let command = ''
  const args: string[] = []
  let isArgument = false
  for (let read = await reader.next(); read && read.kind !== 'flush'; read = await reader.next()) {
    if (read.kind === 'delimiter') {
      requireThat(!isArgument, 'request.malformed')
      isArgument = true
      continue
    }
    const line = textOf(read.data)
    if (isArgument) args.push(line)
    else if (line.startsWith('command=')) command = line.slice('command='.length)
    else requireThat(!/^object-format=(?!sha1$)|^server-option=/.test(line), 'request.unsupported', line)
  }
  return { command, args }
}

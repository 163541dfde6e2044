import { TERMINAL_IDLE_SECONDS, TerminalClientMessage } from '@trove/contract/compute/terminal'
import type { ShellChannel } from '../machine/machine.ts'
import { LeaseSocket } from './lease-socket.ts'

/** The machine is not read from while more than the first waits in the socket, until less than the second does. */
const OUTPUT_HIGH_BYTES = 1_048_576
const OUTPUT_LOW_BYTES = 262_144
/** What a person typed and the machine has not taken. */
const INPUT_MAX_BYTES = 1_048_576

type Open = Extract<TerminalClientMessage, { type: 'open' }>
type More = Exclude<TerminalClientMessage, { type: 'open' }>

/** One terminal: a socket on this side, a shell on the other. */
export class TerminalSession extends LeaseSocket<Open, More, never> {
  protected readonly kind = 'terminal'
  protected readonly idleSeconds = TERMINAL_IDLE_SECONDS

  protected readMessage(text: string) {
    const message = TerminalClientMessage.parse(JSON.parse(text))
    return message.type === 'open' ? { open: message } : { more: message }
  }

  protected async connect({ orderId, userId }: { orderId: string; userId: string }, { cols, rows }: Open) {
    const { target, login } = await this.deps.access.useForTerminal(orderId, userId)
    return this.deps.machine.openShell(target, login, { cols, rows, term: 'xterm-256color' })
  }

  protected pass(message: More, shell: ShellChannel): void {
    this.activeAtMs = Date.now()
    if (message.type === 'resize') shell.resize(message)
    else shell.stream.write(message.data)
    if (shell.stream.writableLength > INPUT_MAX_BYTES) this.close('too-much')
  }

  protected forward(part: Buffer): void {
    this.activeAtMs = Date.now()
    const stream = this.channel!.stream
    this.socket.send(part, { binary: true }, () => {
      if (stream.isPaused() && this.socket.bufferedAmount < OUTPUT_LOW_BYTES) stream.resume()
    })
    if (this.socket.bufferedAmount > OUTPUT_HIGH_BYTES) stream.pause()
  }
}

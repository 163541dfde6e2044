import type { WebSocket } from '@fastify/websocket'
import {
  TERMINAL_IDLE_SECONDS,
  TerminalClientMessage,
  type TerminalServerMessage,
} from '@trove/contract/compute/terminal'
import type { RawData } from 'ws'
import type { Log } from '../../../platform/base/log.ts'
import type { TicketFor, Tickets } from '../../../platform/tickets.ts'
import type { Access } from '../access/service.ts'
import { type MachineDriver, MachineUnreachable, type ShellChannel } from '../machine/machine.ts'
import type { TerminalStore, TerminalSubject } from './store.ts'

export type TerminalDeps = {
  store: TerminalStore
  tickets: Tickets<TerminalSubject>
  access: Access
  machine: MachineDriver
  log: Log
  /** Whether the session is still valid. */
  isSessionOpen(sessionId: string): Promise<boolean>
}
export type CloseReason = Extract<TerminalServerMessage, { type: 'closed' }>['reason']

const OPEN_WITHIN_MS = 5_000
const TICK_MS = 5_000
const PING_EVERY_TICKS = 5
/** The machine is not read from while more than the first waits in the socket, until less than the second does. */
const OUTPUT_HIGH_BYTES = 1_048_576
const OUTPUT_LOW_BYTES = 262_144
/** What a person typed and the machine has not taken. */
const INPUT_MAX_BYTES = 1_048_576
const NORMAL_CLOSURE = 1000

/** One terminal: a socket on this side, a shell on the other. What passes between is kept nowhere. */
export class TerminalSession {
  private readonly socket: WebSocket
  private readonly deps: TerminalDeps
  private shell: ShellChannel | undefined
  private terminalId: string | undefined
  private orderId = ''
  private sessionId = ''
  private state: 'waiting' | 'opening' | 'open' | 'closed' = 'waiting'
  private activeAtMs = Date.now()
  private ticks = 0
  private hasPong = true
  private readonly opening: NodeJS.Timeout
  private ticker: NodeJS.Timeout | undefined

  constructor(socket: WebSocket, deps: TerminalDeps) {
    this.socket = socket
    this.deps = deps
    this.opening = setTimeout(() => this.close('denied'), OPEN_WITHIN_MS)
    socket.on('message', (data, isBinary) => this.receive(data, isBinary))
    socket.on('pong', () => {
      this.hasPong = true
    })
    socket.on('error', () => this.release())
    socket.on('close', () => this.release())
  }

  /** Sends the reason to the other side and releases everything. */
  close(reason: CloseReason): void {
    if (this.state === 'closed') return
    this.send({ type: 'closed', reason })
    this.release()
    this.socket.close(NORMAL_CLOSURE, reason)
  }

  private send(message: TerminalServerMessage): void {
    if (this.socket.readyState === this.socket.OPEN) this.socket.send(JSON.stringify(message))
  }

  private receive(data: RawData, isBinary: boolean): void {
    const message = isBinary ? undefined : readMessage(data)
    const isExpected = (message?.type === 'open') === (this.state === 'waiting')
    if (!message || !isExpected) this.close('denied')
    else if (message.type === 'open') this.begin(message)
    else if (this.state === 'open' && this.shell) this.pass(message, this.shell)
  }

  private begin(message: Extract<TerminalClientMessage, { type: 'open' }>): void {
    this.state = 'opening'
    clearTimeout(this.opening)
    this.open(message).catch((error) => this.fail(error))
  }

  private pass(message: Exclude<TerminalClientMessage, { type: 'open' }>, shell: ShellChannel): void {
    this.activeAtMs = Date.now()
    if (message.type === 'resize') shell.resize(message)
    else shell.stream.write(message.data)
    if (shell.stream.writableLength > INPUT_MAX_BYTES) this.close('too-much')
  }

  private async open({ ticket, cols, rows }: { ticket: string; cols: number; rows: number }): Promise<void> {
    const right = await this.deps.tickets.redeem(ticket)
    if (!right) return this.close('denied')
    const used = await this.take(right)
    if (!used) return
    const shell = await this.deps.machine.openShell(used.target, used.login, { cols, rows, term: 'xterm-256color' })
    // The socket may have gone while the machine was being reached.
    if (this.state !== 'opening') return shell.close()
    this.shell = shell
    this.state = 'open'
    this.activeAtMs = Date.now()
    shell.stream.on('data', (part: Buffer) => this.forward(part))
    shell.stream.once('close', () => this.close('exit'))
    this.ticker = setInterval(() => void this.tick().catch((error) => this.fail(error)), TICK_MS)
    this.send({ type: 'ready' })
  }

  /** Counts the terminal against the user's limit and logs it; undefined when it may not be opened. */
  private async take({ userId, sessionId, subject }: TicketFor<TerminalSubject>) {
    const terminalId = await this.deps.store.open(userId, subject.offerId)
    if (!terminalId) return void this.close('too-much')
    this.terminalId = terminalId
    this.orderId = subject.orderId
    this.sessionId = sessionId
    if (this.state !== 'opening') return void this.forget()
    return this.deps.access.useForTerminal(subject.orderId, userId)
  }

  private forward(part: Buffer): void {
    if (this.state !== 'open') return
    this.activeAtMs = Date.now()
    const stream = this.shell!.stream
    this.socket.send(part, { binary: true }, () => {
      if (stream.isPaused() && this.socket.bufferedAmount < OUTPUT_LOW_BYTES) stream.resume()
    })
    if (this.socket.bufferedAmount > OUTPUT_HIGH_BYTES) stream.pause()
  }

  private async tick(): Promise<void> {
    if (Date.now() - this.activeAtMs > TERMINAL_IDLE_SECONDS * 1000) return this.close('idle')
    this.ticks += 1
    if (this.ticks % PING_EVERY_TICKS === 0) {
      if (!this.hasPong) return this.socket.terminate()
      this.hasPong = false
      this.socket.ping()
    }
    if (!(await this.deps.isSessionOpen(this.sessionId))) return this.close('signed-out')
    if (!(await this.deps.access.isOpen(this.orderId))) return this.close('lease-ended')
    if (this.terminalId) await this.deps.store.touch(this.terminalId)
  }

  private fail(error: unknown): void {
    const isExpected = error instanceof MachineUnreachable
    if (isExpected) this.deps.log.info({ reason: error.reason }, 'a terminal could not reach its machine')
    else this.deps.log.warn({ err: error }, 'a terminal was closed by an error')
    this.close(isExpected ? 'unreachable' : 'denied')
  }

  private release(): void {
    if (this.state === 'closed') return
    this.state = 'closed'
    clearTimeout(this.opening)
    clearInterval(this.ticker)
    this.shell?.close()
    this.forget()
  }

  private forget(): void {
    const id = this.terminalId
    this.terminalId = undefined
    // Left behind, it falls silent and is swept.
    if (id) this.deps.store.close(id).catch(() => undefined)
  }
}

function readMessage(data: RawData): TerminalClientMessage | undefined {
  try {
    return TerminalClientMessage.safeParse(JSON.parse(String(data))).data
  } catch {
    return undefined
  }
}

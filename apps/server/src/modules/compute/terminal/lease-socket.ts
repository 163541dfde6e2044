import type { WebSocket } from '@fastify/websocket'
import type { RawData } from 'ws'
import type { Log } from '../../../platform/base/log.ts'
import type { TicketFor, Tickets } from '../../../platform/tickets.ts'
import { type MachineDriver, MachineUnreachable, type ShellChannel } from '../machine/machine.ts'
import { type LeaseRightDeps, watchRight } from './lease-right.ts'
import type { TerminalStore, TerminalSubject } from './store.ts'

export type LeaseSocketDeps = LeaseRightDeps & {
  store: TerminalStore
  tickets: Tickets<TerminalSubject>
  machine: MachineDriver
  log: Log
}
/** Why either kind of socket ends; each kind may have reasons of its own. */
export type LeaseSocketEnd =
  | 'exit'
  | 'idle'
  | 'lease-ended'
  | 'signed-out'
  | 'denied'
  | 'unreachable'
  | 'too-much'
  | 'stopping'

const OPEN_WITHIN_MS = 5_000
const TICK_MS = 5_000
const PING_EVERY_TICKS = 5
const NORMAL_CLOSURE = 1000

/**
 * A socket on this side and a channel to a leased machine on the other: opened with a one-use ticket, and open as long as
 * the session, the lease and somebody's use of it last. What passes between is kept nowhere.
 */
export abstract class LeaseSocket<Open extends { ticket: string }, More, End extends string> {
  protected readonly socket: WebSocket
  protected readonly deps: LeaseSocketDeps
  protected channel: ShellChannel | undefined
  protected state: 'waiting' | 'opening' | 'open' | 'closed' = 'waiting'
  protected activeAtMs = Date.now()
  private countedId: string | undefined
  private orderId = ''
  private findEnd: ReturnType<typeof watchRight> = async () => 'lost'
  private ticks = 0
  private hasPong = true
  private isHeard = false
  private readonly opening: NodeJS.Timeout
  private ticker: NodeJS.Timeout | undefined

  constructor(socket: WebSocket, deps: LeaseSocketDeps) {
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

  /** What is counted against the limit of each person. */
  protected abstract readonly kind: 'terminal' | 'cockpit'
  protected abstract readonly idleSeconds: number
  /** What the other side said; undefined is no message of the contract. `open` is the first of all, and only the first. */
  protected abstract readMessage(text: string): { open: Open } | { more: More } | undefined
  /** Reaches the machine; the right to do so has been checked. */
  protected abstract connect(
    subject: { orderId: string; userId: string },
    open: Open,
  ): Promise<ShellChannel | undefined>
  /** A message while the channel is open. */
  protected abstract pass(message: More, channel: ShellChannel): void
  /** Bytes from the machine. */
  protected abstract forward(part: Buffer): void

  /** Sends the reason to the other side and releases everything. */
  close(reason: LeaseSocketEnd | End): void {
    if (this.state === 'closed') return
    this.send({ type: 'closed', reason })
    this.release()
    this.socket.close(NORMAL_CLOSURE, reason)
  }

  protected send(message: object): void {
    if (this.socket.readyState === this.socket.OPEN) this.socket.send(JSON.stringify(message))
  }

  private receive(data: RawData, isBinary: boolean): void {
    const message = isBinary ? undefined : this.parse(data)
    const isOpen = message !== undefined && 'open' in message
    if (!message || isOpen !== (this.state === 'waiting')) this.close('denied')
    else if ('open' in message) this.begin(message.open)
    else if (this.state === 'open' && this.channel) this.pass(message.more, this.channel)
  }

  private parse(data: RawData) {
    try {
      return this.readMessage(String(data))
    } catch {
      return undefined
    }
  }

  private begin(open: Open): void {
    this.state = 'opening'
    clearTimeout(this.opening)
    this.open(open).catch((error) => this.fail(error))
  }

  private async open(open: Open): Promise<void> {
    const right = await this.deps.tickets.redeem(open.ticket)
    if (!right) return this.close('denied')
    if (!(await this.count(right))) return
    const channel = await this.connect({ orderId: this.orderId, userId: right.userId }, open)
    // The socket may have gone while the machine was being reached.
    if (!channel || this.state !== 'opening') return channel?.close()
    this.channel = channel
    this.state = 'open'
    this.activeAtMs = Date.now()
    channel.stream.on('data', (part: Buffer) => {
      this.isHeard = true
      if (this.state === 'open') this.forward(part)
    })
    channel.stream.once('close', () => this.close('exit'))
    this.ticker = setInterval(() => void this.tick().catch((error) => this.fail(error)), TICK_MS)
    this.send({ type: 'ready' })
  }

  /** Counts the socket against the person's limit; false when it may not be opened. */
  private async count({ userId, sessionId, subject }: TicketFor<TerminalSubject>): Promise<boolean> {
    const id = await this.deps.store.open(userId, subject.offerId, this.kind)
    if (!id) {
      this.close('too-much')
      return false
    }
    this.countedId = id
    this.orderId = subject.orderId
    this.findEnd = watchRight(this.deps, { sessionId, orderId: subject.orderId })
    if (this.state === 'opening') return true
    this.forget()
    return false
  }

  private async tick(): Promise<void> {
    if (Date.now() - this.activeAtMs > this.idleSeconds * 1000) return this.close('idle')
    this.ticks += 1
    if (this.ticks % PING_EVERY_TICKS === 0) {
      if (!this.hasPong) return this.socket.terminate()
      this.hasPong = false
      this.socket.ping()
    }
    const end = await this.findEnd()
    // The page opens another one by itself as soon as a process can.
    if (end) return this.close(end === 'lost' ? 'stopping' : end)
    // Untouched for a while it is swept; the next tick tries again.
    const wasHeard = this.isHeard
    this.isHeard = false
    if (this.countedId) await this.deps.store.touch(this.countedId, wasHeard).catch(() => undefined)
  }

  private fail(error: unknown): void {
    const isExpected = error instanceof MachineUnreachable
    if (isExpected) this.deps.log.info({ reason: error.reason }, `a ${this.kind} could not reach its machine`)
    else this.deps.log.warn({ err: error }, `a ${this.kind} was closed by an error`)
    this.close(isExpected ? 'unreachable' : 'denied')
  }

  private release(): void {
    if (this.state === 'closed') return
    this.state = 'closed'
    clearTimeout(this.opening)
    clearInterval(this.ticker)
    this.channel?.close()
    this.forget()
  }

  private forget(): void {
    const id = this.countedId
    this.countedId = undefined
    // Left behind, it falls silent and is swept.
    if (id) this.deps.store.close(id).catch(() => undefined)
  }
}

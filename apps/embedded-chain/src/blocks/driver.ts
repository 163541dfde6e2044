import type { BlockRecord, Hex } from '../store/block-record.ts'
import type { ChainStore } from '../store/chain-store.ts'
import { type DurableChain, NotKept } from './durable-chain.ts'
import { SLOT_MS, TIMESTAMP_KEY } from './genesis.ts'
import type { Pool } from './pool.ts'
import { relayOverrides } from './randomness.ts'
import { u64From } from './scale.ts'
import { isWorthKeeping } from './validity.ts'

export type DriverOptions = {
  /** From the start of one block to the start of the next, by the clock; 0: as fast as it can. */
  blockMs: number
  /** Told of each block that could not be built; the next one is tried in its turn. */
  onFailure: (error: unknown, inARow: number) => void
  /** Told once when the disk is full, with why, and once when there is room again, without. */
  onRoom: (error?: NotKept) => void
  /** Told when a block takes so long that nothing can be hoped for any more. */
  onStuck: () => void
}

const STUCK_MS = 120_000

/**
 * Five minutes. A chain that stood still for longer, or whose machine slept, goes on at the clock's time: bills and days are
 * dated by it. All its periods count blocks, so nobody loses by a leap.
 */
const MOST_SLOTS_BEHIND = 50

/** How long a full disk is left alone between two tries, however fast blocks follow each other otherwise. */
const ROOM_PAUSE_MS = SLOT_MS

/** One takes some 150 ms where the block is built step by step, so this many fit into a block's time; more wait for the next. */
const MOST_EXTRINSICS = 40

/** Builds block after block: asks the pool, adds the relay chain's part, and keeps the beat. */
export class Driver {
  readonly #chain: DurableChain
  readonly #store: ChainStore
  readonly #pool: Pool
  readonly #options: DriverOptions
  #timer: NodeJS.Timeout | undefined
  #building: Promise<unknown> = Promise.resolve()
  #isStopped = false
  #failures = 0
  #isDiskFull = false
  /** What was in a block that could not be built. */
  #suspects: Hex[] = []

  constructor(chain: DurableChain, store: ChainStore, pool: Pool, options: DriverOptions) {
    this.#chain = chain
    this.#store = store
    this.#pool = pool
    this.#options = options
  }

  /** No block is kept for want of room on the disk: the chain stands still, and goes on by itself once there is some. */
  get isDiskFull(): boolean {
    return this.#isDiskFull
  }

  /** Begins to build; the first block at once. */
  start(): void {
    this.#timer = setTimeout(() => this.#beat(), 0)
  }

  /** Ends building; resolves when the block under way is done. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#building
  }

  /** Builds one block now. @throws Error when the runtime cannot build it, NotKept when the disk does not take it */
  async buildBlock(): Promise<BlockRecord> {
    const slot = this.#nextSlot()
    // After a block that failed, one without transactions tells whether they were to blame.
    const transactions = this.#suspects.length > 0 ? [] : this.#pool.select(MOST_EXTRINSICS)
    const { refused, trapped } = await this.#chain
      .addBlock(transactions, relayOverrides(slot))
      .catch((error: unknown) => {
        // A full disk says nothing of transactions. Those that were under suspicion stay so.
        if (!(error instanceof NotKept)) this.#suspects = transactions
        throw error
      })
    const hopeless = refused.filter(([, error]) => !isWorthKeeping(error)).map(([extrinsic]) => extrinsic)
    // What trapped the runtime once would trap it again.
    for (const extrinsic of [...this.#suspects, ...trapped, ...hopeless]) this.#pool.refuse(extrinsic)
    this.#suspects = []
    const { head } = this.#store
    this.#pool.noteBlock(head.number, head.hash, head.extrinsics)
    return head
  }

  /** The next block's slot: the one after the head's, or the clock's where the chain has fallen far behind it. */
  #nextSlot(): number {
    const { number } = this.#store.head
    const now = this.#store.state.valueAt(number, TIMESTAMP_KEY)
    if (now === undefined) throw new Error('the state has no time')
    const next = Number(u64From(now)) / SLOT_MS + 1
    const clock = Math.floor(Date.now() / SLOT_MS)
    // Chopsticks has rules of its own for block 1.
    if (number === 0 || clock - next <= MOST_SLOTS_BEHIND) return next
    this.#chain.goOnFrom((clock - 1) * SLOT_MS)
    return clock
  }

  #beat(): void {
    const startedAt = performance.now()
    const alarm = setTimeout(this.#options.onStuck, STUCK_MS)
    this.#building = this.buildBlock()
      .then(
        () => this.#noteKept(),
        (error: unknown) => this.#noteFailure(error),
      )
      .then(() => {
        clearTimeout(alarm)
        if (this.#isStopped) return
        const tookMs = performance.now() - startedAt
        this.#timer = setTimeout(() => this.#beat(), this.#pauseMs(tookMs))
      })
  }

  #pauseMs(tookMs: number): number {
    const { blockMs } = this.#options
    // On a busy machine whoever asks between two blocks has as much time as a block takes.
    const leastMs = this.#isDiskFull ? ROOM_PAUSE_MS : blockMs === 0 ? 0 : tookMs
    return Math.max(leastMs, blockMs - tookMs)
  }

  #noteKept(): void {
    this.#failures = 0
    if (!this.#isDiskFull) return
    this.#isDiskFull = false
    this.#options.onRoom()
  }

  /** A full disk is no failure of the chain's, and a new process would find it as full: it is waited for, however long. */
  #noteFailure(error: unknown): void {
    if (error instanceof NotKept && error.isForWantOfRoom) {
      if (!this.#isDiskFull) this.#options.onRoom(error)
      this.#isDiskFull = true
      return
    }
    this.#failures += 1
    this.#options.onFailure(error, this.#failures)
  }
}

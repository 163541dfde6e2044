import type { Hex } from '../store/block-record.ts'
import { POOL_CODE, PoolRefusal } from './validity.ts'

/** What the runtime says of a valid transaction. Tags name what it needs and gives, such as an account's nonce. */
export type Validity = { priority: bigint; requires: string[]; provides: string[]; longevityBlocks: bigint }

export type PoolStatus =
  | 'future'
  | 'ready'
  | 'invalid'
  | 'dropped'
  | { usurped: Hex }
  | { inBlock: Hex }
  | { finalized: Hex }

type Entry = {
  extrinsic: Hex
  hash: Hex
  arrival: number
  priority: bigint
  provides: string[]
  /** Tags that neither the chain nor a block has given yet. */
  missing: Set<string>
  lastBlock: bigint
  watchers: Set<(status: PoolStatus) => void>
}

const MOST_ENTRIES = 1024
const MOST_CHARS = 8_000_000
/** How long a transaction may wait for another that never comes. */
const WAIT_BLOCKS = 256n

/**
 * Transactions that wait for a block, in the order the chain demands: one is handed out only after all that it builds
 * on, so an account's transactions go in by their nonces however they arrived.
 */
export class Pool {
  readonly #entries = new Map<Hex, Entry>()
  /** What the newest block took in. */
  #inBlock: { entry: Entry; block: Hex }[] = []
  #arrivals = 0
  #chars = 0

  /** All that wait, oldest first. */
  get extrinsics(): Hex[] {
    return [...this.#entries.values()].map(({ extrinsic }) => extrinsic)
  }

  /** Whether a transaction that gives this tag waits. */
  provides(tag: string): boolean {
    return [...this.#entries.values()].some((entry) => entry.provides.includes(tag))
  }

  /**
   * Takes in a transaction that is valid on top of block `number`.
   * @throws PoolRefusal when it is already in, the pool is full, or a better one has its place
   */
  add(extrinsic: Hex, hash: Hex, validity: Validity, number: number): void {
    if (this.#entries.has(hash)) throw new PoolRefusal(POOL_CODE.alreadyIn, 'Transaction Already Imported', hash)
    const rivals = [...this.#entries.values()].filter((entry) =>
      entry.provides.some((tag) => validity.provides.includes(tag)),
    )
    if (rivals.some(({ priority }) => priority >= validity.priority))
      throw new PoolRefusal(POOL_CODE.tooLowPriority, 'Priority is too low', 'a waiting transaction has this nonce')
    for (const rival of rivals) this.#remove(rival, { usurped: hash })
    if (this.#entries.size >= MOST_ENTRIES || this.#chars + extrinsic.length > MOST_CHARS)
      throw new PoolRefusal(POOL_CODE.full, 'Immediately Dropped', 'the pool is full')
    const { priority, provides, requires, longevityBlocks } = validity
    const longest = requires.length > 0 && longevityBlocks > WAIT_BLOCKS ? WAIT_BLOCKS : longevityBlocks
    const lastBlock = BigInt(number) + longest
    const order = { arrival: this.#arrivals++, priority, lastBlock }
    const tags = { provides, missing: new Set(requires) }
    this.#entries.set(hash, { extrinsic, hash, ...order, ...tags, watchers: new Set() })
    this.#chars += extrinsic.length
  }

  /** Tells what becomes of a waiting transaction; answers how to stop being told. */
  watch(hash: Hex, tell: (status: PoolStatus) => void): () => void {
    const entry = this.#entries.get(hash)
    entry?.watchers.add(tell)
    if (entry) tell(this.#isReady(entry) ? 'ready' : 'future')
    return () => entry?.watchers.delete(tell)
  }

  /** The transactions for the next block: those that stand on nothing missing, the most urgent first. */
  select(most: number): Hex[] {
    const waiting = [...this.#entries.values()].sort(
      (a, b) => (a.priority === b.priority ? 0 : a.priority > b.priority ? -1 : 1) || a.arrival - b.arrival,
    )
    const given = new Set<string>()
    const chosen: Hex[] = []
    for (let hasMore = true; hasMore && chosen.length < most; ) {
      const index = waiting.findIndex(({ missing }) => [...missing].every((tag) => given.has(tag)))
      hasMore = index >= 0
      for (const { extrinsic, provides } of index >= 0 ? waiting.splice(index, 1) : []) {
        chosen.push(extrinsic)
        for (const tag of provides) given.add(tag)
      }
    }
    return chosen
  }

  /**
   * Takes note of a block: what is in it leaves, what it gave is missing no more, what is too old goes. That its transactions are
   * final is told with the block after it. They are so at once, but a client reads the block when it hears of it, and polkadot{.js}
   * throws that away for the next word that comes meanwhile: its users would never hear that they are in a block.
   */
  noteBlock(number: number, hash: Hex, extrinsics: Hex[]): void {
    for (const { entry, block } of this.#inBlock.splice(0)) this.#tell(entry, { finalized: block })
    const included = new Set(extrinsics)
    const given = new Set<string>()
    for (const entry of this.#entries.values())
      if (included.has(entry.extrinsic)) {
        for (const tag of entry.provides) given.add(tag)
        this.#remove(entry, { inBlock: hash })
        this.#inBlock.push({ entry, block: hash })
      }
    for (const entry of this.#entries.values()) {
      if (BigInt(number) >= entry.lastBlock) this.#remove(entry, 'dropped')
      const wasReady = this.#isReady(entry)
      for (const tag of given) entry.missing.delete(tag)
      if (!wasReady && this.#isReady(entry)) this.#tell(entry, 'ready')
    }
  }

  /** Takes out what the chain refused when it was to go in. */
  refuse(extrinsic: Hex): void {
    for (const entry of this.#entries.values()) if (entry.extrinsic === extrinsic) this.#remove(entry, 'invalid')
  }

  #isReady(entry: Entry): boolean {
    return entry.missing.size === 0
  }

  #remove(entry: Entry, status: PoolStatus): void {
    this.#entries.delete(entry.hash)
    this.#chars -= entry.extrinsic.length
    this.#tell(entry, status)
  }

  #tell(entry: Entry, status: PoolStatus): void {
    for (const tell of entry.watchers) tell(status)
  }
}

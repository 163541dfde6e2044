import { mkdir } from 'node:fs/promises'
import { type BlockRecord, type Hex, parentHashOf } from './block-record.ts'
import { removeHalves } from './durable-file.ts'
import { HashFile } from './hash-file.ts'
import { Journal, readJournal, removeJournal } from './journal.ts'
import { findSnapshot, listSnapshots, removeSnapshot, type Snapshot, writeSnapshot } from './snapshot.ts'
import { State } from './state.ts'

export type StoreOptions = {
  /** Blocks between two snapshots. */
  segmentBlocks: number
  /** Blocks whose bodies and states stay readable; whole segments are dropped. */
  keptBlocks: number
  /** Told when a snapshot could not be written; it is tried again at the next block. */
  onTrouble: (error: unknown) => void
}

/** Blocks whose states are read from memory; older ones come from their segment's files. */
const RECENT_BLOCKS = 64

type Segment = { base: number; state: State; records: BlockRecord[] }

/**
 * Keeps a chain in a folder: a snapshot of the whole state every so many blocks, and a journal of the blocks after
 * each. A block that was appended is never lost; killed at any step, it opens again at the last appended block.
 */
export class ChainStore {
  readonly #folder: string
  readonly #options: StoreOptions
  readonly #hashes: HashFile
  readonly #recent: BlockRecord[] = []
  readonly #state: State
  #bases: number[]
  #journal: Journal
  #old: Segment | undefined
  /** An old segment that is being read, for everybody who asks for it meanwhile. */
  #loading: { base: number; head: number; segment: Promise<Segment> } | undefined

  private constructor(folder: string, options: StoreOptions, hashes: HashFile, opened: Opened) {
    this.#folder = folder
    this.#options = options
    this.#hashes = hashes
    this.#state = opened.state
    this.#bases = opened.bases
    this.#journal = opened.journal
    this.#recent = opened.records.slice(-RECENT_BLOCKS)
  }

  /**
   * Opens the chain in a folder, or founds it there with the block that `makeFirst` answers.
   * @throws Error when the folder holds a chain of which no snapshot is whole
   */
  static async open(folder: string, options: StoreOptions, makeFirst: () => Promise<Snapshot>): Promise<ChainStore> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeHalves(folder)
    if ((await listSnapshots(folder)).length === 0) {
      const first = await makeFirst()
      await writeSnapshot(folder, first.block, new State(first.block.number, first.entries, 0))
    }
    const opened = await openNewest(folder)
    const hashes = await HashFile.open(folder)
    for (const { number, hash } of opened.records) await hashes.set(number, hash)
    return new ChainStore(folder, options, hashes, opened)
  }

  /** The newest block. */
  get head(): BlockRecord {
    return this.#recent.at(-1) as BlockRecord
  }

  /** The newest state, with those of the blocks shortly before. */
  get state(): State {
    return this.#state
  }

  /** Adds the block after the head; when it resolves, the block is on the disk. */
  async append(record: BlockRecord): Promise<void> {
    if (parentHashOf(record) !== this.head.hash) throw new Error(`block ${record.number} does not follow the head`)
    // The journal last: what stands there is a block for good, and there is never another of its number.
    await this.#hashes.set(record.number, record.hash)
    await this.#journal.append(record)
    this.#state.apply(record.changes)
    this.#recent.push(record)
    if (this.#recent.length > RECENT_BLOCKS) this.#recent.shift()
    // The block is kept whatever happens to the snapshot: the journal goes on until one is written.
    const isFull = record.number - (this.#bases.at(-1) as number) >= this.#options.segmentBlocks
    if (isFull) await this.#closeSegment().catch(this.#options.onTrouble)
  }

  /** The state that holds what was after a block. @throws Error when it is no longer kept */
  async stateOf(number: number): Promise<State> {
    if (this.#state.has(number)) return this.#state
    return (await this.#segmentOf(number)).state
  }

  async findByNumber(number: number): Promise<BlockRecord | undefined> {
    const recent = this.#recent.find((record) => record.number === number)
    if (recent || number > this.head.number || number < (this.#bases[0] as number)) return recent
    const { base, records } = await this.#segmentOf(number)
    return records[number - base]
  }

  async findByHash(hash: Hex): Promise<BlockRecord | undefined> {
    const recent = this.#recent.find((record) => record.hash === hash)
    if (recent) return recent
    const number = await this.#hashes.findNumber(hash, this.#bases[0] as number, this.head.number)
    return number === undefined ? undefined : this.findByNumber(number)
  }

  /** The hash of any block there ever was. */
  findHash(number: number): Promise<Hex | undefined> {
    return this.#hashes.find(number)
  }

  async close(): Promise<void> {
    await this.#journal.close()
    await this.#hashes.close()
  }

  async #closeSegment(): Promise<void> {
    const base = this.head.number
    const { journal } = await Journal.open(this.#folder, base)
    try {
      await writeSnapshot(this.#folder, this.head, this.#state)
    } catch (error) {
      await journal.close()
      throw error
    }
    const closed = this.#journal
    this.#journal = journal
    this.#bases.push(base)
    this.#old = undefined
    await closed.close()
    await this.#dropOld()
  }

  /** Drops segments that end before what is kept; the newest two always stay, should the newest be damaged. */
  async #dropOld(): Promise<void> {
    const end = this.head.number - this.#options.keptBlocks
    while (this.#bases.length > 2 && (this.#bases[1] as number) <= end) {
      await removeSegment(this.#folder, this.#bases.shift() as number)
    }
  }

  async #segmentOf(number: number): Promise<Segment> {
    const base = this.#bases.findLast((candidate) => candidate <= number)
    // The newest segment may have grown since it was read.
    if (this.#old && this.#old.base === base && number <= this.#old.state.number) return this.#old
    if (base === undefined) throw new Error(`block ${number} is no longer kept`)
    // What is read holds every block that was appended before the reading began.
    if (this.#loading?.base === base && number <= this.#loading.head) return await this.#loading.segment
    const head = this.head.number
    const loading = { base, head, segment: this.#load(base, head) }
    this.#loading = loading
    try {
      this.#old = await loading.segment
      return this.#old
    } finally {
      if (this.#loading === loading) this.#loading = undefined
    }
  }

  /**
   * Reads a segment up to the head as it is now. The journal may hold a block behind it: one that the disk took and
   * whose append failed even so, which is none, or one that is being appended.
   * @throws Error when the segment is no longer kept
   */
  async #load(base: number, head: number): Promise<Segment> {
    const snapshot = await findSnapshot(this.#folder, base)
    if (!snapshot) throw new Error(`block ${base} is no longer kept`)
    const records = (await readJournal(this.#folder, base)).filter(({ number }) => number <= head)
    const state = new State(base, snapshot.entries, records.length)
    for (const { changes } of records) state.apply(changes)
    return { base, state, records: [snapshot.block, ...records] }
  }
}

type Opened = { state: State; bases: number[]; journal: Journal; records: BlockRecord[] }

/** Opens at the newest whole snapshot; a damaged newer one is made up for by the journals from there on. */
async function openNewest(folder: string): Promise<Opened> {
  const bases = await listSnapshots(folder)
  for (const [index, base] of [...bases.entries()].toReversed()) {
    const snapshot = await findSnapshot(folder, base)
    if (!snapshot || (await isOvertaken(folder, bases[index - 1], base))) continue
    const state = new State(base, snapshot.entries, RECENT_BLOCKS)
    const records = [snapshot.block]
    const known = bases.slice(0, index + 1)
    let opened = await Journal.open(folder, base)
    for (;;) {
      for (const record of opened.records) state.apply(record.changes)
      records.push(...opened.records)
      if (!bases.includes(state.number) || opened.records.length === 0) break
      known.push(state.number)
      await opened.journal.close()
      opened = await Journal.open(folder, state.number)
    }
    for (const stray of bases.filter((other) => !known.includes(other))) await removeSegment(folder, stray)
    return { state, bases: known, journal: opened.journal, records }
  }
  throw new Error(`no snapshot in ${folder} is whole`)
}

/** Whether the journal before a snapshot goes on behind it: the snapshot appeared, but its writer took it for failed. */
async function isOvertaken(folder: string, before: number | undefined, base: number): Promise<boolean> {
  if (before === undefined) return false
  return ((await readJournal(folder, before)).at(-1)?.number ?? 0) > base
}

async function removeSegment(folder: string, base: number): Promise<void> {
  // The journal first: a snapshot without one is a segment of no blocks, the other way round is a riddle.
  await removeJournal(folder, base)
  await removeSnapshot(folder, base)
}

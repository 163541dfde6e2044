import {
  Api,
  type Block,
  Blockchain,
  BuildBlockMode,
  buildBlock,
  getRuntimeVersion,
  inherentProviders,
  StorageLayer,
} from '@acala-network/chopsticks-core'
import type { TransactionValidityError } from '@polkadot/types/interfaces'
import { keepAnswers } from '../store/answers.ts'
import type { BlockRecord, Change, Hex } from '../store/block-record.ts'
import type { ChainStore } from '../store/chain-store.ts'
import { isForWantOfRoom } from '../store/durable-file.ts'
import { StateView } from '../store/state-view.ts'
import { StoredBlock } from '../store/stored-block.ts'
import { buildAtOnce } from './block-at-once.ts'
import { CODE_KEY, TIMESTAMP_KEY } from './genesis.ts'
import { Heads } from './heads.ts'
import { offlineProvider } from './offline-provider.ts'
import { u64Hex } from './scale.ts'

/** Finished blocks that are kept as objects, newest and lately asked-for ones. */
const HELD_BLOCKS = 64

/** Transactions that a block was built without: those that the runtime refused, each with its error, and those it trapped at. */
export type LeftOut = { refused: [Hex, TransactionValidityError][]; trapped: Hex[] }

/** A block was built whole, but the disk did not take it: nothing in it is to blame. */
export class NotKept extends Error {
  /** The disk is full: the next block is kept once there is room. */
  get isForWantOfRoom(): boolean {
    return isForWantOfRoom(this.cause)
  }
}

/** Chopsticks's chain with our store under it: a new block is on the disk before anybody hears of it. */
export class DurableChain extends Blockchain {
  readonly #store: ChainStore
  readonly #held = new Map<Hex, StoredBlock>()
  readonly #answers = keepAnswers()
  /** What the next block finds in the state though no block has written it: a newer runtime, a later time. */
  readonly #given = new Map<string, Hex>()
  override readonly headState: Heads

  private constructor(store: ChainStore) {
    const { number, hash } = store.head
    super({
      api: new Api(offlineProvider((wanted) => store.findHash(wanted))),
      buildBlockMode: BuildBlockMode.Manual,
      inherentProviders,
      header: { number, hash },
      registeredTypes: {},
      // Ours to hold: theirs lead back to a node that is not there.
      maxMemoryBlockCount: 2,
    })
    this.#store = store
    this.headState = new Heads(this.head)
  }

  /** Goes on from the store's newest block. */
  static async open(store: ChainStore): Promise<DurableChain> {
    const chain = new DurableChain(store)
    await chain.setHead(chain.#hold(chain.#block(store.head, undefined)))
    return chain
  }

  /**
   * Lets the next block run on another runtime, as an upgrade by governance would, if it is the same chain's and of a
   * higher version. The runtime then moves its state by itself. Answers whether it was taken.
   */
  async adoptRuntime(code: Hex): Promise<boolean> {
    const [old, offered] = await Promise.all([this.head.runtimeVersion, getRuntimeVersion(code)])
    if (offered.specName !== old.specName || offered.specVersion <= old.specVersion) return false
    this.#given.set(CODE_KEY, code)
    return true
  }

  /** Lets the next block follow this moment of the chain's time, as after a chain stood still; it must be a slot's. */
  goOnFrom(timeMs: number): void {
    this.#given.set(TIMESTAMP_KEY, u64Hex(timeMs))
  }

  /** What the next block is built upon. Only its builder sees what was given: an index that read it would keep it for ever. */
  #basis(): Block {
    if (this.#given.size === 0) return this.head
    const { head } = this.#store
    const state = new StorageLayer(new StateView(head.number, (number) => this.#store.stateOf(number)))
    for (const [given, to] of this.#given) state.set(given, to)
    // The same block answers otherwise so, and another runtime describes itself anew.
    const like = this.#given.has(CODE_KEY) ? undefined : this.head
    return new StoredBlock(this, head, state, like, keepAnswers())
  }

  /** Builds the next block with these transactions, and makes it the head. @throws Error when it cannot be built */
  async addBlock(transactions: Hex[], relayChainStateOverrides: [Hex, Hex][]): Promise<LeftOut> {
    const noMessages = { upwardMessages: {}, downwardMessages: [], horizontalMessages: {} }
    const params = { transactions, relayChainStateOverrides, ...noMessages }
    const basis = this.#basis()
    const whole = basis.number > 0 ? await buildAtOnce(basis, params) : undefined
    if (whole) {
      await this.onNewBlock(whole)
      return { refused: [], trapped: [] }
    }
    const refused: LeftOut['refused'] = []
    const onApplyExtrinsicError = (...one: LeftOut['refused'][number]) => void refused.push(one)
    const [block, trapped] = await buildBlock(basis, inherentProviders, params, { onApplyExtrinsicError })
    await this.onNewBlock(block)
    return { refused, trapped }
  }

  /** Takes a block that was built. @throws NotKept when the disk does not take it */
  override async onNewBlock(block: Block): Promise<void> {
    const record = await this.#recordOf(block)
    await this.#store.append(record).catch((error: Error) => {
      throw new NotKept(`block ${record.number} was not kept: ${error.message}`, { cause: error })
    })
    this.#given.clear()
    // The built block knows whether it changed the runtime, and has thrown away the old metadata if so.
    await this.setHead(this.#hold(this.#block(record, block)))
  }

  /** @param given the head where there is none; many clients write that as null */
  override async getBlock(given?: Hex | null): Promise<Block | undefined> {
    const hash = given ?? this.head.hash
    const held = this.#held.get(hash)
    if (held) return held
    const record = await this.#store.findByHash(hash)
    return record && this.#hold(await this.#older(record))
  }

  override async getBlockAt(number?: number | null): Promise<Block | undefined> {
    if (number === null || number === undefined) return this.head
    const record = await this.#store.findByNumber(number)
    return record && this.getBlock(record.hash)
  }

  /** The hash of any block up to the head, whether the block is still kept or not. */
  async findHash(number: number): Promise<Hex | undefined> {
    return number > this.head.number ? undefined : await this.#store.findHash(number)
  }

  #block(record: BlockRecord, like: Block | undefined): StoredBlock {
    const view = new StateView(record.number, (number) => this.#store.stateOf(number))
    return new StoredBlock(this, record, view, like, this.#answers)
  }

  /** A block from before; it shares the head's metadata unless the runtime has changed since. */
  async #older(record: BlockRecord): Promise<StoredBlock> {
    const code = (await this.#store.stateOf(record.number)).valueAt(record.number, CODE_KEY)
    const isSameRuntime = code === this.#store.state.valueAt(this.#store.head.number, CODE_KEY)
    return this.#block(record, isSameRuntime ? this.head : undefined)
  }

  #hold(block: StoredBlock): StoredBlock {
    this.#held.set(block.hash, block)
    for (const hash of this.#held.keys()) {
      if (this.#held.size <= HELD_BLOCKS) break
      if (hash !== this.head.hash) this.#held.delete(hash)
    }
    return block
  }

  /** Chopsticks counts values that were only read among the changes; they are left out. */
  async #recordOf(block: Block): Promise<BlockRecord> {
    const { state, head } = this.#store
    const all = Object.entries(await block.storageDiff()) as Change[]
    const changes = all
      .map(([key, value]): Change => [key, value ?? null])
      .filter(([key, value]) => value !== (state.valueAt(head.number, key) ?? null))
    for (const [key, value] of this.#given)
      if (!changes.some(([changed]) => changed === key)) changes.push([key, value])
    const { number, hash } = block
    return { number, hash, header: (await block.header).toHex(), extrinsics: await block.extrinsics, changes }
  }
}

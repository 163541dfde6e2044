import { Block, type Blockchain, type StorageLayerProvider } from '@acala-network/chopsticks-core'
import type { Header } from '@polkadot/types/interfaces'
import type { Answer, Answers } from './answers.ts'
import { type BlockRecord, type Hex, parentHashOf } from './block-record.ts'

/** A finished block as Chopsticks sees it: its record, over the flat state instead of a pile of its ancestors' layers. */
export class StoredBlock extends Block {
  readonly record: BlockRecord
  readonly #answers: Answers
  #decoded: Promise<Header> | undefined

  /**
   * @param like a block of the same runtime, whose metadata is then not made again
   * @param answers what the runtime answered about blocks, this one among them
   */
  constructor(
    chain: Blockchain,
    record: BlockRecord,
    storage: StorageLayerProvider,
    like: Block | undefined,
    answers: Answers,
  ) {
    // The header is decoded when it is asked for; see below.
    const header = undefined as unknown as Header
    super(chain, record.number, record.hash, like, { header, extrinsics: record.extrinsics, storage })
    this.record = record
    this.#answers = answers
  }

  /** A call into the runtime with this block's state. @throws Error with the runtime's words where it ends with a panic */
  override async call(method: string, args: Hex[], isAnySignatureGood = false): Promise<Answer> {
    const { specVersion } = await this.runtimeVersion
    // How a runtime describes itself depends on no state.
    const about = method.startsWith('Metadata_') ? specVersion : this.hash
    const key = [about, isAnySignatureGood, method, ...args].join(' ')
    return await this.#answers.of(key, () => super.call(method, args, isAnySignatureGood))
  }

  override get header(): Promise<Header> {
    this.#decoded ??= this.registry.then((registry) => registry.createType<Header>('Header', this.record.header))
    return this.#decoded
  }

  override get extrinsics(): Hex[] {
    return this.record.extrinsics
  }

  override get parentBlock(): Promise<Block | undefined> {
    return this.number === 0 ? Promise.resolve(undefined) : this.chain.getBlock(parentHashOf(this.record))
  }

  /** What the block changed; null where it took a key away. */
  override async storageDiff(): Promise<Record<Hex, Hex | null>> {
    return Object.fromEntries(this.record.changes) as Record<Hex, Hex | null>
  }
}

import { Block, type Blockchain, type StorageLayerProvider } from '@acala-network/chopsticks-core'
import type { Header } from '@polkadot/types/interfaces'
import { type BlockRecord, type Hex, parentHashOf } from './block-record.ts'

/** A finished block as Chopsticks sees it: its record, over the flat state instead of a pile of its ancestors' layers. */
export class StoredBlock extends Block {
  readonly record: BlockRecord
  #decoded: Promise<Header> | undefined

  /** @param like a block of the same runtime, whose metadata is then not made again */
  constructor(chain: Blockchain, record: BlockRecord, storage: StorageLayerProvider, like: Block | undefined) {
    // The header is decoded when it is asked for; see below.
    const header = undefined as unknown as Header
    super(chain, record.number, record.hash, like, { header, extrinsics: record.extrinsics, storage })
    this.record = record
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

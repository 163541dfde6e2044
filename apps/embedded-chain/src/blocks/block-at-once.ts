import {
  Block,
  type BuildBlockParams,
  inherentProviders,
  newHeader,
  runTask,
  taskHandler,
} from '@acala-network/chopsticks-core'
import type { Vec } from '@polkadot/types'
import type { EventRecord, Header } from '@polkadot/types/interfaces'
import { u8aConcat } from '@polkadot/util'
import { blake2AsU8a } from '@polkadot/util-crypto'
import type { Hex } from '../store/block-record.ts'
import { EVENTS_KEY } from './genesis.ts'

/** What stands for a block's hash while it is being built. */
const NO_HASH: Hex = `0x${'00'.repeat(32)}`
/** With one of these the runtime ends each transaction that it has taken in. */
const ENDINGS = ['ExtrinsicSuccess', 'ExtrinsicFailed']

/**
 * Builds the block after `head`, the same as Chopsticks's own builder would. It makes one call into the executor instead of
 * one for each step: the executor reads the whole runtime anew for every call, which takes longer than all the steps
 * together.
 * @param head any block but the first, for which Chopsticks has rules of its own
 * @returns undefined where not every transaction was taken in: only step by step can be told which
 * @throws Error when the runtime cannot build a block without transactions
 */
export async function buildAtOnce(head: Block, params: BuildBlockParams): Promise<Block | undefined> {
  const { transactions } = params
  const header = await newHeader(head)
  const number = header.number.toNumber()
  const draft = new Block(head.chain, number, NO_HASH, head, { header, extrinsics: [], storage: head.storage })
  const extrinsics: Hex[] = []
  for (const provider of inherentProviders) extrinsics.push(...(await provider.createInherents(draft, params)))
  extrinsics.push(...transactions)
  const calls: [string, Hex[]][] = [
    ['Core_initialize_block', [header.toHex()]],
    ...extrinsics.map((extrinsic): [string, Hex[]] => ['BlockBuilder_apply_extrinsic', [extrinsic]]),
    ['BlockBuilder_finalize_block', []],
  ]
  const options = { mockSignatureHost: false, allowUnresolvedImports: false, runtimeLogLevel: 0 }
  const response = await runTask({ wasm: await head.wasm, calls, ...options }, taskHandler(draft))
  if (!('Call' in response)) {
    // One of them may be what the runtime ended at.
    if (transactions.length > 0) return undefined
    throw new Error(response.Error)
  }
  draft.pushStorageLayer().setAll(response.Call.storageDiff)
  if (transactions.length > 0 && (await countEnded(head, draft)) !== extrinsics.length) return undefined
  const extrinsicsRoot = blake2AsU8a(u8aConcat(...extrinsics), 256)
  const registry = await head.registry
  const finished = registry.createType<Header>('Header', { ...header.toJSON(), extrinsicsRoot })
  return new Block(head.chain, number, finished.hash.toHex(), head, {
    ...{ header: finished, extrinsics, storage: head.storage },
    storageDiff: await draft.storageDiff(),
  })
}

/** How many extrinsics the runtime has taken into the block, by its own events. */
async function countEnded(head: Block, draft: Block): Promise<number> {
  const registry = await head.registry
  const written = await draft.get(EVENTS_KEY)
  const records = registry.createType<Vec<EventRecord>>('Vec<FrameSystemEventRecord>', written)
  return records.filter(({ phase, event }) => phase.isApplyExtrinsic && ENDINGS.includes(event.method)).length
}

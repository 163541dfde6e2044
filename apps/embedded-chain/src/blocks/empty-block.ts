import {
  Block,
  type BuildBlockParams,
  inherentProviders,
  newHeader,
  runTask,
  taskHandler,
} from '@acala-network/chopsticks-core'
import type { Header } from '@polkadot/types/interfaces'
import { u8aConcat } from '@polkadot/util'
import { blake2AsU8a } from '@polkadot/util-crypto'
import type { Hex } from '../store/block-record.ts'

/** What stands for a block's hash while it is being built. */
const NO_HASH: Hex = `0x${'00'.repeat(32)}`

/**
 * Builds the block after `head` without transactions, the same as Chopsticks's own builder would. It makes one call into
 * the executor instead of one for each step: the executor reads the whole runtime anew for every call, which takes longer
 * than all the steps together. Most blocks are of this kind.
 * @param head any block but the first, for which Chopsticks has rules of its own
 * @throws Error when the runtime cannot build it
 */
export async function buildEmptyBlock(head: Block, params: BuildBlockParams): Promise<Block> {
  const header = await newHeader(head)
  const number = header.number.toNumber()
  const draft = new Block(head.chain, number, NO_HASH, head, { header, extrinsics: [], storage: head.storage })
  const inherents: Hex[] = []
  for (const provider of inherentProviders) inherents.push(...(await provider.createInherents(draft, params)))
  const apply = inherents.map((inherent): [string, Hex[]] => ['BlockBuilder_apply_extrinsic', [inherent]])
  const calls: [string, Hex[]][] = [
    ['Core_initialize_block', [header.toHex()]],
    ...apply,
    ['BlockBuilder_finalize_block', []],
  ]
  const options = { mockSignatureHost: false, allowUnresolvedImports: false, runtimeLogLevel: 0 }
  // No signature is looked at: inherents have none, and the relay chain's part is made up.
  const response = await runTask({ wasm: await head.wasm, calls, ...options }, taskHandler(draft), true)
  if (!('Call' in response)) throw new Error(response.Error)
  draft.pushStorageLayer().setAll(response.Call.storageDiff)
  const extrinsicsRoot = blake2AsU8a(u8aConcat(...inherents), 256)
  const registry = await head.registry
  const finished = registry.createType<Header>('Header', { ...header.toJSON(), extrinsicsRoot })
  return new Block(head.chain, number, finished.hash.toHex(), head, {
    header: finished,
    extrinsics: inherents,
    storage: head.storage,
    storageDiff: await draft.storageDiff(),
  })
}

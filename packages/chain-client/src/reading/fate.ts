import { type HexText, toHex } from '../base/hex.ts'
import { isAbsence } from './absence.ts'
import { ChainUnreachable, type Connection } from './connection.ts'
import { finalisedHead, findBlockHash } from './finalised.ts'
import type { CallTrace, Fate, Inclusion } from './outcome.ts'
import { errorDetail, refusalOfDispatch } from './refusals.ts'
import { transactionHash } from './transaction-hash.ts'

type Block = { block: { extrinsics: HexText[] } } | null

/** Blocks that are looked through at the same time. */
const AT_ONCE = 8

/**
 * Looks for a signed call in the finalised blocks that may hold it. Its nonce is used up by one transaction only, so what is
 * in no block by the end of its time, or by the time another used the nonce, never will be.
 * @throws ChainUnreachable
 */
export async function findFate(connection: Connection, call: CallTrace): Promise<Fate> {
  const { api, read } = connection
  const finalised = await read(() => finalisedHead(connection))
  const last = Math.min(finalised.height, call.lastBlock)
  let isGone = false
  for (let first = call.firstBlock + 1; first <= last; first += AT_ONCE) {
    const heights = Array.from({ length: Math.min(AT_ONCE, last - first + 1) }, (_, i) => first + i)
    const found = await read(() => Promise.all(heights.map((height) => findIn(connection, call.hash, height))))
    const inclusion = found.find((one) => typeof one === 'object')
    if (inclusion) return await fateOf(connection, inclusion)
    isGone ||= found.includes('gone')
  }
  if (finalised.height >= call.lastBlock) return { kind: isGone ? 'gone' : 'impossible' }
  const nonce = await read((signal) =>
    api.apis.AccountNonceApi.account_nonce(call.address, { at: finalised.hash, signal }),
  )
  // While its nonce is not used no block has it, whether the node keeps them or not.
  if (finalised.height <= call.firstBlock || nonce <= call.nonce) return { kind: 'open' }
  return { kind: isGone ? 'gone' : 'impossible' }
}

/** `gone`: the node does not have the block. */
async function findIn(
  connection: Connection,
  wanted: HexText,
  height: number,
): Promise<Inclusion | 'gone' | undefined> {
  const { client } = connection
  const hash = await findBlockHash(connection, height)
  if (hash === undefined) return 'gone'
  const found = await client._request<Block>('chain_getBlock', [hash]).catch(nothingIfAbsent)
  if (!found) return 'gone'
  const index = found.block.extrinsics.findIndex((extrinsic) => transactionHash(extrinsic) === wanted)
  return index < 0 ? undefined : { blockHash: hash, blockNumber: height, index }
}

function nothingIfAbsent(error: unknown): null {
  if (isAbsence(error)) return null
  throw error
}

async function fateOf(connection: Connection, inclusion: Inclusion): Promise<Fate> {
  const { api, read } = connection
  const events = await read((signal) => api.query.System.Events.getValue({ at: inclusion.blockHash, signal })).catch(
    async (error) => {
      if (await read(() => hasState(connection, inclusion.blockHash))) throw error
      return undefined
    },
  )
  if (!events) return { kind: 'gone', inclusion }
  for (const { phase, event } of events) {
    if (phase.type !== 'ApplyExtrinsic' || phase.value !== inclusion.index || event.type !== 'System') continue
    if (event.value.type === 'ExtrinsicSuccess') return { kind: 'done', ...inclusion }
    if (event.value.type !== 'ExtrinsicFailed') continue
    const error = event.value.value.dispatch_error
    return { kind: 'refused', refusal: refusalOfDispatch(error), detail: errorDetail(error), ...inclusion }
  }
  throw new ChainUnreachable('the node has no events of that block')
}

/** Whether the node still keeps the state after a block, which holds its events. */
async function hasState({ api, client }: Connection, blockHash: HexText): Promise<boolean> {
  const key = toHex(await api.query.System.Events.getKey())
  return (await client._request<string | null>('state_getStorage', [key, blockHash]).catch(nothingIfAbsent)) !== null
}

import { ChainUnreachable, type Connection } from './connection.ts'
import { toHex } from './hex.ts'
import type { Fate, Inclusion, SignedCall } from './outcome.ts'
import { errorDetail, refusalOfDispatch } from './refusals.ts'

type Block = { block: { extrinsics: string[] } }

/** Blocks that are looked through at the same time. */
const AT_ONCE = 8

/**
 * Looks for a signed call in the finalised blocks that may hold it. Its nonce is used up by one transaction only, so what
 * is in no block by the end of its time never will be.
 * @throws ChainUnreachable
 */
export async function findFate(connection: Connection, signed: SignedCall): Promise<Fate> {
  const { client, read } = connection
  const finalised = await read(() => finalisedHeight(connection))
  const last = Math.min(finalised, signed.lastBlock)
  for (let first = signed.firstBlock + 1; first <= last; first += AT_ONCE) {
    const heights = Array.from({ length: Math.min(AT_ONCE, last - first + 1) }, (_, i) => first + i)
    const found = await read(() => Promise.all(heights.map((height) => findIn(height))))
    const inclusion = found.find((one) => one !== undefined)
    if (inclusion) return await read((signal) => fateOf(connection, inclusion, signal))
  }
  return finalised >= signed.lastBlock ? { kind: 'impossible' } : { kind: 'open' }

  async function findIn(height: number): Promise<Inclusion | undefined> {
    const hash = await client._request<string | null>('chain_getBlockHash', [height])
    if (!hash) throw new ChainUnreachable(`the node has no block ${height}`)
    const { block } = await client._request<Block>('chain_getBlock', [hash])
    const index = block.extrinsics.findIndex((extrinsic) => toHex(extrinsic) === signed.bytes)
    return index < 0 ? undefined : { blockHash: toHex(hash), blockNumber: height, index }
  }
}

/** Height of the last finalised block, from the node itself. */
export async function finalisedHeight({ client }: Connection): Promise<number> {
  const hash = await client._request<string>('chain_getFinalizedHead', [])
  const { number } = await client._request<{ number: string }>('chain_getHeader', [hash])
  return Number(number)
}

async function fateOf({ api }: Connection, inclusion: Inclusion, signal: AbortSignal): Promise<Fate> {
  const events = await api.query.System.Events.getValue({ at: inclusion.blockHash, signal })
  for (const { phase, event } of events) {
    if (phase.type !== 'ApplyExtrinsic' || phase.value !== inclusion.index || event.type !== 'System') continue
    if (event.value.type === 'ExtrinsicSuccess') return { kind: 'done', ...inclusion }
    if (event.value.type !== 'ExtrinsicFailed') continue
    const error = event.value.value.dispatch_error
    return { kind: 'refused', refusal: refusalOfDispatch(error), detail: errorDetail(error), ...inclusion }
  }
  throw new ChainUnreachable('the node has no events of that block')
}

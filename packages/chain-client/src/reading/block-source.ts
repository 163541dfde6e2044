import { getTypedCodecs } from 'polkadot-api'
import trove, { type Trove } from '../../generated/trove.js'
import { accountOf } from '../base/account.ts'
import { fromHex, type HexText, toHex } from '../base/hex.ts'
import { isAbsence } from './absence.ts'
import { ChainUnreachable, type Connection } from './connection.ts'
import { finalisedHeight } from './finalised.ts'
import { type OrderView, type Statistics, type StorageOrder, toOrder, toStatistics } from './views.ts'

/**
 * Finalised blocks for an index, by height and over plain JSON-RPC: a subscription says at most that there is more, and never
 * holds back what one reads. Events are decoded by the description of the runtime that wrote them.
 */

/** What a value of an event is made of: bytes as hex, large numbers as text, addresses in our chain's form. */
export type Plain = null | boolean | number | string | Plain[] | { [name: string]: Plain }

export type ChainEvent = {
  /** Place among all events of the block. */
  index: number
  /** Place of the transaction that caused it; undefined for what the chain did by itself. */
  transaction: number | undefined
  pallet: string
  name: string
  data: Plain
}

export type SourceBlock = {
  height: number
  hash: HexText
  parentHash: HexText
  /** The chain's own time. */
  timeMs: number
  events: ChainEvent[]
}

export type ChainIdentity = {
  genesisHash: HexText
  /** Hash of block 1: no two chains share it. */
  networkId: HexText
}

/** The node has thrown away what it is asked for: nodes keep the state of the last blocks only. */
export class StateGone extends Error {
  constructor(height: number) {
    super(`the node keeps no state of block ${height} any more`)
    this.name = 'StateGone'
  }
}

/** All throw ChainUnreachable when the node does not answer, or has not got what it is asked for. */
export type BlockSource = {
  getIdentity(): Promise<ChainIdentity>
  getFinalisedHeight(): Promise<number>
  /** Undefined for a height the node has no block of. */
  findHash(height: number): Promise<HexText | undefined>
  /** @throws StateGone */
  readBlock(height: number): Promise<SourceBlock>
  /** Orders as they stood after a block, in the order asked for; undefined for one that was gone. However many, some at a time. */
  readOrders(ids: number[], blockHash: HexText): Promise<(StorageOrder | undefined)[]>
  getStatistics(blockHash: HexText): Promise<Statistics>
  /** The account in which the market keeps what it owes. */
  getPot(): Promise<string>
}

type Codecs = Awaited<ReturnType<typeof getTypedCodecs<Trove>>>
type Rpc = <T>(method: string, ...params: unknown[]) => Promise<T>
type Keys = { events: HexText; now: HexText; lastUpgrade: HexText }
/** Empty where a node does not keep the block. */
type Changes = { changes: [string, HexText | null][] }[]

/** The blocks of a connection's chain. Nothing is asked before the first call. */
export function createBlockSource(connection: Connection): BlockSource {
  const { api, client, read } = connection
  const rpc: Rpc = (method, ...params) => read(() => client._request(method, params))
  const codecsAt = createCodecs(rpc)
  let keys: Promise<Keys> | undefined

  async function findKeys(): Promise<Keys> {
    const { System, Timestamp } = api.query
    const [events, now, lastUpgrade] = await read(() =>
      Promise.all([System.Events.getKey(), Timestamp.Now.getKey(), System.LastRuntimeUpgrade.getKey()]),
    )
    return { events: toHex(events), now: toHex(now), lastUpgrade: toHex(lastUpgrade) }
  }

  function getKeys(): Promise<Keys> {
    keys ??= findKeys()
    keys.catch(() => {
      keys = undefined
    })
    return keys
  }

  async function findHash(height: number): Promise<HexText | undefined> {
    const hash = await rpc<string | null>('chain_getBlockHash', height)
    return hash ? toHex(hash) : undefined
  }

  async function readBlock(height: number): Promise<SourceBlock> {
    const [hash, { events, now, lastUpgrade }] = await Promise.all([findHash(height), getKeys()])
    if (!hash) throw new ChainUnreachable(`the node has no block ${height}`)
    const [header, answers] = await Promise.all([
      rpc<{ parentHash: string } | null>('chain_getHeader', hash),
      rpc<Changes>('state_queryStorageAt', [events, now, lastUpgrade], hash),
    ]).catch((error: unknown) => {
      throw isAbsence(error) ? new StateGone(height) : error
    })
    const found = new Map(answers[0]?.changes)
    const time = found.get(now)
    if (!header || !time) throw new StateGone(height)
    const { query } = await codecsAt(hash, found.get(lastUpgrade))
    return {
      height,
      hash,
      parentHash: toHex(header.parentHash),
      timeMs: Number(query.Timestamp.Now.value.dec(time)),
      events: query.System.Events.value.dec(found.get(events) ?? '0x00').map(toEvent),
    }
  }

  /** The runtime of a block, to be asked by plain call: also of blocks long finalised. */
  async function apisAt(at: HexText): Promise<Codecs['apis']['MarketApi'][]> {
    const { lastUpgrade } = await getKeys()
    const { apis } = await codecsAt(at, await rpc<HexText | null>('state_getStorage', lastUpgrade, at))
    // In a list, because the library's object has every name, `then` too, and would be waited for.
    return [apis.MarketApi]
  }

  return {
    findHash,
    readBlock,
    getFinalisedHeight: () => read(() => finalisedHeight(connection)),
    async getIdentity() {
      const [genesisHash, networkId] = await Promise.all([findHash(0), findHash(1)])
      if (!genesisHash || !networkId) throw new ChainUnreachable('the node has no block 1 yet')
      return { genesisHash, networkId }
    },
    async readOrders(ids, at) {
      if (ids.length === 0) return []
      const [api] = await apisAt(at)
      if (!api) throw new ChainUnreachable('the runtime has no market')
      const { args } = api.order
      const value = api.order.value as { dec(bytes: HexText): OrderView | undefined }
      const ask = async (id: number) => {
        const view = value.dec(await rpc<HexText>('state_call', 'MarketApi_order', toHex(args.enc([id])), at))
        return view && toOrder(view)
      }
      const orders: (StorageOrder | undefined)[] = []
      for (let from = 0; from < ids.length; from += ORDERS_AT_ONCE)
        orders.push(...(await Promise.all(ids.slice(from, from + ORDERS_AT_ONCE).map(ask))))
      return orders
    },
    async getStatistics(at) {
      const [api] = await apisAt(at)
      if (!api) throw new ChainUnreachable('the runtime has no market')
      return toStatistics(api.statistics.value.dec(await rpc<HexText>('state_call', 'MarketApi_statistics', '0x', at)))
    },
    async getPot() {
      const id = await read(() => api.constants.Market.PotId())
      const account = new Uint8Array(ACCOUNT_BYTES)
      account.set([...new TextEncoder().encode('modl'), ...fromHex(id)])
      return accountOf(account).address
    },
  }
}

const ACCOUNT_BYTES = 32
/**
 * Runtime calls under way. A small node answers one after the other, some ten a second, and a read that waits behind too many
 * others for its turn is taken for one that is not answered.
 */
const ORDERS_AT_ONCE = 8
/** Newest first: in which versions a runtime may describe itself. */
const METADATA_VERSIONS = ['0x10000000', '0x0f000000']

/** The codecs of the runtime that made a block, kept by its version: it is described anew only when it changes. */
function createCodecs(rpc: Rpc) {
  const kept = new Map<string, Promise<Codecs>>()
  async function make(at: HexText): Promise<Codecs> {
    for (const version of METADATA_VERSIONS) {
      const answer = fromHex(await rpc<HexText>('state_call', 'Metadata_metadata_at_version', version, at))
      // An option: nothing, or the description behind one byte.
      if (answer[0] === 1) return getTypedCodecs<Trove>({ ...trove, getMetadata: async () => answer.slice(1) })
    }
    throw new Error('the runtime describes itself in no version we read')
  }
  return (at: HexText, lastUpgrade: HexText | null | undefined): Promise<Codecs> => {
    const version = lastUpgrade ?? ''
    const codecs = kept.get(version) ?? make(at)
    kept.set(version, codecs)
    codecs.catch(() => kept.delete(version))
    return codecs
  }
}

type RawEvent = {
  phase: { type: string; value?: unknown }
  event: { type: string; value: { type: string; value: unknown } }
}

function toEvent({ phase, event }: RawEvent, index: number): ChainEvent {
  const transaction = phase.type === 'ApplyExtrinsic' ? Number(phase.value) : undefined
  return { index, transaction, pallet: event.type, name: event.value.type, data: toPlain(event.value.value) }
}

function toPlain(value: unknown): Plain {
  if (value === undefined || value === null) return null
  if (typeof value === 'bigint') return String(value)
  if (value instanceof Uint8Array) return toHex(value)
  if (Array.isArray(value)) return value.map(toPlain)
  if (typeof value !== 'object') return value as boolean | number | string
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toPlain(inner)]))
}

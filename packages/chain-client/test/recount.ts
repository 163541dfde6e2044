import { createClient } from 'polkadot-api'
import { getWsProvider } from 'polkadot-api/ws'
import type { Signer } from '../src/submit.ts'

/**
 * A chain's storage market counted anew from its bare records, by PAPI as it comes: the types are the node's own metadata, and
 * no code of ours and no view of the runtime has a part in it.
 */

type Bytes = Uint8Array | string
type RawReplica = {
  miner: string
  joined: number
  proven: number
  confirmed: boolean
  paid: bigint
  collateral: bigint
}
/** An order as the pallet stores it. */
export type RawOrder = {
  owner: string
  cid: Bytes
  root: Bytes
  size: bigint
  wanted: number
  created: number
  duration: number
  started: number | undefined
  closing: number | undefined
  status: { type: string }
  base_fee: bigint
  file_fee: bigint
  pool: bigint
  reserve: bigint
  proving: bigint
  levied: bigint
  joining: bigint
  joined: bigint
  tips: bigint
  paid: bigint
  bounty: bigint
  deposit: bigint
  replicas: RawReplica[]
}
type RawAccount = { data: { free: bigint; reserved: bigint } }
type Entry<Value> = { keyArgs: [never]; value: Value }
type Item<Value> = {
  getEntries(options: { at: string }): Promise<Entry<Value>[]>
  getValue(...args: unknown[]): Promise<Value>
}
type Storage = {
  Market: {
    Orders: Item<RawOrder>
    Notes: Item<Bytes>
    Miners: Item<{ total: bigint; used: bigint; replicas: number; bond: bigint }>
    Income: Item<bigint>
    Ledger: Item<{ escrow: bigint; income: bigint }>
    Params: Item<Params>
  }
  System: { Account: Item<RawAccount> }
  Balances: { TotalIssuance: Item<bigint> }
}
type Params = { timing: { epoch_blocks: number } }
type RootCalls = {
  Market: { set_params(args: { params: Params }): { decodedCall: unknown } }
  Sudo: { sudo(args: { call: unknown }): { signAndSubmit(signer: Signer): Promise<unknown> } }
}

export type Recount = {
  orders: Map<number, RawOrder>
  notes: Map<number, Bytes>
  miners: Map<string, { total: bigint; used: bigint; replicas: number; bond: bigint }>
  income: Map<string, bigint>
  accounts: Map<string, RawAccount>
  height: number
  ledger: { escrow: bigint; income: bigint }
  issuance: bigint
}

/** Of `Timestamp.Now`: the XX128 hashes of both names. */
const TIME_KEY = '0xf0c365c3cf59d671eb72da0e7a4113c49f1f0515f462cdcf84e0f1d6045dfcbb'

/** Opens a connection of its own; `close` ends it. */
export function openRecount(url: string) {
  const client = createClient(getWsProvider(url))
  const { query, tx } = client.getUnsafeApi() as unknown as { query: Storage; tx: RootCalls }
  const hashOf = (height: number) => client._request<string, [number]>('chain_getBlockHash', [height])
  const times = new Map<number, number>()
  /** The chain's clock in a block: a bare read, because many blocks are asked. */
  async function timeOf(height: number): Promise<number> {
    const known = times.get(height)
    if (known !== undefined) return known
    const value = await client._request<string, string[]>('state_getStorage', [TIME_KEY, await hashOf(height)])
    const ms = Number(Buffer.from(value.slice(2), 'hex').readBigUInt64LE())
    times.set(height, ms)
    return ms
  }
  const mapOf = async <Value>(item: Item<Value>, at: string) =>
    new Map((await item.getEntries({ at })).map(({ keyArgs: [key], value }) => [key as unknown, value]))

  return {
    hashOf,
    timeOf,
    finalised: async () => (await client.getFinalizedBlock()).number,
    /** Everything there is after one block. */
    async at(height: number): Promise<Recount> {
      const at = await hashOf(height)
      const { Orders, Notes, Miners, Income, Ledger } = query.Market
      const [orders, notes, miners, income, ledger, accounts, issuance] = await Promise.all([
        mapOf(Orders, at),
        mapOf(Notes, at),
        mapOf(Miners, at),
        mapOf(Income, at),
        Ledger.getValue({ at }),
        mapOf(query.System.Account, at),
        query.Balances.TotalIssuance.getValue({ at }),
      ])
      return {
        orders: orders as Recount['orders'],
        notes: notes as Recount['notes'],
        miners: miners as Recount['miners'],
        income: income as Recount['income'],
        accounts: accounts as Recount['accounts'],
        ...{ height, ledger, issuance },
      }
    },
    /** Makes the market's epochs so short, by root. They last so long from the next one on. */
    async setEpoch(blocks: number, root: Signer): Promise<void> {
      const params = await query.Market.Params.getValue()
      const call = tx.Market.set_params({ params: { ...params, timing: { ...params.timing, epoch_blocks: blocks } } })
      await tx.Sudo.sudo({ call: call.decodedCall }).signAndSubmit(root)
    },
    /** What the market's figures are counted from, after one block. */
    async marketAt(height: number): Promise<Pick<Recount, 'orders' | 'miners'>> {
      const at = await hashOf(height)
      const [orders, miners] = [await mapOf(query.Market.Orders, at), await mapOf(query.Market.Miners, at)]
      return { orders: orders as Recount['orders'], miners: miners as Recount['miners'] }
    },
    close: () => client.destroy(),
  }
}

const total = <T>(items: Iterable<T>, amountOf: (item: T) => bigint) =>
  [...items].reduce((sum, item) => sum + amountOf(item), 0n)

/** The figures of the whole market. */
export function figuresOf({ orders, miners }: Pick<Recount, 'orders' | 'miners'>) {
  const all = [...orders.values()]
  const served = all.filter(({ status }) => status.type === 'Finished')
  const living = all.filter(({ status }) => status.type === 'Finished' || status.type === 'Pending')
  const copies = served.flatMap(({ replicas }) => replicas.filter(({ confirmed }) => confirmed)).length
  const used = total(living, ({ size, replicas }) => size * BigInt(replicas.length))
  const declared = total(miners.values(), (miner) => miner.total)
  return { nodes: miners.size, served: served.length, copies, used, declared }
}

/** Who keeps what of which order. */
export const copiesOf = ({ orders }: Pick<Recount, 'orders'>, miner: string) =>
  [...orders].filter(([, { replicas }]) => replicas.some((replica) => replica.miner === miner))

/** Pay for so many proven blocks: rounded down once, at most for the whole duration. */
export function payOf({ pool, wanted, duration }: RawOrder, blocks: number): bigint {
  return (pool * BigInt(Math.min(Math.max(blocks, 0), duration))) / BigInt(wanted * duration)
}

/** Last block of service. */
export function deadlineOf({ started, created, duration, closing }: RawOrder): number {
  return Math.min((started ?? created) + duration, closing ?? Number.MAX_SAFE_INTEGER)
}

/** What the pot holds for an order. */
export function escrowOf(order: RawOrder): bigint {
  const { base_fee, file_fee, reserve, proving, joining, pool, levied, joined, paid, bounty } = order
  const levy = file_fee + reserve + proving
  if (order.status.type === 'Pending') return base_fee + levy + joining + pool - joined + bounty
  return order.status.type === 'Finished' ? pool - paid + levy - levied + joining - joined + bounty : 0n
}

export const textOf = (bytes: Bytes) =>
  typeof bytes === 'string' ? Buffer.from(bytes.slice(2), 'hex').toString() : Buffer.from(bytes).toString()
export const hexTextOf = (bytes: Bytes) =>
  typeof bytes === 'string' ? bytes : `0x${Buffer.from(bytes).toString('hex')}`

/** An order as the site shows it, without what is only estimated. */
export function rowOf(index: number, order: RawOrder, note: Bytes | undefined) {
  const { base_fee, file_fee, reserve, proving, joining, pool, tips, replicas } = order
  const price = base_fee + file_fee + reserve + proving + joining + pool
  const deadline = deadlineOf(order)
  return {
    ...{
      index,
      cid: textOf(order.cid),
      account_id: order.owner,
      note: note === undefined ? undefined : hexTextOf(note),
    },
    ...{
      price: String(price),
      file_base_price: String(file_fee),
      order_price: String(price - tips),
      tips: String(tips),
    },
    ...{ storage_deadline: deadline, size: String(order.size), block_number: order.created, status: order.status.type },
    ...{ replication: replicas.filter(({ confirmed }) => confirmed).length, wanted: order.wanted },
    public_input: hexTextOf(order.root),
    estimated_income: String(total(replicas, ({ joined }) => payOf(order, deadline - joined))),
    calculate_income: String(total(replicas, ({ joined, proven }) => payOf(order, proven - joined))),
  }
}

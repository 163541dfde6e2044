import type { ChainEvent, Plain } from '@trove/chain-client/reading/block-source'
import type { TTC_BILL_TYPES } from '@trove/contract/chain/routes'

/** What the index makes of the events of a block. Pure: the same events always make the same rows. */

/** A change of an account's whole balance, held parts included; `planck` is signed and leaves the fee out. */
export type Movement = {
  idx: number
  account: string
  type: (typeof TTC_BILL_TYPES)[number]
  planck: bigint
  feePlanck: bigint
  counterparty: string | null
  orderId: number | null
}

/** Accounts whose part in a transfer says what it is for. */
export type KnownAccounts = { pot: string; faucet: string | undefined }

const KEPT_PALLETS = new Set(['Balances', 'Market', 'Rights', 'TransactionPayment', 'Sudo', 'Utility', 'Multisig'])

/** Whether an event is kept: the chain's own housekeeping, the same in every block, is not. */
export function isKept({ pallet, name }: ChainEvent): boolean {
  return KEPT_PALLETS.has(pallet) || (pallet === 'System' && (name === 'ExtrinsicFailed' || name === 'CodeUpdated'))
}

/** Events that name an order and change nothing of it. A miss that a late proof books has an event of its own. */
const HARMLESS = new Set(['ProofRejected'])

/** Numbers of the orders that a block may have changed, each once. */
export function touchedOrders(events: ChainEvent[]): number[] {
  const ids = events
    .filter(({ pallet, name }) => pallet === 'Market' && !HARMLESS.has(name))
    .map(({ data }) => field(data, 'id'))
  return [...new Set(ids.filter((id) => typeof id === 'number'))].sort((a, b) => a - b)
}

/** The rows of the TTC bill of a block. For each account, amounts less fees sum up to what its balance changed by. */
export function movementsOf(events: ChainEvent[], known: KnownAccounts): Movement[] {
  const groups = Map.groupBy(events, ({ transaction }) => transaction ?? -1)
  return [...groups.values()].flatMap((group) =>
    withFees(
      group,
      group.flatMap((event) => movedBy(event, group, known)),
    ),
  )
}

function movedBy(event: ChainEvent, group: ChainEvent[], known: KnownAccounts): Movement[] {
  if (event.pallet !== 'Balances') return []
  const amount = BigInt(text(event.data, 'amount') || 0)
  if (event.name === 'Transfer') return transferred(event, amount, group, known)
  if (event.name === 'TransferOnHold') return seized(event, amount, group, known)
  if (event.name === 'DustLost') return lostTo(event, text(event.data, 'account'), amount)
  if (event.name === 'Burned') return lostTo(event, text(event.data, 'who'), amount)
  return []
}

/** What left an account for nobody: a rest too small to keep the account alive, or what its owner burnt. */
function lostTo({ index }: ChainEvent, account: string, amount: bigint): Movement[] {
  const row = { idx: index, account, planck: -amount, feePlanck: 0n, counterparty: null, orderId: null }
  return amount === 0n ? [] : [{ ...row, type: 'transfer-out' }]
}

function transferred(
  { index, data }: ChainEvent,
  amount: bigint,
  group: ChainEvent[],
  known: KnownAccounts,
): Movement[] {
  const [from, to] = [text(data, 'from'), text(data, 'to')]
  if (from === to) return []
  const row = (account: string, type: Movement['type'], planck: bigint, counterparty: string | null): Movement => {
    const isPlain = type.startsWith('transfer') || type === 'faucet'
    const market = isPlain ? undefined : marketEvent(group, account, { after: index, amount })
    return { idx: index, account, type, planck, feePlanck: 0n, counterparty, orderId: orderIdOf(market) }
  }
  if (to === known.pot) return [row(from, 'storage-payment', -amount, null)]
  if (from === known.pot) {
    const market = marketEvent(group, to, { after: index, amount })
    if (market?.name === 'Withdrawn') return [row(to, 'income', amount, null)]
    return [row(to, market ? 'storage-refund' : 'transfer-in', amount, null)]
  }
  const inType = from === known.faucet ? 'faucet' : 'transfer-in'
  return [row(from, 'transfer-out', -amount, to), row(to, inType, amount, from)]
}

/**
 * Held tokens that went to somebody else: a miss's collateral, or part of the deposit of an order somebody purged. Who reports
 * their own miss gets their share free again, which changes nothing of their whole balance.
 */
function seized({ index, data }: ChainEvent, amount: bigint, group: ChainEvent[], known: KnownAccounts): Movement[] {
  const [source, dest] = [text(data, 'source'), text(data, 'dest')]
  if (source === dest) return []
  const reason = text(field(field(data, 'reason'), 'value'), 'type')
  const orderId = orderIdOf(marketEvent(group, source, { after: index }))
  const base = { idx: index, feePlanck: 0n, orderId }
  const lost: Movement = {
    ...base,
    account: source,
    type: reason === 'OrderDeposit' ? 'storage-payment' : 'slash',
    planck: -amount,
    counterparty: null,
  }
  if (dest === known.pot) return [lost]
  return [lost, { ...base, account: dest, type: 'reward', planck: amount, counterparty: null }]
}

/** Writes each fee on the first row of whoever paid it, or on a row of its own. */
function withFees(group: ChainEvent[], moved: Movement[]): Movement[] {
  const rows = moved.map((row) => ({ ...row }))
  for (const { pallet, name, data, index } of group) {
    if (pallet !== 'TransactionPayment' || name !== 'TransactionFeePaid') continue
    const [account, feePlanck] = [text(data, 'who'), BigInt(text(data, 'actual_fee') || 0)]
    if (feePlanck === 0n) continue
    const row = rows.find((one) => one.account === account)
    if (row) row.feePlanck += feePlanck
    else
      rows.push({
        idx: index,
        account,
        type: 'fee',
        planck: 0n,
        feePlanck,
        counterparty: null,
        orderId: orderIdOf(marketEvent(group, account)),
      })
  }
  return rows
}

const AMOUNTS = ['amount', 'refund']

/**
 * The market's own event of a movement: of that account, and of that amount where one is given. The market moves first and
 * tells then, so of several alike in a group it is the next one after the movement.
 */
function marketEvent(
  group: ChainEvent[],
  account: string,
  { after = -1, amount }: { after?: number; amount?: bigint } = {},
): ChainEvent | undefined {
  return group.find(({ index, pallet, data }) => {
    if (index <= after || pallet !== 'Market') return false
    if (text(data, 'owner') !== account && text(data, 'miner') !== account) return false
    const amounts = [...AMOUNTS.map((name) => field(data, name)), field(field(data, 'quote'), 'total')]
    return amount === undefined || amounts.includes(String(amount))
  })
}

function orderIdOf(event: ChainEvent | undefined): number | null {
  const id = event && field(event.data, 'id')
  return typeof id === 'number' ? id : null
}

function field(data: Plain | undefined, name: string): Plain | undefined {
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? data[name] : undefined
}

function text(data: Plain | undefined, name: string): string {
  const value = field(data, name)
  return typeof value === 'string' ? value : ''
}

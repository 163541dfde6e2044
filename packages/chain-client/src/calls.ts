import { Enum, type Transaction } from 'polkadot-api'
import { type HexText, toHex } from './base/hex.ts'
import type { ChainApi } from './reading/connection.ts'

/** A call ready to be signed. */
export type Call = Transaction

/** What a person puts into an order; `maxPricePlanck` is the most they agree to, deposit not counted. */
export type OrderWish = {
  cid: string
  note: Uint8Array
  rootHex: HexText
  sizeBytes: bigint
  durationBlocks: number
  wanted: number
  tipsPlanck: bigint
  maxPricePlanck: bigint
}

/** So much more time for an order; `maxPricePlanck` is the most its owner agrees to. */
export type ExtensionWish = { id: number; blocks: number; maxPricePlanck: bigint }

/** The calls an account may sign. Building one asks nothing of the chain. */
export function createCalls({ tx }: ChainApi) {
  const createOrder = (wish: OrderWish): Call =>
    tx.Market.create_order({
      cid: new TextEncoder().encode(wish.cid),
      note: wish.note,
      root: wish.rootHex,
      size: wish.sizeBytes,
      duration: wish.durationBlocks,
      wanted: wish.wanted,
      tips: wish.tipsPlanck,
      max_price: wish.maxPricePlanck,
    })
  /** All of them or none, by one signature; of one there is nothing to bundle. */
  const together = (calls: readonly Call[]): Call => {
    const [only] = calls
    return only && calls.length === 1 ? only : tx.Utility.batch_all({ calls: calls.map((call) => call.decodedCall) })
  }
  const purge = (id: number): Call => tx.Market.purge({ id })
  const each = (calls: readonly Call[]): Call =>
    tx.Utility.force_batch({ calls: calls.map((call) => call.decodedCall) })
  return {
    /** Sends TTC to an address, keeping the sender's account alive. */
    transfer: (to: string, amountPlanck: bigint): Call =>
      tx.Balances.transfer_keep_alive({ dest: Enum('Id', to), value: amountPlanck }),
    /** Places a storage order and pays for it. */
    createOrder,
    /** Places several orders and pays for them: all of them, or none. */
    createOrders: (wishes: readonly OrderWish[]): Call => together(wishes.map(createOrder)),
    /** Takes a pending order back, with its price; miners on the way keep what was prepaid for their acceptances. */
    cancelOrder: (id: number): Call => tx.Market.cancel_order({ id }),
    /** Ends a served order before its time: at once if nobody keeps it, else a period from now. */
    closeOrder: (id: number): Call => tx.Market.close_order({ id }),
    /** Adds time to served orders on the terms they have: to all of them, or to none. */
    extendOrders: (wishes: readonly ExtensionWish[]): Call =>
      together(
        wishes.map(({ id, blocks, maxPricePlanck }) =>
          tx.Market.extend_order({ id, blocks, max_price: maxPricePlanck }),
        ),
      ),
    /** Settles what an order's miners have earned, and clears it after its end. */
    calculateReward: (id: number): Call => tx.Market.calculate_reward({ id }),
    /** Moves unclaimed income to the balance. */
    withdrawal: (): Call => tx.Market.withdrawal(),
    /** Removes the record of an order that ended long ago; its deposit comes back. */
    purge,
    /** The same for several. One that somebody else removed meanwhile holds up none of the others. */
    purgeEach: (ids: readonly number[]): Call => (ids.length === 1 ? purge(ids[0]!) : each(ids.map(purge))),
    /** Makes the account a storage node. */
    register: (totalBytes: bigint, peer: string): Call =>
      tx.Market.register({ total: totalBytes, peer: new TextEncoder().encode(peer) }),
    updateMiner: (totalBytes: bigint, peer: string): Call =>
      tx.Market.update_miner({ total: totalBytes, peer: new TextEncoder().encode(peer) }),
    deregister: (): Call => tx.Market.deregister(),
    leave: (id: number): Call => tx.Market.leave({ id }),
    /** Anchors the authorship of a work without saying which. */
    commitRights: (commitmentHex: HexText): Call => tx.Rights.commit({ commitment: commitmentHex }),
    /** Shows which content a commitment stands for (rights.ts); its work is anchored from the block of the commitment. */
    revealRights: (contentHashHex: HexText, saltHex: HexText, title: string): Call =>
      tx.Rights.reveal({ content_hash: contentHashHex, salt: saltHex, title: new TextEncoder().encode(title) }),
    releaseRights: (commitmentHex: HexText): Call => tx.Rights.release({ commitment: commitmentHex }),
    /** Several calls as one; each is done or refused by itself, and the whole is never refused for one of them. */
    each,
  }
}

export type Calls = ReturnType<typeof createCalls>

/** A call in words a dialog can show: pallet, name, and each argument as plain text. */
export type DescribedCall = { pallet: string; name: string; args: { name: string; value: string }[] }

/** What a person is about to sign. Bytes are shown as hex, numbers in full. */
export function describeCall({ decodedCall: { type, value } }: Call): DescribedCall {
  const args = Object.entries((value.value ?? {}) as Record<string, unknown>)
  return { pallet: type, name: value.type, args: args.map(([name, given]) => ({ name, value: plain(given) })) }
}

function plain(value: unknown): string {
  if (value instanceof Uint8Array) return readable(value)
  if (Array.isArray(value)) return value.map(plain).join('; ')
  if (typeof value === 'object' && value !== null) {
    const { value: inner } = value as { value?: unknown }
    return inner === undefined ? fields(value) : plain(inner)
  }
  return String(value)
}

const fields = (value: object) =>
  Object.entries(value)
    .map(([name, given]) => `${name} ${plain(given)}`)
    .join(', ')

/** Letters and digits as text, anything else as hex. */
function readable(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes)
  return /^[\x21-\x7e]{1,128}$/.test(text) ? text : toHex(bytes)
}

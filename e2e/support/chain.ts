import { setTimeout as sleep } from 'node:timers/promises'
import { ApiPromise, WsProvider } from '@polkadot/api'
import { Keyring } from '@polkadot/keyring'
import type { KeyringPair, KeyringPair$Json } from '@polkadot/keyring/types'
import { TypeRegistry } from '@polkadot/types'
import { stringToU8a, u8aConcat, u8aToHex } from '@polkadot/util'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import { facts } from './world/world.ts'

/** The chain as an outsider reaches it: an unmodified polkadot{.js} client, and accounts as its wallets make them. */

/** A new account as a wallet makes it. */
export async function makeAccount(seed: string): Promise<KeyringPair> {
  await cryptoWaitReady()
  return new Keyring({ type: 'sr25519', ss58Format: 42 }).addFromUri(`//${seed}`, { name: seed })
}

/** What the wallet's export writes into the file. */
export function exportKeystore(pair: KeyringPair, password: string): KeyringPair$Json {
  return pair.toJson(password)
}

/** Signs what a page gives an extension to sign, as the extension does: from the fields alone. */
export function signAsExtension(pair: KeyringPair, payload: { signedExtensions: string[]; version: number }) {
  const registry = new TypeRegistry()
  registry.setSignedExtensions(payload.signedExtensions)
  return registry.createType('ExtrinsicPayload', payload, { version: payload.version }).sign(pair)
}

/** The account that holds what the market owes; its name is the pallet's, padded (Substrate's rule for pallets). */
const POT = u8aConcat(stringToU8a('modltrv/pot_'), new Uint8Array(20))

/**
 * Gives an account unclaimed income without its serving any order: the chain's root writes what the market would have
 * written, and pays it into the pot.
 */
export async function giveIncome(address: string, units: bigint): Promise<void> {
  const api = await ApiPromise.create({ provider: new WsProvider(facts.chain), noInitWarn: true })
  try {
    const root = await makeAccount('Alice')
    const { market } = api.query
    if (!market?.income || !market.ledger) throw new Error('the runtime has no market')
    const [income, ledger] = await Promise.all([market.income(address), market.ledger()])
    const totals = ledger.toJSON() as { escrow: number | string; income: number | string }
    const sum = u128(BigInt(income.toString()) + units)
    const ledgerNow = u8aConcat(u128(BigInt(totals.escrow)), u128(BigInt(totals.income) + units))
    const write = api.tx.system!.setStorage!([
      [market.income.key(address), u8aToHex(sum)],
      [market.ledger.key(), u8aToHex(ledgerNow)],
    ])
    const pay = api.tx.balances!.transferKeepAlive!(u8aToHex(POT), units)
    await inBlock(root, api.tx.utility!.batchAll!([pay, api.tx.sudo!.sudo!(write)]))
  } finally {
    await api.disconnect()
  }
}

/** Watches blocks and pool, so that something can be done between the sending of a call and its block. */
export async function watchPool() {
  const api = await ApiPromise.create({ provider: new WsProvider(facts.chain), noInitWarn: true })
  const { author, chain } = api.rpc
  async function nonceOf(address: string): Promise<number> {
    const found = (await api.query.system!.account!(address)) as unknown as { nonce: { toNumber(): number } }
    return found.nonce.toNumber()
  }
  return {
    async nextBlock(): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      let heads = 0
      // The first is the one there is.
      const stop = await chain.subscribeNewHeads(() => {
        if (++heads === 2) resolve()
      })
      await promise
      stop()
    },
    /** How many calls of the account blocks have. */
    nonceOf,
    /** Until a call of the account waits for a block, or blocks have more of them than before: whether it waits. */
    async untilSent(address: string, before: number): Promise<boolean> {
      for (;;) {
        if ((await author.pendingExtrinsics()).some(({ signer }) => signer.toString() === address)) return true
        if ((await nonceOf(address)) > before) return false
        await sleep(50)
      }
    },
    close: () => api.disconnect(),
  }
}

function u128(value: bigint): Uint8Array {
  return Uint8Array.from({ length: 16 }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn))
}

type Extrinsic = ReturnType<NonNullable<ApiPromise['tx']['sudo']>['sudo']>

async function inBlock(root: KeyringPair, extrinsic: Extrinsic): Promise<void> {
  let state: 'open' | 'done' | Error = 'open'
  const stop = await extrinsic.signAndSend(root, ({ status, dispatchError }) => {
    if (dispatchError) state = new Error(`the chain refused: ${dispatchError.toString()}`)
    else if (status.isInBlock || status.isFinalized) state = 'done'
  })
  while (state === 'open') await sleep(50)
  stop()
  if ((state as unknown) instanceof Error) throw state
}

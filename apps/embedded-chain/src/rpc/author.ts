import { type Handler, type Handlers, ResponseError } from '@acala-network/chopsticks-core'
import type { Index } from '@polkadot/types/interfaces'
import { hexToU8a, isHex, u8aConcat, u8aToHex } from '@polkadot/util'
import { blake2AsHex, decodeAddress } from '@polkadot/util-crypto'
import type { DurableChain } from '../blocks/durable-chain.ts'
import type { Pool, PoolStatus, Validity } from '../blocks/pool.ts'
import { u32Bytes } from '../blocks/scale.ts'
import { POOL_CODE, PoolRefusal, refusalOf } from '../blocks/validity.ts'
import type { Hex } from '../store/block-record.ts'

const EXTERNAL_SOURCE = '0x02'
const INVALID_PARAMS = -32_602

/** The methods that hand in transactions, over our pool; Chopsticks's own drops what comes before its turn. */
export function authorHandlers(chain: DurableChain, pool: Pool): Handlers {
  const submit = (extrinsic: Hex) => submitTo(chain, pool, extrinsic)
  const nextIndex: Handler<[string]> = (_, [address]) => nextNonce(chain, pool, address)
  return {
    author_submitExtrinsic: async (_, [extrinsic]) => submit(extrinsic),
    author_pendingExtrinsics: async () => pool.extrinsics,
    author_submitAndWatchExtrinsic: async (_, [extrinsic], { subscribe, unsubscribe }) => {
      const hash = await submit(extrinsic)
      const id = randomId()
      let stopWatching = () => {}
      const send = subscribe('author_extrinsicUpdate', id, () => stopWatching())
      // The answer with the subscription's id must be out first.
      const isAnswered = new Promise((resolve) => setImmediate(resolve))
      const tell = async (status: PoolStatus) => {
        await isAnswered
        send(status)
        if (isFinal(status)) unsubscribe(id)
      }
      stopWatching = pool.watch(hash, (status) => void tell(status))
      return id
    },
    author_unwatchExtrinsic: async (_, [id], { unsubscribe }) => unsubscribe(id),
    transaction_v1_broadcast: async (_, [extrinsic]) => {
      // The method has no way to say that a transaction is invalid: nothing is broadcast then.
      await submit(extrinsic).catch(() => undefined)
      return randomId()
    },
    transaction_v1_stop: async () => null,
    system_accountNextIndex: nextIndex,
    account_nextIndex: nextIndex,
  }
}

async function submitTo(chain: DurableChain, pool: Pool, extrinsic: unknown): Promise<Hex> {
  if (!isHex(extrinsic)) throw new ResponseError(INVALID_PARAMS, 'an extrinsic is hexadecimal text')
  const hash = blake2AsHex(extrinsic)
  for (;;) {
    const { number } = chain.head
    const validity = await validate(chain, extrinsic)
    // A block that came in between may have given what this one was missing.
    if (chain.head.number !== number) continue
    pool.add(extrinsic, hash, validity, number)
    return hash
  }
}

async function validate(chain: DurableChain, extrinsic: Hex): Promise<Validity> {
  const verdict = await chain.validateExtrinsic(extrinsic, EXTERNAL_SOURCE).catch((error: Error) => {
    throw new PoolRefusal(POOL_CODE.unreadable, 'Verification Error', error.message)
  })
  if (verdict.isErr) throw refusalOf(verdict.asErr)
  const { priority, requires, provides, longevity } = verdict.asOk
  const hexOf = (tags: typeof requires) => [...tags].map((tag) => tag.toHex() as string)
  const tags = { requires: hexOf(requires), provides: hexOf(provides) }
  return { ...tags, priority: priority.toBigInt(), longevityBlocks: longevity.toBigInt() }
}

/** The nonce after those on the chain and those that wait. */
async function nextNonce(chain: DurableChain, pool: Pool, address: string): Promise<number> {
  const account = readAddress(address)
  const { head } = chain
  const answer = await head.call('AccountNonceApi_account_nonce', [u8aToHex(account)])
  let nonce = (await head.registry).createType<Index>('u32', hexToU8a(answer.result)).toNumber()
  // CheckNonce names what a transaction gives by the signer and its nonce.
  while (pool.provides(u8aToHex(u8aConcat(account, u32Bytes(nonce))))) nonce++
  return nonce
}

function readAddress(address: string): Uint8Array {
  try {
    return decodeAddress(address)
  } catch {
    throw new ResponseError(INVALID_PARAMS, 'this is no account')
  }
}

function isFinal(status: PoolStatus): boolean {
  return typeof status === 'string' ? status === 'invalid' || status === 'dropped' : !('inBlock' in status)
}

function randomId(): string {
  return crypto.randomUUID()
}

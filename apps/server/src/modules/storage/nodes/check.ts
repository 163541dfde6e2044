import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { findAccount } from '@trove/chain-client/account'
import { isSignedText } from '@trove/chain-client/server-keys'
import { requireThat } from '@trove/contract/errors/codes'
import { NODE_CHECK_BYTES, nodeCheckAnswer } from '@trove/contract/storage/node'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { StorageNeeds } from '../model/needs.ts'
import { askOnce, beginCheck, endCheck, findAsked } from './store.ts'

/**
 * The check of a storage node before its grant (decision 27). The node takes 64 MiB that only we can make, through its own
 * connection, keeps them, and then answers a question about all of them, signed with its account's key.
 */

const PIECE_BYTES = 2 ** 18
/** Downloads of a key, so that nobody spends our line. */
const TRIES = { limit: 5, windowSeconds: 86_400 }

type Needs = Pick<StorageNeeds, 'db' | 'limiter' | 'grants'>

/** The key stream of the seed: nothing of it is kept. */
async function* bytesOf(seed: Buffer): AsyncGenerator<Buffer> {
  const cipher = createCipheriv('aes-256-ctr', seed, Buffer.alloc(16))
  const zeros = Buffer.alloc(PIECE_BYTES)
  for (let at = 0; at < NODE_CHECK_BYTES; at += PIECE_BYTES) {
    yield cipher.update(zeros)
    await turn()
  }
}

async function digestOf(seed: Buffer, nonce: string): Promise<string> {
  const hash = createHash('sha256').update(nonce, 'hex')
  for await (const piece of bytesOf(seed)) hash.update(piece)
  return hash.digest('hex')
}

function keyOf(text: string) {
  const key = findAccount(text)?.publicKey
  requireThat(key, 'chain.address-invalid')
  return key
}

/** Begins a check. @throws ContractError `resource.not-found` when no grant waits for this account */
export async function begin({ db, limiter, grants }: Needs, account: string): Promise<AsyncGenerator<Buffer>> {
  const key = keyOf(account)
  requireThat(await grants.findPerson(key), 'resource.not-found')
  await limiter.require('storage.node-check', key, TRIES)
  const seed = randomBytes(32)
  await beginCheck(db, key, seed)
  return bytesOf(seed)
}

/** Asks, once for the bytes that were taken. @throws ContractError `resource.not-found` */
export async function ask({ db }: Needs, account: string): Promise<{ nonce: string }> {
  const nonce = randomBytes(32).toString('hex')
  requireThat(await askOnce(db, keyOf(account), nonce), 'resource.not-found')
  return { nonce }
}

/**
 * Takes the answer of the account's key, and gives the grant for a right one. The check ends with either.
 * @throws ContractError `resource.not-found`, `storage.content-differs`
 */
export async function answer(
  { db, grants }: Needs,
  account: string,
  given: { digest: string; signature: string },
): Promise<{ isGranted: boolean }> {
  const key = keyOf(account)
  const asked = await findAsked(db, key)
  requireThat(asked, 'resource.not-found')
  const { seed, nonce } = asked
  const signature = Buffer.from(given.signature, 'hex')
  // Who has not the key cannot end somebody's check, and costs no counting.
  requireThat(isSignedText(key, nodeCheckAnswer(nonce, given.digest), signature), 'storage.content-differs')
  // Ended first: of many answers at once one is counted.
  requireThat(await endCheck(db, key, nonce), 'resource.not-found')
  requireThat((await digestOf(seed, nonce)) === given.digest, 'storage.content-differs')
  const person = await grants.findPerson(key)
  requireThat(person, 'resource.not-found')
  return { isGranted: await inTransaction(db, (tx) => grants.give(tx, key, person)) }
}

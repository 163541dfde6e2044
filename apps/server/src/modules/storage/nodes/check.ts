import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { findAccount } from '@trove/chain-client/base/account'
import { isSignedText } from '@trove/chain-client/server-keys'
import { requireThat } from '@trove/contract/errors/codes'
import {
  NODE_CHECK_BYTES,
  NODE_CHECK_TAIL_BYTES,
  nodeCheckAnswer,
  nodeCheckBegin,
  nodeReadsBegin,
} from '@trove/contract/storage/node'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { StorageNeeds } from '../model/needs.ts'
import { askOnce, beginCheck, endCheck, findAsked, findBegun } from './store.ts'

/**
 * The check of a storage node before its grant (decision 27). The node takes 64 MiB that only we can make, through its own
 * connection, keeps them, and then answers a question about all of them, signed with its account's key.
 */

const PIECE_BYTES = 2 ** 18
/** Downloads for a person, whatever keys they filled, so that nobody spends our line. */
const TRIES = { limit: 5, windowSeconds: 86_400 }
/** So far a node's clock may be off. */
const CLOCK_SECONDS = 600
const CTR_BLOCK_BYTES = 16

type Needs = Pick<StorageNeeds, 'db' | 'limiter' | 'grants'>
/** A time in seconds, and the signature of a text that names it, in hex. */
type SignedTime = { at: number; signature: string }

/** The key stream of the seed: nothing of it is kept. */
async function* bytesOf(seed: Buffer): AsyncGenerator<Buffer> {
  const cipher = createCipheriv('aes-256-ctr', seed, Buffer.alloc(16))
  const zeros = Buffer.alloc(PIECE_BYTES)
  for (let at = 0; at < NODE_CHECK_BYTES; at += PIECE_BYTES) {
    yield cipher.update(zeros)
    await turn()
  }
}

/** The last of the bytes, without those before. */
function tailOf(seed: Buffer): string {
  const counter = Buffer.alloc(CTR_BLOCK_BYTES)
  counter.writeUInt32BE((NODE_CHECK_BYTES - NODE_CHECK_TAIL_BYTES) / CTR_BLOCK_BYTES, CTR_BLOCK_BYTES - 4)
  const cipher = createCipheriv('aes-256-ctr', seed, counter)
  return cipher.update(Buffer.alloc(NODE_CHECK_TAIL_BYTES)).toString('hex')
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

/** @throws ContractError `storage.content-differs` when this key did not sign the text, or the time is not now */
function requireSignedNow(key: ReturnType<typeof keyOf>, text: string, { at, signature }: SignedTime): void {
  const isNow = Math.abs(Date.now() / 1000 - at) <= CLOCK_SECONDS
  requireThat(isNow && isSignedText(key, text, Buffer.from(signature, 'hex')), 'storage.content-differs')
}

/**
 * Lets a node in that signed the time with its account's key, and keeps something.
 * @throws ContractError `chain.address-invalid`, `storage.content-differs`, `resource.not-found`
 */
export async function requireKeeper(chain: StorageNeeds['chain'], account: string, given: SignedTime): Promise<void> {
  requireSignedNow(keyOf(account), nodeReadsBegin(given.at), given)
  requireThat(await chain.isKeeper(account), 'resource.not-found')
}

/**
 * Begins a check for who has the account's key: nobody else can void a check under way or use up its downloads.
 * @throws ContractError `resource.not-found` when no grant waits for this account, `storage.content-differs` when it did not
 *   sign this time or the time is not now, `request.too-frequent`
 */
export async function begin(
  { db, limiter, grants }: Needs,
  account: string,
  given: SignedTime,
): Promise<AsyncGenerator<Buffer>> {
  const key = keyOf(account)
  const person = await grants.findPerson(key)
  requireThat(person, 'resource.not-found')
  requireSignedNow(key, nodeCheckBegin(given.at), given)
  await limiter.require('storage.node-check', person, TRIES)
  const seed = randomBytes(32)
  await beginCheck(db, key, seed)
  return bytesOf(seed)
}

/**
 * Asks who has the end of the bytes, once for the bytes that were taken.
 * @throws ContractError `resource.not-found`, `storage.content-differs`
 */
export async function ask({ db }: Needs, account: string, tail: string): Promise<{ nonce: string }> {
  const key = keyOf(account)
  const seed = await findBegun(db, key)
  requireThat(seed, 'resource.not-found')
  requireThat(tailOf(seed) === tail, 'storage.content-differs')
  const nonce = randomBytes(32).toString('hex')
  requireThat(await askOnce(db, { key, seed, nonce }), 'resource.not-found')
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

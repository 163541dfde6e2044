import { setTimeout as sleep } from 'node:timers/promises'
import {
  FAUCET_NETWORK_CLAIMS,
  FAUCET_UNITS,
  FAUCET_USER_CLAIMS,
  type FaucetAnswer,
} from '@trove/contract/chain/faucet'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import type { z } from 'zod'
import type { Db } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import * as store from './store.ts'
import type { TokenSender } from './token-sender.ts'

export type FaucetNeeds = {
  db: Db
  jobs: Jobs
  sender: TokenSender
  /** Blind index of a network address, or null for the person at this machine, who is no network. */
  networkOf(ip: string): string | null
}

type Answer = z.output<typeof FaucetAnswer>
type Claimant = { userId: string; ip: string; address: string }

export const SEND_SWEEP = 'faucet.sweep'
/** Two blocks and a little: the usual way takes less. */
const WAIT_MS = 20_000
const LOOK_MS = 250

/**
 * Gives 1 TTC to an account, once a day however its address is written and however often it is asked at once.
 * @throws ContractError `chain.unavailable` when the chain does not answer, `faucet.limit` for a person and
 *   `faucet.network-limit` for a network that filled enough accounts today. `faucet.on-its-way` when the outcome was not
 *   known in time: it goes on by itself and is never sent twice. `faucet.not-sent` when the chain refused the transfer
 */
export async function receive(needs: FaucetNeeds, claimant: Claimant): Promise<Answer> {
  requireThat(claimant.address !== '', 'faucet.address-empty')
  const publicKey = needs.sender.findPublicKey(claimant.address)
  if (publicKey === undefined) return false
  const held = await store.findToday(needs.db, publicKey)
  if (held) return answerHeld(held)
  if (!(await hasEnough(needs.sender))) return 'LOW-BALANCES'
  const id = await reserve(needs, claimant, publicKey)
  if (id === undefined) return answerHeld(await store.findToday(needs.db, publicKey))
  return await untilEnded(needs.db, id)
}

function answerHeld(held: store.ClaimView | undefined): Answer {
  if (held?.state === 'received') return 'RECEIVED'
  throw new ContractError('faucet.on-its-way')
}

/** Asked before anything is written: a faucet that is empty or away takes no claims. */
async function hasEnough(sender: TokenSender): Promise<boolean> {
  try {
    return (await sender.availableUnits()) >= FAUCET_UNITS
  } catch {
    throw new ContractError('chain.unavailable')
  }
}

/** Writes the claim, and has it sent once it is written; undefined when the account's day is held. */
function reserve(
  { db, jobs, networkOf }: FaucetNeeds,
  { userId, ip }: Claimant,
  publicKey: string,
): Promise<string | undefined> {
  const network = networkOf(ip)
  return inTransaction(db, async (tx) => {
    await store.lockClaimants(tx, network === null ? [userId] : [userId, network])
    if (await store.findToday(tx, publicKey)) return undefined
    const taken = await store.countToday(tx, userId, network)
    requireThat(taken.user < FAUCET_USER_CLAIMS, 'faucet.limit', { count: FAUCET_USER_CLAIMS })
    requireThat(taken.network < FAUCET_NETWORK_CLAIMS, 'faucet.network-limit', { count: FAUCET_NETWORK_CLAIMS })
    const id = await store.insertClaim(tx, { publicKey, userId, network, units: FAUCET_UNITS })
    if (id !== undefined) jobs.soon(SEND_SWEEP, tx)
    return id
  })
}

async function untilEnded(db: Db, id: string): Promise<Answer> {
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(LOOK_MS)) {
    const { state, reason } = await store.getClaim(db, id)
    if (state === 'received') return true
    if (state !== 'void') continue
    if (reason === 'low-balances') return 'LOW-BALANCES'
    throw new ContractError('faucet.not-sent')
  }
  throw new ContractError('faucet.on-its-way')
}

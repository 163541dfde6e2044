import { setTimeout as sleep } from 'node:timers/promises'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Log } from '../../../platform/base/log.ts'
import type { Db } from '../../../platform/db/handle.ts'
import type { RightsChain, RightsStep, SignedRights } from '../model/rights-chain.ts'
import * as store from './store.ts'

export type AnchorNeeds = { db: Db; chain: RightsChain; log: Log }

const LOOK_MS = 300
/** Calls a version may be in that blocks have and that did not do it. */
const MOST_TRIES = 3

/** What stands on the chain beside a content: enough to find its certificate, and no word of a person. */
export const titleOf = (workId: string, number: number) => `Trove ${workId}/${number}`

/**
 * Anchors what waits: first hidden commitments, then their reveals, one call at a time. Ends when nothing waits or the
 * account is empty. Runs in several processes at once without harm: the table lets one call be under way, and what became
 * of it is read from the chain's own state, never guessed. A version that cannot be read is asked about again the next time.
 * @throws Error why a version could not be read, once all others had their turn; or that the chain is away
 */
export async function anchorWaiting(needs: AnchorNeeds): Promise<void> {
  let failure: unknown
  for (const left of await store.listLeftCalls(needs.db)) failure = (await followUp(needs, left)) ?? failure
  for (;;) {
    const open = await store.findOpenCall(needs.db)
    if (open) failure = (await followUp(needs, open)) ?? failure
    else {
      await restartOthers(needs)
      if (!(await beginNext(needs))) break
    }
  }
  if (failure) throw failure
}

/** What another account began, or another chain knew, is begun anew. Only that account can free what is held from it. */
export async function restartOthers({ db, chain, log }: AnchorNeeds): Promise<void> {
  for (const left of await store.restartOthers(db, await chain.getGenesisHash(), chain.address))
    log.warn(
      { ...left, alarm: 'rights' },
      'a commitment is made again; its deposit is free once its account releases it',
    )
}

/** Signs and sends for the oldest that are ready; false when none is, or the account cannot pay. */
async function beginNext({ db, chain, log }: AnchorNeeds): Promise<boolean> {
  let ready = await store.listReady(db)
  if (ready[0]?.state === 'waiting') {
    const affordable = await chain.countAffordable()
    if (affordable === 0)
      log.error({ address: chain.address, alarm: 'rights' }, 'the account that anchors rights is empty')
    ready = ready.slice(0, affordable)
  }
  if (ready.length === 0) return false
  const rows = ready.map((row) => ({
    ...row,
    commitment: chain.commitmentOf(chain.address, row.contentHash, row.salt),
  }))
  const signed = await chain.sign(rows.map(stepOf))
  crashPoint('rights.before-signed')
  if (await store.beginCall(db, { signed, address: chain.address, rows })) {
    crashPoint('rights.signed')
    await chain.submit(signed)
    crashPoint('rights.submitted')
  }
  return true
}

function stepOf(row: store.RightsRow & { commitment: string }): RightsStep {
  const { state, commitment, contentHash, salt, workId, number } = row
  return state === 'waiting'
    ? { kind: 'commit', commitment }
    : { kind: 'reveal', contentHash, salt, title: titleOf(workId, number) }
}

/** Waits for the end of the call under way; sends its bytes again while no block has them. @returns as `settle` */
async function followUp(needs: AnchorNeeds, signed: SignedRights): Promise<unknown> {
  const { chain } = needs
  const fate = await chain.findFate(signed)
  if (fate !== 'open') return await settle(needs, signed, fate === 'included')
  await chain.submit(signed)
  await sleep(LOOK_MS)
}

/**
 * Ends a call with what the chain says of each version it was for. What cannot be read stays with the call and is asked about
 * again: the next call waits for it no longer.
 * @returns why a version could not be read
 */
async function settle({ db, chain, log }: AnchorNeeds, { hash }: SignedRights, isIncluded: boolean): Promise<unknown> {
  crashPoint('rights.outcome-known')
  const rows = await store.listOfCall(db, hash)
  const { found, failure } = await readEach(chain, rows, (row) => standingOf(chain, row, isIncluded))
  for (const { row, standing } of found)
    if (standing.state === 'refused')
      log.error({ workId: row.workId, number: row.number, alarm: 'rights' }, 'the chain does not anchor a version')
  crashPoint('rights.before-ended')
  await store.endCall(db, hash, found)
  crashPoint('rights.ended')
  return failure
}

/**
 * What the chain says of each row. One that cannot be read holds up no other.
 * @throws Error when the chain is away: nothing is known of any row then
 */
async function readEach<Row, Standing>(chain: RightsChain, rows: Row[], read: (row: Row) => Promise<Standing>) {
  const found: { row: Row; standing: Standing }[] = []
  let failure: unknown
  for (const row of rows) {
    try {
      found.push({ row, standing: await read(row) })
    } catch (error) {
      await chain.getHeight()
      failure = error
    }
  }
  return { found, failure }
}

/** Only a call that a block has was tried: what became of any other says nothing of the version. */
function notDone({ tries }: store.RightsRow, isIncluded: boolean): store.Standing {
  if (!isIncluded) return { state: 'again', isCounted: false }
  return tries + 1 < MOST_TRIES ? { state: 'again', isCounted: true } : { state: 'refused' }
}

async function standingOf(chain: RightsChain, row: store.RightsRow, isIncluded: boolean): Promise<store.Standing> {
  // Whoever signed it: the market's account may have been changed since.
  const committed = await chain.findCommitment(row.address!, row.commitment!)
  if (row.state === 'waiting')
    return committed === undefined
      ? notDone(row, isIncluded)
      : { state: 'committed', block: await blockOf(chain, committed) }
  const work = await chain.findWork(row.contentHash)
  if (committed === undefined && work?.address === row.address && work.committedBlock === row.committedBlock)
    return { state: 'revealed', block: await blockOf(chain, work.revealedBlock) }
  if (work) return { state: 'earlier', address: work.address, block: work.committedBlock }
  return notDone(row, isIncluded)
}

export async function blockOf(chain: RightsChain, number: number): Promise<store.Block> {
  return { number, ...(await chain.getBlock(number)) }
}

/** Looks whether an earlier commitment has taken over what is revealed, until the contest is over. */
export async function watchContests({ db, chain }: Omit<AnchorNeeds, 'log'>): Promise<void> {
  const rows = await store.listContested(db)
  if (rows.length === 0) return
  const [height, contestBlocks] = await Promise.all([chain.getHeight(), chain.getContestBlocks()])
  const { found, failure } = await readEach(chain, rows, (row) => chain.findWork(row.contentHash))
  for (const { row, standing: work } of found) {
    const isOurs = work?.address === row.address && work.committedBlock === row.committedBlock
    if (work && !isOurs) await store.noteContest(db, row, { address: work.address, block: work.committedBlock })
    else await store.noteContest(db, row, { isFinal: isOurs && height >= row.revealedBlock + contestBlocks })
  }
  if (failure) throw failure
}

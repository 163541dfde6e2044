import { setTimeout as sleep } from 'node:timers/promises'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Log } from '../../../platform/base/log.ts'
import type { Db } from '../../../platform/db/handle.ts'
import type { RightsChain, RightsStep } from '../model/rights-chain.ts'
import * as store from './store.ts'

export type AnchorNeeds = { db: Db; chain: RightsChain; log: Log }

const LOOK_MS = 300
/** Calls a version may be in that the chain did not do for it. */
const MOST_TRIES = 3

/** What stands on the chain beside a content: enough to find its certificate, and no word of a person. */
export const titleOf = (workId: string, number: number) => `Trove ${workId}/${number}`

/**
 * Anchors what waits: first hidden commitments, then their reveals, one call at a time. Ends when nothing waits or the
 * account is empty. Runs in several processes at once without harm: the table lets one call be under way, and what became
 * of it is read from the chain's own state, never guessed.
 */
export async function anchorWaiting(needs: AnchorNeeds): Promise<void> {
  for (;;) {
    const open = await store.findOpenCall(needs.db)
    if (open) await followUp(needs, open)
    else {
      await restartOthers(needs)
      if (!(await beginNext(needs))) return
    }
  }
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

/** Waits for the end of the call under way; sends its bytes again while no block has them. */
async function followUp({ db, chain, log }: AnchorNeeds, signed: Parameters<RightsChain['submit']>[0]): Promise<void> {
  if (await chain.isOpen(signed)) {
    await chain.submit(signed)
    await sleep(LOOK_MS)
    return
  }
  crashPoint('rights.outcome-known')
  const found = await standingsOf(chain, await store.listOfCall(db, signed.hash))
  for (const { row, standing } of found)
    if (standing.state === 'refused')
      log.error({ workId: row.workId, number: row.number, alarm: 'rights' }, 'the chain does not anchor a version')
  crashPoint('rights.before-ended')
  await store.endCall(db, signed.hash, found)
  crashPoint('rights.ended')
}

/**
 * What the chain says of all that a call was for. The next call waits for the end of this one, so a version that cannot be
 * read holds up no other: it is tried again. When none can be read the chain is away, and nothing is known.
 */
async function standingsOf(chain: RightsChain, rows: store.RightsRow[]) {
  const found: { row: store.RightsRow; standing: store.Standing }[] = []
  const unread: store.RightsRow[] = []
  let failure: unknown
  for (const row of rows)
    await standingOf(chain, row).then(
      (standing) => found.push({ row, standing }),
      (error: unknown) => {
        failure = error
        unread.push(row)
      },
    )
  if (failure && found.length === 0) throw failure
  return [...found, ...unread.map((row) => ({ row, standing: failedOnce(row) }))]
}

const failedOnce = ({ tries }: store.RightsRow) => ({ state: tries + 1 < MOST_TRIES ? 'again' : 'refused' }) as const

async function standingOf(chain: RightsChain, row: store.RightsRow): Promise<store.Standing> {
  const failed = failedOnce(row)
  // Whoever signed it: the market's account may have been changed since.
  const committed = await chain.findCommitment(row.address!, row.commitment!)
  if (row.state === 'waiting')
    return committed === undefined ? failed : { state: 'committed', block: await blockOf(chain, committed) }
  const work = await chain.findWork(row.contentHash)
  if (committed === undefined && work?.address === row.address && work.committedBlock === row.committedBlock)
    return { state: 'revealed', block: await blockOf(chain, work.revealedBlock) }
  if (work) return { state: 'earlier', address: work.address, block: work.committedBlock }
  return failed
}

export async function blockOf(chain: RightsChain, number: number): Promise<store.Block> {
  return { number, ...(await chain.getBlock(number)) }
}

/** Looks whether an earlier commitment has taken over what is revealed, until the contest is over. */
export async function watchContests({ db, chain }: Omit<AnchorNeeds, 'log'>): Promise<void> {
  const rows = await store.listContested(db)
  if (rows.length === 0) return
  const [height, contestBlocks] = await Promise.all([chain.getHeight(), chain.getContestBlocks()])
  for (const row of rows) {
    const work = await chain.findWork(row.contentHash)
    const isOurs = work?.address === row.address && work.committedBlock === row.committedBlock
    if (work && !isOurs) await store.noteContest(db, row, { address: work.address, block: work.committedBlock })
    else await store.noteContest(db, row, { isFinal: isOurs && height >= row.revealedBlock + contestBlocks })
  }
}

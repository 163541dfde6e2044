import { findAccount } from '@trove/chain-client/base/account'
import { AUDIT_NODES_MAX, AUDIT_SLOT_MINUTES, type AuditOutcome, isGatewayOutage } from '@trove/contract/storage/audits'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { StorageNeeds } from '../model/needs.ts'
import { isFollowed } from '../uploads/store-orders.ts'
import { askAll } from './ask.ts'
import { type Judged, type Standing, standingAfter } from './rules.ts'
import * as store from './store.ts'

const ROUND_SECONDS = 60
/** Orders of a node that are looked at for one whose frames are known. */
const ORDERS_LOOKED_AT = 5
/** Nodes that are looked at in a round: of some no frame is known. */
const NODES_LOOKED_AT = 10 * AUDIT_NODES_MAX

export type AuditNeeds = Pick<
  StorageNeeds,
  'db' | 'jobs' | 'chain' | 'grants' | 'notices' | 'sealer' | 'log' | 'gatewayUrl'
>

/** Has a round a minute ask some nodes for a frame each. Without a gateway there is nobody to ask through. */
export function defineAudits(needs: AuditNeeds): void {
  if (needs.gatewayUrl === undefined) return
  needs.jobs.every('storage.audit', ROUND_SECONDS, () => runRound(needs), { lane: 'slow' })
}

async function runRound(needs: AuditNeeds): Promise<void> {
  const { db, chain } = needs
  await store.deleteOldAudits(db)
  const head = await chain.findHead()
  // An index that stands still does not say who keeps what now.
  if (!head || !(await isFollowed(db, head.network, AUDIT_SLOT_MINUTES))) return
  const slot = await store.findSlot(db)
  const samples = await claimSamples(needs, head.network, slot)
  if (samples.length === 0) return
  crashPoint('storage.audit.claimed')
  const outcomes = await askAll(needs, samples)
  await record(
    needs,
    slot,
    samples.map(({ account }, i) => ({ account, outcome: outcomes[i]! })),
  )
  crashPoint('storage.audit.noted')
}

/** Nodes in a random order, so that nobody can be there for the sample alone. */
async function claimSamples({ db, chain }: AuditNeeds, network: number, slot: Date): Promise<store.Sample[]> {
  const waiting = await store.listUnasked(db, slot, await chain.listNodes())
  const mixed = waiting.map((account) => ({ account, at: Math.random() })).sort((one, other) => one.at - other.at)
  const samples: store.Sample[] = []
  for (const { account } of mixed.slice(0, NODES_LOOKED_AT)) {
    if (samples.length === AUDIT_NODES_MAX) break
    const frame = await store.pickFrame(db, await chain.pickKept(account, ORDERS_LOOKED_AT))
    const sample = frame && { account, ...frame }
    if (sample && (await store.claimSample(db, network, slot, sample))) samples.push(sample)
  }
  return samples
}

type Outcome = { account: string; outcome: AuditOutcome }

async function record(needs: AuditNeeds, slot: Date, asked: readonly Outcome[]): Promise<void> {
  const { db, log } = needs
  const before = await store.countSlot(db, slot)
  const silent = before.silent + asked.filter(({ outcome }) => isSilence(outcome)).length
  const heard = before.heard + asked.filter(({ outcome }) => outcome === 'given' || outcome === 'wrong').length
  const isOurs = isGatewayOutage({ nodes: heard + silent, silent })
  const known = asked.map(({ account, outcome }) => ({
    account,
    outcome: isOurs && isSilence(outcome) ? ('unknown' as const) : outcome,
  }))
  if (isOurs)
    log.error({ heard, silent, slot }, 'too many storage nodes fell silent at once: our own gateway is at fault')
  await inTransaction(db, async (tx) => {
    for (const account of await store.noteOutcomes(tx, slot, known)) await judge(needs, tx, { account, slot })
    crashPoint('storage.audit.before-commit')
  })
}

const isSilence = (outcome: AuditOutcome) => outcome === 'absent' || outcome === 'silent'

type Judgement = { account: string; slot: Date }

/** Pauses a node, or ends its pause; its owner is told with the reason. */
async function judge(needs: AuditNeeds, tx: Tx, { account, slot }: Judgement): Promise<void> {
  const { state, since } = await store.findStanding(tx, account)
  const newest = await store.listNewest(tx, account, since)
  const next = standingAfter(state, newest)
  if (next === state || !(await store.moveStanding(tx, account, next))) return
  const key = findAccount(account)?.publicKey
  const userId = key && (await needs.grants.findOwner(key))
  if (userId) await needs.notices.tell(tx, { userId, ...noticeOf({ account, slot }, next, newest) })
}

function noticeOf({ account, slot }: Judgement, next: Standing, newest: readonly Judged[]) {
  const count = (wanted: Judged) => String(newest.filter((outcome) => outcome === wanted).length)
  const shared = {
    link: { to: 'storage-node', id: account },
    key: `node-${next}:${account}:${slot.toISOString()}`,
  } as const
  if (next === 'good') return { ...shared, kind: 'storage.node-resumed', params: { account } } as const
  return {
    ...shared,
    kind: 'storage.node-paused',
    params: {
      ...{ account, asked: String(newest.length), absent: count('absent') },
      ...{ silent: count('silent'), wrong: count('wrong') },
    },
  } as const
}

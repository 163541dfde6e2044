import { allowsSale } from '@trove/contract/compute/shapes'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { sql } from 'kysely'
import type { Log } from '../../../platform/base/log.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Limiter } from '../../../platform/rate-limit.ts'
import type { Notices } from '../../notices/module.ts'
import { isRelayed, type RelayRange } from '../machine/address.ts'
import type { MachineAddress } from '../machine/machine.ts'
import type { WithMachine } from '../machine/use.ts'
import { CHECK_AGAIN_HOURS, type CheckTrigger, refusalOf } from '../model/rules.ts'
import type { OfferRow, OfferStore } from '../offers/store.ts'
import type { Standing } from '../relay/store.ts'
import type { Prober } from './prober.ts'
import { type CheckOutcome, type CheckRow, type CheckStore, UNREACHABLE } from './store.ts'

/** How often a machine may be reached for checks (money.md B): it is somebody's, perhaps not the seller's. */
const PER_PRODUCT = { limit: 3, windowSeconds: 3600 }
const PER_TARGET = { limit: 10, windowSeconds: 86_400 }
const PER_HOST = { limit: 60, windowSeconds: 86_400 }
const BUSY_PAUSE_MS = 3_000
/** After a check that an outage of our own kept from the machine. */
export const OUTAGE_PAUSE_MINUTES = 10
const DAILY_BATCH = 20
/** Two checks that agree on a shortfall of bandwidth are at least so far apart; the second is made by itself after the pause. */
const AGREE_MINUTES = 5
const AGREE_PAUSE_MINUTES = 10

export type ChecksDeps = {
  db: Db
  store: CheckStore
  offers: OfferStore
  prober: Prober
  notices: Notices
  jobs: Jobs
  limiter: Limiter
  log: Log
  /** Addresses of the operator's own: no daily limit holds for them. */
  allowList: readonly MachineAddress[]
  /** Its machines share an address: no limit of one host holds for them. */
  relay: RelayRange | undefined
  standings: (ports: readonly number[]) => Promise<Map<number, Standing>>
  withMachine: WithMachine
}

/** The machine check: when it runs, and what its outcome does to an offer. */
export function createChecks(deps: ChecksDeps) {
  const { db, store, offers, jobs, limiter, log } = deps

  async function enqueue(tx: Tx, checkId: string, delayMs?: number): Promise<void> {
    await jobs.enqueue(tx, 'compute.check', { checkId }, { key: `compute.check:${checkId}`, delayMs })
  }

  async function queue(tx: Tx, offerId: string, trigger: CheckTrigger): Promise<CheckRow | undefined> {
    const check = await store.insert(tx, offerId, trigger)
    if (check) await enqueue(tx, check.id)
    return check
  }

  /** Whether this address may be reached once more today; each asking counts. */
  async function takeTarget(address: { ipv4: string; port: number }) {
    // The limits keep us from being pointed at third parties; what the operator allowed by name is none.
    if (deps.allowList.some((own) => own.host === address.ipv4 && own.port === address.port))
      return { isAllowed: true, retryAfterSeconds: 0 }
    const host = isRelayed({ host: address.ipv4, port: address.port }, deps.relay)
      ? { isAllowed: true, retryAfterSeconds: 0 }
      : await limiter.take('compute.check-host', address.ipv4, PER_HOST)
    const target = await limiter.take('compute.check-target', `${address.ipv4}:${address.port}`, PER_TARGET)
    return {
      isAllowed: host.isAllowed && target.isAllowed,
      retryAfterSeconds: Math.max(host.retryAfterSeconds, target.retryAfterSeconds),
    }
  }

  /**
   * Whether the outcome of a machine that passed until now, or is new, does not count yet. Cores, RAM and disk are counted;
   * bandwidth is measured on a line that others use at the same moment, so one check alone holds it against nobody. A
   * second one that finds the same some minutes later does.
   */
  async function isDoubtful(tx: Tx, offer: OfferRow, { result, differing }: CheckOutcome): Promise<boolean> {
    if (!isOfBandwidth({ result, differing })) return false
    const passed = allowsSale({ state: offer.check_state, differing: offer.differing })
    if (!passed && offer.check_state !== 'pending') return false
    for (const one of await store.findLatest(tx, offer.id, AGREE_MINUTES)) {
      if (!isOfBandwidth(one)) return true
      if (one.is_earlier) return false
    }
    return true
  }

  /** Writes an outcome into the offer that the caller has locked, and notifies the seller about a turn for the worse. */
  async function apply(tx: Tx, offer: OfferRow, outcome: CheckOutcome, hostKey: string | null, noticeKey: string) {
    const entered = hostKey ? { host_key: hostKey, is_entered: true } : {}
    if (await isDoubtful(tx, offer, outcome)) {
      const next_check_at = sql<Date>`business_now() + ${AGREE_PAUSE_MINUTES} * interval '1 minute'`
      await offers.update(tx, offer.id, { next_check_at, ...entered })
      return
    }
    const { result, differing, measured } = outcome
    const hours = CHECK_AGAIN_HOURS[result]
    await offers.update(tx, offer.id, {
      check_state: result,
      checked_at: sql<Date>`business_now()`,
      next_check_at: sql<Date>`business_now() + ${hours} * interval '1 hour'`,
      differing,
      ...(measured ? { measured: JSON.stringify(measured), speed_score: measured.cpuScore } : {}),
      ...entered,
    })
    // Notified once per turn, and only when it takes the machine off sale.
    const isKnown = result === offer.check_state && !allowsSale({ state: result, differing: offer.differing })
    if (allowsSale({ state: result, differing }) || isKnown) return
    const kind = result === 'differs' ? 'compute.check-differs' : 'compute.check-unreachable'
    const params = { authId: offer.auth_id, differing: differing.join(',') }
    await deps.notices.tell(tx, {
      userId: offer.seller_id,
      kind,
      params,
      link: { to: 'shared-machines' },
      key: noticeKey,
    })
  }

  async function finish(check: CheckRow, used: OfferRow, outcome: CheckOutcome, hostKey: string | null): Promise<void> {
    await inTransaction(db, async (tx) => {
      const offer = await offers.lock(tx, check.offer_id)
      if (!offer || offer.deleted_at) return store.drop(tx, check.id)
      if (!isSameMachine(offer, used)) {
        // The seller changed the offer meanwhile: what was found is about something else.
        await store.drop(tx, check.id)
        await queue(tx, offer.id, 'publish')
        return
      }
      if (!(await store.finish(tx, check.id, outcome))) return
      await apply(tx, offer, outcome, hostKey, `check:${check.id}`)
    })
  }

  /** A relay of ours, or our whole network. */
  async function isOursOut({ ipv4: host, port }: OfferRow): Promise<boolean> {
    const isBehindRelay = isRelayed({ host, port }, deps.relay)
    if (isBehindRelay && (await deps.standings([port])).get(port) === 'relay-out') return true
    return await store.hadOutage()
  }
  /** Our own outage says nothing of a machine: as if this check had not been. */
  async function putOff(check: CheckRow): Promise<void> {
    log.warn({ offerId: check.offer_id }, 'a machine check is put off: a relay or the network of ours is out')
    await inTransaction(db, async (tx) => {
      await store.drop(tx, check.id)
      const next_check_at = sql<Date>`business_now() + ${OUTAGE_PAUSE_MINUTES} * interval '1 minute'`
      await offers.update(tx, check.offer_id, { next_check_at })
    })
  }

  async function run(checkId: string): Promise<void> {
    const check = await store.find(checkId)
    if (!check || check.state === 'done') return
    const hadTurn = await deps.withMachine(check.offer_id, async () => {
      const offer = await offers.find(check.offer_id)
      // A buyer is on it, or it is being cleaned: the next daily check comes. After a failed cleaning the seller is to
      // find out why, and the check of a new login is not put off for a day.
      if (!offer || offer.slot === 'serving' || offer.cleaning === 'running') return store.drop(db, checkId)
      await store.markRunning(checkId)
      try {
        const { outcome, hostKey, offer: used } = await deps.prober.probe(offer)
        if (outcome === UNREACHABLE && (await isOursOut(offer))) return await putOff(check)
        await finish(check, used, outcome, hostKey)
      } catch (error) {
        // Soon tried again by the queue; what fails for minutes is not the database, and must end.
        if (!(await store.isStale(checkId))) throw error
        log.error({ err: error, checkId, offerId: offer.id }, 'a machine check fails again and again')
        await finish(check, offer, UNREACHABLE, null)
      }
    })
    if (!hadTurn) await inTransaction(db, (tx) => enqueue(tx, checkId, BUSY_PAUSE_MS))
  }

  return {
    takeTarget,
    queue,
    apply,
    isDoubtful,
    run,
    /** After publishing or a change: at once, or with the daily checks when the target was reached often today. */
    async queueNew(tx: Tx, offerId: string, isAllowed: boolean): Promise<void> {
      if (isAllowed) await queue(tx, offerId, 'publish')
      await offers.update(tx, offerId, { next_check_at: sql<Date>`business_now() + interval '24 hours'` })
    },
    /** `lock` gives the asker's own offer, locked, or throws. */
    async onDemand(offer: OfferRow, lock: (tx: Tx) => Promise<OfferRow>): Promise<CheckRow> {
      const refusal = refusalOf('check', offer)
      if (refusal) throw new ContractError(refusal)
      requireThat(!(await store.hasOpen(offer.id)), 'compute.check-running')
      const product = await limiter.take('compute.check-product', offer.id, PER_PRODUCT)
      const target = product.isAllowed ? await takeTarget(offer) : product
      const minutes = Math.ceil(target.retryAfterSeconds / 60)
      requireThat(target.isAllowed, 'compute.check-limit', { minutes })
      return inTransaction(db, async (tx) => {
        const check = await queue(tx, (await lock(tx)).id, 'on-demand')
        requireThat(check, 'compute.check-running')
        return check
      })
    },
    list: store.list,
    /** Queues what is due; called by the sweep. */
    async sweep(): Promise<void> {
      for (const offerId of await store.findDue(DAILY_BATCH)) {
        await inTransaction(db, async (tx) => void (await queue(tx, offerId, 'daily')))
      }
      for (const checkId of await store.findStale()) await inTransaction(db, (tx) => enqueue(tx, checkId))
    },
  }
}

export type Checks = ReturnType<typeof createChecks>

/** Whether the bandwidth is what a check found below the declared, and nothing else that matters. */
function isOfBandwidth({ result, differing }: { result: string | null; differing: readonly string[] | null }): boolean {
  const facts = (differing ?? []).filter((fact) => fact !== 'operationSystem')
  return result === 'differs' && facts.length === 1 && facts[0] === 'bandwidth'
}

function isSameMachine(one: OfferRow, other: OfferRow): boolean {
  const facts = [
    'ipv4',
    'port',
    'username',
    'cpu_cores',
    'ram_gb',
    'disk_gb',
    'bandwidth_mbps',
    'os',
    'gpu_model',
    'gpu_count',
    'gpu_vram_gb',
  ] as const
  const isSamePassword = one.password_sealed?.equals(other.password_sealed ?? Buffer.alloc(0)) ?? false
  return isSamePassword && facts.every((fact) => one[fact] === other[fact])
}

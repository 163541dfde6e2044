import { isOwnOutage, RESTART_MINUTES } from '@trove/contract/compute/downtime'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Log } from '../../../platform/base/log.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Notices } from '../../notices/module.ts'
import { isRelayed, type RelayRange } from '../machine/address.ts'
import type { MachineDriver } from '../machine/machine.ts'
import { probeAll } from './probe-all.ts'
import type { DowntimeStore, Probed, Told } from './store.ts'

type Deps = {
  db: Db
  store: DowntimeStore
  machine: Pick<MachineDriver, 'answers'>
  /** Where machines behind our own relays are reached. */
  relay: RelayRange | undefined
  notices: Pick<Notices, 'tell'>
  jobs: Jobs
  log: Log
}

/** A round a minute over all processes: which leased machines answer, and whether our own network can be trusted. */
export function createProbeRounds({ db, store, machine, relay, notices, jobs, log }: Deps) {
  async function record(minute: Date, known: readonly { lease: Probed; isHeard: boolean }[], isOurs: boolean) {
    const idsOf = (wanted: boolean) =>
      known.filter(({ isHeard }) => isHeard === wanted).map(({ lease }) => lease.order_id)
    const silent = idsOf(false)
    const counts = { probed: known.length, silent: silent.length, verdict: isOurs ? 'unknown' : 'judged' }
    crashPoint('compute.probe.before')
    await inTransaction(db, async (tx) => {
      if (!(await store.finishRound(tx, minute, counts)) || isOurs) return
      if (silent.length > 0) await store.addSilent(tx, minute, silent)
      await store.close(tx, idsOf(true))
      for (const told of await store.takeUntold(tx)) await notices.tell(tx, silentNotice(told))
      jobs.soon('compute.pay-downtime', tx)
      crashPoint('compute.probe.before-commit')
    })
    crashPoint('compute.probe.after-commit')
    if (isOurs)
      log.error({ ...counts, minute }, 'too many machines fell silent at once: our own network is taken to be at fault')
  }

  return {
    /** Does nothing in a minute that has had its round. */
    async run(): Promise<void> {
      const minute = await store.claimMinute()
      if (!minute) return
      const leases = await store.listServing(minute)
      const witnesses = leases.length > 0 ? await store.listWitnesses() : []
      const asked = [...leases, ...witnesses].map(({ seller_id, ipv4: host, port }) => ({ seller_id, host, port }))
      const heard = await probeAll(machine.answers, asked)
      const answers = asked.map(({ seller_id, ...address }, i) => ({
        seller_id,
        isHeard: heard[i]!,
        isRelayed: isRelayed(address, relay),
      }))
      // Relays are ours, too: of machines behind them only a few may be silent for it to say something of the machines.
      const isRelayOut = isOutage(answers.filter((one) => one.isRelayed))
      const isKnown = (i: number) => !(answers[i]!.isRelayed && isRelayOut)
      const isOurs = isOutage(answers.filter((one) => !one.isRelayed))
      const known = leases.flatMap((lease, i) => (isKnown(i) ? [{ lease, isHeard: heard[i]! }] : []))
      await record(minute, known, isOurs)
    },
  }
}

export type ProbeRounds = ReturnType<typeof createProbeRounds>

function isOutage(answers: readonly { seller_id: string; isHeard: boolean }[]): boolean {
  const sellers = new Set(answers.map(({ seller_id }) => seller_id))
  const answering = new Set(answers.filter(({ isHeard }) => isHeard).map(({ seller_id }) => seller_id))
  return isOwnOutage({ sellers: sellers.size, silentSellers: sellers.size - answering.size })
}

function silentNotice({ order_id, seller_id, auth_id, first_minute }: Told) {
  return {
    userId: seller_id,
    kind: 'compute.lease-silent',
    params: { authId: auth_id, minutes: String(RESTART_MINUTES) },
    link: { to: 'order', id: order_id },
    key: `lease-silent:${order_id}:${first_minute.toISOString()}`,
  } as const
}

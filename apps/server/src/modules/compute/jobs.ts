import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Checks } from './checks/service.ts'
import type { DowntimePaying } from './downtime/paying.ts'
import type { ProbeRounds } from './downtime/rounds.ts'
import type { DowntimeStore } from './downtime/store.ts'
import type { FaultCases } from './faults/cases.ts'
import type { MarketDayStore } from './figures/store.ts'
import type { KeyChange } from './keys/change.ts'
import type { HandOver } from './leases/hand-over.ts'
import type { LeaseSweep } from './leases/sweep.ts'
import type { TakeBack } from './leases/take-back.ts'
import type { MarketStore } from './market/store.ts'
import type { RecipeRuns } from './recipes/run.ts'
import type { Asking } from './renewals/asking.ts'
import type { Relisting } from './selling/relisting.ts'
import type { SeriesStore } from './series/store.ts'
import type { TerminalStore } from './terminal/store.ts'

export type ComputeJobs = {
  checks: Checks
  handOver: HandOver
  takeBack: TakeBack
  sweep: LeaseSweep
  keyChange: KeyChange
  askRenewals: Asking
  recipeRuns: RecipeRuns
  market: MarketStore
  terminals: TerminalStore
  series: SeriesStore
  rounds: ProbeRounds
  downtime: DowntimePaying
  downtimeStore: DowntimeStore
  faults: FaultCases
  marketDays: MarketDayStore
  relisting: Relisting
}

/** Jobs by name, and sweeps over what is due by business time. */
export function defineComputeJobs(jobs: Jobs, deps: ComputeJobs) {
  const {
    checks,
    handOver,
    takeBack,
    sweep,
    keyChange,
    recipeRuns,
    askRenewals,
    market,
    terminals,
    series,
    rounds,
    downtime,
  } = deps
  // They talk to sellers' machines, which may let them wait: nothing else waits behind them.
  const lane = 'slow'
  jobs.define('compute.check', ({ checkId }) => checks.run(String(checkId)), { lane })
  jobs.define('compute.begin-lease', ({ orderId }) => handOver.run(String(orderId)), { lane })
  jobs.define('compute.end-lease', ({ orderId }) => takeBack.run(String(orderId)), { lane })
  jobs.define('compute.change-keys', ({ orderId }) => keyChange.run(String(orderId)), { lane })
  jobs.define('compute.run-recipe', ({ runId }) => recipeRuns.run(String(runId)), { lane })
  jobs.every('compute.due-leases', 2, sweep.enqueueDue)
  jobs.every('compute.due-keys', 2, keyChange.enqueueDue)
  jobs.every('compute.due-recipes', 2, recipeRuns.enqueueDue)
  jobs.every('compute.fold-facets', 2, market.fold)
  jobs.every('compute.due-checks', 10, checks.sweep)
  // More often than its minutes: a round that is late or fails leaves time for another.
  jobs.every('compute.probe', 10, rounds.run, { lane: 'probe' })
  jobs.every('compute.pay-downtime', 30, downtime.payDue, { lane: 'money' })
  jobs.every('compute.ask-renewals', 30, askRenewals)
  jobs.every('compute.due-faults', 30, deps.faults.goOnWithDue)
  jobs.every('compute.waiting-faults', 600, deps.faults.warnOfWaiting)
  jobs.every('compute.warn-expiring', 30, sweep.warn)
  jobs.every('compute.relist', 15, deps.relisting.sweep)
  jobs.every('compute.count-market', 60, async () => {
    if (await deps.marketDays.isDue()) await deps.marketDays.count()
  })
  jobs.every('compute.tidy', 600, async () => {
    await terminals.sweep()
    await market.removeEmpty()
    await series.forgetOld()
    await deps.downtimeStore.forgetOld()
  })
}

import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { type Bounds, createRounds } from '../../../platform/jobs/rounds.ts'
import type { HoursNeeds } from '../model/needs.ts'
import { countWaiting } from './dispute-store.ts'
import { actOnAsk } from './steps.ts'
import { type DueAsk, listDueAsks } from './store.ts'

type Needs = Pick<HoursNeeds, 'db' | 'log' | 'orders' | 'notices'> & { jobs: Pick<Jobs, 'every'> }

const EVERY_SECONDS = 10
const BOUNDS: Bounds = { atOnce: 100, forMs: EVERY_SECONDS * 1000 }
const ALARM_SECONDS = 600
/** While a dispute is open nothing of its hire happens by itself: only the staff's ruling may be what is missing. */
const RULING_HOURS = 72

/** What is due of questions nobody answered; one that fails is logged, tried again in a later round and stops no other. */
export function defineAskSweep(needs: Needs, bounds = BOUNDS): void {
  const round = createRounds<DueAsk>(
    {
      list: (after, most) => listDueAsks(needs.db, after, most),
      act: (ask) =>
        actOnAsk(needs, ask).catch((error: unknown) =>
          needs.log.error({ err: error, orderId: ask.orderId }, 'a question for hours failed and will be tried again'),
        ),
    },
    bounds,
  )
  needs.jobs.every('talent.asks', EVERY_SECONDS, round)
  needs.jobs.every('talent.disputes', ALARM_SECONDS, () => warnOfWaiting(needs))
}

/** Raises the alarm over disputes nobody rules about. */
export async function warnOfWaiting({ db, log }: Pick<HoursNeeds, 'db' | 'log'>): Promise<void> {
  const waiting = await countWaiting(db, RULING_HOURS)
  if (waiting > 0) log.error({ waiting, alarm: 'dispute' }, 'disputes wait too long for a ruling')
}

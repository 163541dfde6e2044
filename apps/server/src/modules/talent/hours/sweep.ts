import type { HoursNeeds } from '../model/needs.ts'
import { countWaiting } from './dispute-store.ts'
import { actOnAsk } from './steps.ts'
import { listDueAsks } from './store.ts'

const EVERY_SECONDS = 10
const BATCH = 100
const ALARM_SECONDS = 600
/** While a dispute is open nothing of its hire happens by itself: only the staff's ruling may be what is missing. */
const RULING_HOURS = 72

/** What is due of questions nobody answered; one that fails is logged, tried again next time and stops no other. */
export function defineAskSweep(needs: HoursNeeds): void {
  needs.jobs.every('talent.asks', EVERY_SECONDS, async () => {
    for (const ask of await listDueAsks(needs.db, BATCH))
      await actOnAsk(needs, ask).catch((error: unknown) =>
        needs.log.error({ err: error, orderId: ask.orderId }, 'a question for hours failed and will be tried again'),
      )
  })
  needs.jobs.every('talent.disputes', ALARM_SECONDS, () => warnOfWaiting(needs))
}

/** Raises the alarm over disputes nobody rules about. */
export async function warnOfWaiting({ db, log }: Pick<HoursNeeds, 'db' | 'log'>): Promise<void> {
  const waiting = await countWaiting(db, RULING_HOURS)
  if (waiting > 0) log.error({ waiting, alarm: 'dispute' }, 'disputes wait too long for a ruling')
}

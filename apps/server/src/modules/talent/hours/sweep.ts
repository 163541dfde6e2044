import type { HoursNeeds } from '../model/needs.ts'
import { actOnAsk } from './steps.ts'
import { listDueAsks } from './store.ts'

const EVERY_SECONDS = 10
const BATCH = 100

/** What is due of questions nobody answered; one that fails is logged, tried again next time and stops no other. */
export function defineAskSweep(needs: HoursNeeds): void {
  needs.jobs.every('talent.asks', EVERY_SECONDS, async () => {
    for (const ask of await listDueAsks(needs.db, BATCH))
      await actOnAsk(needs, ask).catch((error: unknown) =>
        needs.log.error({ err: error, orderId: ask.orderId }, 'a question for hours failed and will be tried again'),
      )
  })
}

import { requireThat } from '@trove/contract/errors/codes'
import { isTimeZone } from '@trove/contract/kit/time-zone'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { requireExpert } from '../experts/service.ts'
import { findExpert } from '../experts/store.ts'
import type { TalentNeeds } from '../model/needs.ts'
import * as store from './store.ts'

const QUARTER_MS = 15 * 60_000

/** Keeps when an expert is free. @throws ContractError `talent.not-certified`, `talent.zone-unknown` */
export async function keepCalendar(needs: TalentNeeds, userId: string, calendar: store.CalendarRow) {
  const isKnown = isTimeZone(calendar.zone) && (await store.isKnownZone(needs.db, calendar.zone))
  requireThat(isKnown, 'talent.zone-unknown')
  await inTransaction(needs.db, async (tx) => {
    await requireExpert(needs, tx, userId)
    await store.replaceCalendar(tx, userId, calendar)
  })
  return (await store.findCalendar(needs.db, userId))!
}

/** When an expert is free in the next days; null where nothing was marked. @throws ContractError `talent.not-found` */
export async function listFreeHours({ db }: TalentNeeds, id: string) {
  const expert = await findExpert(db, id)
  requireThat(expert?.isCertified, 'talent.not-found')
  const quarters = await store.listFreeQuarters(db, expert.userId)
  return quarters ? joinQuarters(quarters) : null
}

/** Quarters that follow each other as one time. */
function joinQuarters(quarters: readonly Date[]): { from: string; until: string }[] {
  const times: { from: number; until: number }[] = []
  for (const quarter of quarters) {
    const from = quarter.getTime()
    const last = times.at(-1)
    if (last?.until === from) last.until += QUARTER_MS
    else times.push({ from, until: from + QUARTER_MS })
  }
  return times.map(({ from, until }) => ({ from: new Date(from).toISOString(), until: new Date(until).toISOString() }))
}

import { sql } from 'kysely'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { HoursNeeds } from '../model/needs.ts'

const EVERY_SECONDS = 60
const BATCH = 500

/** Counts reviews anew that show from now on, because the time of the other side is over. */
export function defineRatingSweep({ db, jobs }: Pick<HoursNeeds, 'db' | 'jobs'>): void {
  jobs.every('talent.ratings', EVERY_SECONDS, () =>
    inTransaction(db, async (tx) => {
      await sql`with due as (
          delete from talent_ratings_due where (expert_id, due_at) in (
            select expert_id, due_at from talent_ratings_due where due_at <= business_now()
            order by due_at limit ${BATCH} for update skip locked)
          returning expert_id
        ) select talent_keep_rating(expert_id) from (select distinct expert_id from due order by expert_id) d`.execute(
        tx,
      )
    }),
  )
}

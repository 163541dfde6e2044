import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Notices } from '../../notices/module.ts'

const SWEEP_SECONDS = 60
const AT_ONCE = 100

type Untold = { workId: string; number: number; title: string; isDraft: boolean; createdAt: Date }

/** Notifies those who have a work of each version that came after they got it, once. */
export function defineTellVersions({ db, jobs, notices }: { db: Db; jobs: Jobs; notices: Notices }): void {
  jobs.every('code.tell-versions', SWEEP_SECONDS, async () => {
    const { rows } = await sql<Untold>`
      select v.work_id as "workId", v.number, w.title, w.state = 'draft' as "isDraft", v.created_at as "createdAt"
      from code_versions v join code_works w on w.id = v.work_id where not v.is_told
      order by v.created_at limit ${AT_ONCE}`.execute(db)
    for (const version of rows) await tell(db, notices, version)
  })
}

async function tell(db: Db, notices: Notices, { workId, number, title, isDraft, createdAt }: Untold): Promise<void> {
  await inTransaction(db, async (tx) => {
    const told = await sql`
      update code_versions set is_told = true
      where work_id = ${workId} and number = ${number} and not is_told returning number`.execute(tx)
    if (told.rows.length === 0 || isDraft) return
    const { rows } = await sql<{ userId: string }>`
      select distinct user_id as "userId" from code_grants
      where work_id = ${workId} and created_at < ${createdAt}`.execute(tx)
    for (const { userId } of rows)
      await notices.tell(tx, {
        userId,
        kind: 'code.new-version',
        params: { title, version: String(number) },
        link: { to: 'work', id: workId },
        key: `code.new-version:${workId}:${number}:${userId}`,
      })
  })
}

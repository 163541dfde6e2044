import { sql } from 'kysely'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Notices } from '../../notices/module.ts'

const SWEEP_SECONDS = 60
const TOLD_AT_ONCE = 200
/** Batches of one sweep; what is left goes on with the next. */
const BATCHES_MOST = 500

type Needs = { db: Db; notices: Notices }

/** Notifies those who have a work that was frozen, once. */
export function defineTellFrozen({ jobs, ...needs }: Needs & { jobs: Jobs }): void {
  jobs.every('code.tell-frozen', SWEEP_SECONDS, async () => {
    for (let batches = 0; batches < BATCHES_MOST; batches++)
      if (!(await inTransaction(needs.db, (tx) => tellSome(tx, needs.notices)))) return
  })
}

type Waiting = { id: string; workId: string; title: string; toldTo: string | null }

/** Notifies the next owners, and remembers the last of them in the same transaction. @returns whether there was any work */
async function tellSome(tx: Tx, notices: Notices): Promise<boolean> {
  const { rows } = await sql<Waiting>`
    select t.id, t.work_id as "workId", w.title, t.told_to as "toldTo"
    from code_takedowns t join code_works w on w.id = t.work_id
    where not t.is_told order by t.seq limit 1 for update of t`.execute(tx)
  const [waiting] = rows
  if (!waiting) return false
  const { id, workId, title, toldTo } = waiting
  const owners = await sql<{ userId: string }>`
    select distinct user_id as "userId" from code_grants where work_id = ${workId} and user_id > ${toldTo ?? ''}
    order by 1 limit ${TOLD_AT_ONCE}`.execute(tx)
  for (const { userId } of owners.rows)
    await notices.tell(tx, {
      userId,
      kind: 'code.frozen',
      params: { title },
      link: { to: 'work', id: workId },
      key: `code.frozen:${id}:${userId}`,
    })
  const isDone = owners.rows.length < TOLD_AT_ONCE
  await sql`update code_takedowns set is_told = ${isDone}, told_to = ${isDone ? null : owners.rows.at(-1)!.userId}
    where id = ${id}`.execute(tx)
  return true
}

/** Notifies those who reported a work of what became of it, once. */
export function defineTellReporters({ jobs, ...needs }: Needs & { jobs: Jobs }): void {
  jobs.every('code.tell-reporters', SWEEP_SECONDS, async () => {
    for (let batches = 0; batches < BATCHES_MOST; batches++)
      if (!(await inTransaction(needs.db, (tx) => tellReporters(tx, needs.notices)))) return
  })
}

type Outcome = {
  id: string
  userId: string
  workId: string
  title: string
  isOnline: boolean
  outcome: 'taken-down' | 'dismissed'
}

/** Notifies some reporters, and remembers it in the same transaction. @returns whether there was anybody */
async function tellReporters(tx: Tx, notices: Notices): Promise<boolean> {
  const { rows } = await sql<Outcome>`
    update code_reports r set is_told = true from code_works w
    where w.id = r.work_id and r.id in (select id from code_reports where not is_told order by seq
      limit ${TOLD_AT_ONCE} for update skip locked)
    returning r.id, r.reporter_id as "userId", w.id as "workId", w.title, w.state = 'online' as "isOnline", r.outcome`.execute(
    tx,
  )
  for (const { id, userId, workId, title, isOnline, outcome } of rows)
    await notices.tell(tx, {
      userId,
      kind: `code.report-${outcome}`,
      params: { title },
      // Of a work that is gone they would find nothing behind a link.
      link: isOnline ? { to: 'work', id: workId } : undefined,
      key: `code.reported:${id}`,
    })
  crashPoint('code.tell-reporters.before-commit')
  return rows.length > 0
}

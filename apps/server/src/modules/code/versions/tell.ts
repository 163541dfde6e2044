import { sql } from 'kysely'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Notices } from '../../notices/module.ts'

const SWEEP_SECONDS = 60
const AT_ONCE = 100
/** Persons notified in one transaction. */
export const TOLD_AT_ONCE = 200
/** Batches of one sweep; what is left goes on with the next. */
const BATCHES_MOST = 500

type Needs = { db: Db; notices: Notices }
type Untold = { workId: string; number: number }

/** Notifies those who have a work of each version that came after they got it, once. */
export function defineTellVersions({ jobs, ...needs }: Needs & { jobs: Jobs }): void {
  jobs.every('code.tell-versions', SWEEP_SECONDS, () => tellVersions(needs))
}

/** One sweep: of each version that waits one batch, and round again, so that one with many owners holds up no other. */
export async function tellVersions({ db, notices }: Needs): Promise<void> {
  for (let batches = 0; batches < BATCHES_MOST; ) {
    const { rows } = await sql<Untold>`
      select work_id as "workId", number from code_versions where not is_told
      order by created_at limit ${AT_ONCE}`.execute(db)
    if (rows.length === 0) return
    for (const version of rows) {
      await inTransaction(db, (tx) => tellSome(tx, notices, version))
      crashPoint('code.tell-versions.after-batch')
    }
    batches += rows.length
  }
}

type Tx = Parameters<Notices['tell']>[0]
type Standing = { title: string; isDraft: boolean; toldTo: string | null }

/** Notifies the next of a version's owners, and remembers the last of them in the same transaction. */
async function tellSome(tx: Tx, notices: Notices, { workId, number }: Untold): Promise<void> {
  const found = await sql<Standing>`
    select w.title, w.state in ('draft', 'removed') as "isDraft", v.told_to as "toldTo"
    from code_versions v join code_works w on w.id = v.work_id
    where v.work_id = ${workId} and v.number = ${number} and not v.is_told for update of v`.execute(tx)
  const [standing] = found.rows
  if (!standing) return
  const { title, isDraft, toldTo } = standing
  const owners = isDraft ? [] : await listOwners(tx, { workId, number, after: toldTo ?? '' })
  for (const userId of owners)
    await notices.tell(tx, {
      userId,
      kind: 'code.new-version',
      params: { title, version: String(number) },
      link: { to: 'work', id: workId },
      key: `code.new-version:${workId}:${number}:${userId}`,
    })
  const isDone = owners.length < TOLD_AT_ONCE
  await sql`update code_versions set is_told = ${isDone}, told_to = ${isDone ? null : owners.at(-1)!}
    where work_id = ${workId} and number = ${number}`.execute(tx)
  crashPoint('code.tell-versions.before-commit')
}

/** The next persons by id who had a work before this version came. */
async function listOwners(tx: Tx, { workId, number, after }: Untold & { after: string }): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct g.user_id as "userId" from code_grants g
      join code_versions v on v.work_id = g.work_id and v.number = ${number}
    where g.work_id = ${workId} and g.created_at < v.created_at and g.user_id > ${after}
    order by 1 limit ${TOLD_AT_ONCE}`.execute(tx)
  return rows.map(({ userId }) => userId)
}

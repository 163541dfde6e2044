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
/** Of a work that gets many versions its owners hear once in so many hours, then of the newest. */
const TELL_AGAIN_HOURS = 24

type Needs = { db: Db; notices: Notices }
type Untold = { workId: string; number: number }

/** Notifies those who have a work of new versions, each person once of a version and once a day of a work. */
export function defineTellVersions({ jobs, ...needs }: Needs & { jobs: Jobs }): void {
  jobs.every('code.tell-versions', SWEEP_SECONDS, () => tellVersions(needs))
}

/**
 * One sweep: of each version that is due one batch, and round again, so that one with many owners holds up no other. Nor
 * does one that fails: it is tried again with the next sweep.
 */
export async function tellVersions({ db, notices }: Needs): Promise<void> {
  const failures = new Map<string, unknown>()
  for (let batches = 0; batches < BATCHES_MOST; ) {
    const due = await listDue(db, [...failures.keys()])
    if (due.length === 0) break
    for (const version of due) {
      await inTransaction(db, (tx) => tellSome(tx, notices, version)).catch((error: unknown) => {
        failures.set(version.workId, error)
      })
      crashPoint('code.tell-versions.after-batch')
    }
    batches += due.length
  }
  if (failures.size > 0) throw new AggregateError(failures.values(), `${failures.size} versions could not be told of`)
}

/** The newest versions of works whose owners heard of no other lately. */
async function listDue(db: Db, except: string[]): Promise<Untold[]> {
  const { rows } = await sql<Untold>`
    select v.work_id as "workId", v.number from code_versions v
    where not v.is_told and v.work_id <> all(${except}::text[]) and not exists (
      select from code_versions o where o.work_id = v.work_id and (o.number > v.number
        or o.number < v.number and o.told_at > business_now() - make_interval(hours => ${TELL_AGAIN_HOURS})))
    order by v.created_at limit ${AT_ONCE}`.execute(db)
  return rows
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
  const hasTold = owners.length > 0
  await sql`update code_versions set is_told = ${isDone}, told_to = ${isDone ? null : owners.at(-1)!},
      told_at = case when ${hasTold} then business_now() else told_at end
    where work_id = ${workId} and number = ${number}`.execute(tx)
  // Whoever would have heard of an older version that waits has now heard of this one.
  if (isDone)
    await sql`update code_versions set is_told = true, told_to = null
      where work_id = ${workId} and number < ${number} and not is_told`.execute(tx)
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

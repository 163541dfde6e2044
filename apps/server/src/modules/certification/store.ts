import type { APPLICATION_ENDS } from '@trove/contract/certification/desk'
import type { CaseQuery } from '@trove/contract/kit/case-list'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/handle.ts'
import { namedLock } from '../../platform/db/named-lock.ts'
import type { ApplicationState, Labels } from './rules.ts'

export type ApplicationRow = {
  id: string
  userId: string
  state: ApplicationState
  realNameSealed: Buffer
  identity: string
  workExp: string
  labels: Labels[]
  headFile: string
  submittedAt: Date
  decidedAt: Date | null
  decidedBy: string | null
  reason: string | null
}
export type NewApplication = Pick<
  ApplicationRow,
  'id' | 'userId' | 'realNameSealed' | 'identity' | 'workExp' | 'labels' | 'headFile'
> & { consentVersion: string; language: 'zh-CN' | 'en' }

export type PaperRow = { applicationId: string; fileId: string; type: 'CERT' | 'OTHER' }

const columns = sql`a.id, a.user_id as "userId", a.state, a.real_name_sealed as "realNameSealed", a.identity,
  a.work_exp as "workExp", a.labels, a.head_file as "headFile", a.submitted_at as "submittedAt",
  a.decided_at as "decidedAt", a.decided_by as "decidedBy", a.reason`

/** A person's newest application. */
export async function findNewest(db: Db, userId: string): Promise<ApplicationRow | undefined> {
  const { rows } = await sql<ApplicationRow>`select ${columns} from certification_applications a
    where a.user_id = ${userId} order by a.seq desc limit 1`.execute(db)
  return rows[0]
}

/** The other applications of an application's person, newest first, at most 50. */
export async function listOthers(
  db: Db,
  { id, userId }: Pick<ApplicationRow, 'id' | 'userId'>,
): Promise<ApplicationRow[]> {
  const { rows } = await sql<ApplicationRow>`select ${columns} from certification_applications a
    where a.user_id = ${userId} and a.id <> ${id} order by a.seq desc limit 50`.execute(db)
  return rows
}

/** The applications by which these people are certified. */
export async function listApproved(db: Db, userIds: string[]): Promise<ApplicationRow[]> {
  const { rows } = await sql<ApplicationRow>`select ${columns} from certification_applications a
    where a.user_id = any(${userIds}) and a.state = 'approved'`.execute(db)
  return rows
}

/** An application by its id. */
export async function find(db: Db, id: string): Promise<ApplicationRow | undefined> {
  const { rows } = await sql<ApplicationRow>`select ${columns} from certification_applications a
    where a.id = ${id}`.execute(db)
  return rows[0]
}

/** Whose each of these applications is. */
export async function findApplicants(db: Db, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; userId: string }>`
    select id, user_id as "userId" from certification_applications where id = any(${ids})`.execute(db)
  return new Map(rows.map(({ id, userId }) => [id, userId]))
}

/** Which of its application's papers each of these is, such as `2/3`; their names are sealed. */
export async function findPlaces(db: Db, fileIds: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ fileId: string; place: string }>`
    select p.file_id as "fileId", count(*) filter (where o.position <= p.position) || '/' || count(*) as place
    from certification_papers p join certification_papers o on o.application_id = p.application_id
    where p.file_id = any(${fileIds}) group by p.application_id, p.file_id`.execute(db)
  return new Map(rows.map(({ fileId, place }) => [fileId, place]))
}

/** Papers of an application in the order sent. */
export async function listPapers(db: Db, applicationId: string): Promise<PaperRow[]> {
  const { rows } = await sql<PaperRow>`select application_id as "applicationId", file_id as "fileId", type
    from certification_papers where application_id = ${applicationId} order by position`.execute(db)
  return rows
}

/** One person's applications take turns until the transaction ends. */
export async function takeTurn(tx: Tx, userId: string): Promise<void> {
  await namedLock(`certification:${userId}`).execute(tx)
}

/** Adds an application; false when one is under way or the person is certified. */
export async function insertApplication(tx: Tx, row: NewApplication): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into certification_applications
      (id, user_id, state, real_name_sealed, identity, work_exp, labels, head_file, consent_version, language)
    values (${row.id}, ${row.userId}, 'submitted', ${row.realNameSealed}, ${row.identity}, ${row.workExp},
      ${JSON.stringify(row.labels)}::jsonb, ${row.headFile}, ${row.consentVersion}, ${row.language})
    on conflict (user_id) where state in ('submitted', 'approved') do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** Adds the papers of an application in their order. */
export async function insertPapers(tx: Tx, papers: PaperRow[]): Promise<void> {
  const rows = papers.map(({ applicationId, fileId, type }, i) => sql`(${applicationId}, ${fileId}, ${type}, ${i})`)
  await sql`insert into certification_papers (application_id, file_id, type, position) values ${sql.join(rows)}`.execute(
    tx,
  )
}

/** Takes the papers from a former application; answers which files they were. */
export async function takePapers(tx: Tx, applicationId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`delete from certification_papers where application_id = ${applicationId}
    returning file_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

type Wanted = CaseQuery & {
  end?: (typeof APPLICATION_ENDS)[number] | undefined
  operatorId: string
  /** People whom the keyword may mean. */
  personIds: string[]
  /** The reviewers there are now, and how many have to approve: of one of them, the others. */
  team: Team
}
export type Team = { ids: string[]; needed: number; neededForMember: number }

/**
 * What of the applications `a` is wanted. What waits for a reviewer is neither their own nor approved by them, unless
 * enough of those who are reviewers now approved it: then any of them may certify.
 */
function conditionOf({ view, waitsFor, end, keyword, operatorId, personIds, team }: Wanted) {
  const isForThem = sql`a.user_id <> ${operatorId} and (
    not exists (select from certification_approvals p where p.application_id = a.id and p.operator_id = ${operatorId})
    or (select count(*) from certification_approvals p where p.application_id = a.id
      and p.operator_id = any(${[operatorId, ...team.ids]}::text[]) and p.operator_id <> a.user_id)
      >= case when a.user_id = any(${team.ids}::text[]) then ${team.neededForMember}::int else ${team.needed}::int end)`
  const isWaiting = view === 'waiting'
  const isDecided = end === undefined ? sql`a.state <> 'submitted'` : sql`a.state = ${end}`
  return sql.join(
    [
      isWaiting ? sql`a.state = 'submitted'` : isDecided,
      ...(isWaiting && waitsFor ? [isForThem] : []),
      ...(keyword === undefined ? [] : [sql`a.user_id = any(${personIds}::text[])`]),
    ],
    sql` and `,
  )
}

/** Applications that wait, longest first, or were decided, newest first; with how many there are. */
export async function listPage(db: Db, query: Wanted): Promise<{ rows: ApplicationRow[]; total: number }> {
  const { view, page, size } = query
  const isWaiting = view === 'waiting'
  const chosen = conditionOf(query)
  const [{ rows }, counted] = await Promise.all([
    sql<ApplicationRow>`select ${columns} from certification_applications a where ${chosen}
      order by ${isWaiting ? sql`a.seq` : sql`a.decided_at desc, a.seq desc`} limit ${size} offset ${page * size}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from certification_applications a where ${chosen}`.execute(db),
  ])
  return { rows, total: counted.rows[0]!.n }
}

/** Notes that a reviewer approves an application that waits; false when the same one did before. */
export async function insertApproval(tx: Tx, applicationId: string, operatorId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into certification_approvals (application_id, operator_id)
    values (${applicationId}, ${operatorId}) on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export type ApprovalRow = { applicationId: string; operatorId: string; at: Date }

/** Who approved these applications, first to last. */
export async function listApprovals(db: Db, applicationIds: string[]): Promise<ApprovalRow[]> {
  const { rows } = await sql<ApprovalRow>`select application_id as "applicationId", operator_id as "operatorId", at
    from certification_approvals where application_id = any(${applicationIds}) order by at, operator_id`.execute(db)
  return rows
}

type Decision = { id: string; state: 'approved' | 'refused'; reason: string | null; operatorId: string }

/** Decides about an application that waits; the language its person reads, or undefined when it does not wait any more. */
export async function decide(tx: Tx, { id, state, reason, operatorId }: Decision): Promise<'zh-CN' | 'en' | undefined> {
  const { rows } = await sql<{ language: 'zh-CN' | 'en' }>`update certification_applications
    set state = ${state}, reason = ${reason}, decided_by = ${operatorId}, decided_at = business_now()
    where id = ${id} and state = 'submitted' returning language`.execute(tx)
  return rows[0]?.language
}

/** Forgets all applications of a person; answers the files they had. */
export async function forget(tx: Tx, userId: string): Promise<{ papers: string[]; heads: string[] }> {
  const papers = await sql<{ id: string }>`select distinct p.file_id as id from certification_papers p
    join certification_applications a on a.id = p.application_id where a.user_id = ${userId}`.execute(tx)
  const heads = await sql<{ id: string }>`delete from certification_applications where user_id = ${userId}
    returning head_file as id`.execute(tx)
  return { papers: papers.rows.map(({ id }) => id), heads: heads.rows.map(({ id }) => id) }
}

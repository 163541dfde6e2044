import { sql } from 'kysely'
import type { Db } from '../../platform/db/handle.ts'
import type { ApplicationState } from './rules.ts'

/** A technical field and the skills chosen in it, by their values in the dictionary. */
export type Labels = { field: string; skills: string[] }

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
  reason: string | null
}

const columns = sql`a.id, a.user_id as "userId", a.state, a.real_name_sealed as "realNameSealed", a.identity,
  a.work_exp as "workExp", a.labels, a.head_file as "headFile", a.submitted_at as "submittedAt",
  a.decided_at as "decidedAt", a.reason`

/** A person's newest application. */
export async function findNewest(db: Db, userId: string): Promise<ApplicationRow | undefined> {
  const { rows } = await sql<ApplicationRow>`select ${columns} from certification_applications a
    where a.user_id = ${userId} order by a.seq desc limit 1`.execute(db)
  return rows[0]
}

/** The applications by which these people are certified. */
export async function listApproved(db: Db, userIds: string[]): Promise<ApplicationRow[]> {
  const { rows } = await sql<ApplicationRow>`select ${columns} from certification_applications a
    where a.user_id = any(${userIds}) and a.state = 'approved'`.execute(db)
  return rows
}

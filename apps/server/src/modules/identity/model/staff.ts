import type { StaffRole } from '@trove/contract/kit/staff-roles'
import { type RawBuilder, sql } from 'kysely'
import { noteAct } from '../../../platform/audit.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'

/** Roles of the person `u`: an owner by configuration, and what was granted. */
export const staffRolesOf: RawBuilder<StaffRole[]> = sql`array(
  select 'owner' where u.role = 'operator' and u.deleted_at is null
  union select r.role from staff_roles r where r.user_id = u.id and u.deleted_at is null)`

/** Which of these people may act as that role now: its holders, and owners. */
export async function findStaff(db: Db, userIds: string[], role: StaffRole): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select u.id from users u
    where u.id = any(${userIds}) and ${staffRolesOf} && array['owner', ${role}]::text[]`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Everybody who may act as that role now: its holders, and owners. */
export async function listStaff(db: Db, role: StaffRole): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select u.id from users u
    where (u.role = 'operator' or u.id in (select user_id from staff_roles))
      and ${staffRolesOf} && array['owner', ${role}]::text[] order by u.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** SQL: whether that person holds any role of the staff. */
export const isStaff = (userId: string): RawBuilder<boolean> => sql`exists (
  select from users u where u.id = ${userId} and cardinality(${staffRolesOf}) > 0)`

/** Whether that person holds any role of the staff now. */
export async function holdsRole(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`select ${isStaff(userId)} as holds`.execute(db)
  return rows[0]!.holds
}

/**
 * SQL: whether an owner ever had a second factor. The record of acts is append-only, so that a factor that was reset or an
 * account that was erased does not open the door again.
 */
const hadGuardedOwner = sql<boolean>`(
  exists (select from staff_act where act = 'staff.enrol-factor' or act = 'staff.reset-factor'
    or act like 'staff.grant-%' or act like 'staff.take-%')
  or exists (select from users u where 'owner' = any(${staffRolesOf}) and (
    exists (select from second_factor_totp t where t.user_id = u.id and t.confirmed_at is not null)
    or exists (select from second_factor_passkey p where p.user_id = u.id))))`

/**
 * Makes whoever holds one of these numbers an owner, while no owner ever had a second factor: from then on a text message
 * alone makes nobody an owner, another owner grants the role.
 */
export async function promoteHolders(tx: Tx, phoneIndexes: Buffer[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`update users set role = 'operator'
    where phone_index = any(${phoneIndexes}) and deleted_at is null and role <> 'operator' and not ${hadGuardedOwner}
    returning id`.execute(tx)
  for (const { id } of rows)
    await noteAct(tx, { operatorId: id, act: 'staff.promote-owner', subject: { kind: 'person', id } })
}

/**
 * Makes members of the owners by configuration who hold none of these numbers, unless no owner who can sign in were left: a
 * number that nobody has must not shut the staff out. Returns their ids, or the ids of those who stay owners for that reason.
 */
export async function demoteOthers(tx: Tx, phoneIndexes: Buffer[]): Promise<{ demoted: string[]; spared: string[] }> {
  const isOther = sql`u.role = 'operator' and u.deleted_at is null
    and (u.phone_index is null or u.phone_index <> all(${phoneIndexes}))`
  const { rows } = await sql<{ isLeft: boolean }>`select exists (select from users u
    where u.phone_index is not null and u.deleted_at is null and u.closing_at is null
      and (u.role = 'operator' and u.phone_index = any(${phoneIndexes})
        or exists (select from staff_roles r where r.user_id = u.id and r.role = 'owner'))) as "isLeft"`.execute(tx)
  const others = rows[0]!.isLeft
    ? await sql<{ id: string }>`update users u set role = 'member' where ${isOther} returning id`.execute(tx)
    : await sql<{ id: string }>`select id from users u where ${isOther}`.execute(tx)
  const ids = others.rows.map(({ id }) => id)
  return rows[0]!.isLeft ? { demoted: ids, spared: [] } : { demoted: [], spared: ids }
}

export type RoleRow = { userId: string; role: StaffRole; isConfigured: boolean; since: Date | null; hasFactor: boolean }

/** Roles of the staff, owners first; of one person when asked. */
export async function listRoles(db: Db, userId: string | null = null): Promise<RoleRow[]> {
  const { rows } = await sql<RoleRow>`
    with all_roles as (
      select u.id, 'owner' as role, true as configured, null::timestamptz as since from users u
        where u.role = 'operator' and u.deleted_at is null
      union all
      select r.user_id, r.role, false, r.granted_at from staff_roles r join users u on u.id = r.user_id and u.deleted_at is null
    )
    select a.id as "userId", a.role, a.configured as "isConfigured", a.since,
      exists (select from second_factor_totp t where t.user_id = a.id and t.confirmed_at is not null)
        or exists (select from second_factor_passkey p where p.user_id = a.id) as "hasFactor"
    from all_roles a where ${userId}::text is null or a.id = ${userId}::text
    order by a.role = 'owner' desc, a.id, a.role, a.configured desc`.execute(db)
  return rows
}

/** True when that was news. */
export async function insertRole(tx: Tx, userId: string, role: StaffRole, by: string): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into staff_roles (user_id, role, granted_by)
    values (${userId}, ${role}, ${by}) on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** True when that was news. */
export async function deleteRole(tx: Tx, userId: string, role: StaffRole): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from staff_roles where user_id = ${userId} and role = ${role}`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

/** Whether the configuration made this person an owner. */
export async function isConfiguredOwner(tx: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`select from users where id = ${userId} and role = 'operator'`.execute(tx)
  return rows.length > 0
}

export type ActRow = {
  no: bigint
  operatorId: string
  act: string
  subjectKind: string
  subjectId: string
  reason: string | null
  at: Date
}

const ACT = sql`no, operator_id as "operatorId", act, subject_kind as "subjectKind", subject_id as "subjectId", reason, at`

type ActFilter = { operatorId: string | undefined; subjectId: string | undefined; page: number; size: number }

/** Acts of the staff, newest first. */
export async function listActs(db: Db, { operatorId, subjectId, page, size }: ActFilter): Promise<ActRow[]> {
  const { rows } = await sql<ActRow>`select ${ACT} from staff_act
    where ${actsOf(operatorId, subjectId)} order by no desc limit ${size} offset ${page * size}`.execute(db)
  return rows
}

/** One of them. */
export async function findAct(db: Db, no: bigint): Promise<ActRow | undefined> {
  const { rows } = await sql<ActRow>`select ${ACT} from staff_act where no = ${no}`.execute(db)
  return rows[0]
}

/** How many there are. */
export async function countActs(db: Db, operatorId: string | undefined, subjectId: string | undefined) {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from staff_act
    where ${actsOf(operatorId, subjectId)}`.execute(db)
  return rows[0]!.total
}

const actsOf = (operatorId: string | undefined, subjectId: string | undefined) => sql`
  (${operatorId ?? null}::text is null or operator_id = ${operatorId ?? null}::text)
  and (${subjectId ?? null}::text is null or subject_id = ${subjectId ?? null}::text)`

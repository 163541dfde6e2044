import type { StaffRole } from '@trove/contract/kit/staff-roles'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { dropTickets } from '../../../platform/tickets.ts'
import { staffRolesOf } from '../model/staff.ts'
import type { IdentityTables } from '../model/tables.ts'
import { REFRESH_DAYS, SESSION_DAYS } from './rules.ts'

export type NewSession = {
  id: string
  userId: string
  device: 'pc' | 'mobile'
  agent: string
  salt: Buffer
}

/** Opens a session; answers when, by the database's time. */
export async function insertSession(tx: Tx, session: NewSession): Promise<Date> {
  const row = await tx
    .withTables<IdentityTables>()
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      device: session.device,
      agent: session.agent,
      salt: session.salt,
      rotated_at: sql<Date>`now()`,
      expires_at: sql<Date>`now() + make_interval(days => ${REFRESH_DAYS})`,
      ends_at: sql<Date>`now() + make_interval(days => ${SESSION_DAYS})`,
      revoked_at: null,
      revoke_reason: null,
    })
    .returning('rotated_at')
    .executeTakeFirstOrThrow()
  return row.rotated_at
}

/** A session with its row locked, and how it stands by the database's time. */
export async function lockSession(tx: Tx, id: string) {
  return tx
    .withTables<IdentityTables>()
    .selectFrom('sessions')
    .selectAll()
    .select([
      sql<number>`extract(epoch from clock_timestamp() - rotated_at)::float8`.as('seconds_since_rotation'),
      sql<boolean>`expires_at <= clock_timestamp()`.as('is_expired'),
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Moves a locked session on to its next refresh token. */
export async function rotateSession(tx: Tx, next: { id: string; generation: number }): Promise<Date> {
  const row = await tx
    .withTables<IdentityTables>()
    .updateTable('sessions')
    .set({
      generation: next.generation,
      rotated_at: sql<Date>`clock_timestamp()`,
      expires_at: sql<Date>`least(clock_timestamp() + make_interval(days => ${REFRESH_DAYS}), ends_at)`,
    })
    .where('id', '=', next.id)
    .where('generation', '=', next.generation - 1)
    .returning('rotated_at')
    .executeTakeFirstOrThrow()
  return row.rotated_at
}

export type SessionState = { userId: string; staff: StaffRole[]; isOpen: boolean; databaseMs: number }

/** How a session stands now; `databaseMs` is the database's clock. */
export async function readSessionState(db: Db, id: string): Promise<SessionState | undefined> {
  const { rows } = await sql<{ user_id: string; staff: StaffRole[]; is_open: boolean; ms: number }>`
    select s.user_id, ${staffRolesOf} as staff, s.revoked_at is null and s.expires_at > now() as is_open,
      (extract(epoch from now()) * 1000)::float8 as ms
    from sessions s join users u on u.id = s.user_id where s.id = ${id}`.execute(db)
  const row = rows[0]
  return row && { userId: row.user_id, staff: row.staff, isOpen: row.is_open, databaseMs: row.ms }
}

/** Ends open sessions of a person with their tickets: the given one, or all but the given one. Returns those it ended. */
export async function revokeSessions(
  db: Db,
  which: { userId: string; only?: string; except?: string },
  reason: 'logout' | 'revoked' | 'reuse',
): Promise<string[]> {
  const rows = await db
    .withTables<IdentityTables>()
    .updateTable('sessions')
    .set({ revoked_at: sql<Date>`now()`, revoke_reason: reason })
    .where('user_id', '=', which.userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .$if(which.only !== undefined, (update) => update.where('id', '=', which.only!))
    .$if(which.except !== undefined, (update) => update.where('id', '<>', which.except!))
    .returning('id')
    .execute()
  const ended = rows.map((row) => row.id)
  if (ended.length > 0) await dropTickets(db, ended)
  return ended
}

/** Open sessions of a person, last used first. */
export function listOpenSessions(db: Db, userId: string) {
  return db
    .withTables<IdentityTables>()
    .selectFrom('sessions')
    .select(['id', 'device', 'agent', 'created_at', 'rotated_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('rotated_at', 'desc')
    .limit(100)
    .execute()
}

/** Deletes sessions that ended a month ago. */
export async function sweepSessions(db: Db): Promise<void> {
  await sql`delete from sessions where expires_at < now() - interval '30 days'
    or revoked_at < now() - interval '30 days'`.execute(db)
}

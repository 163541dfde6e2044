import { sql } from 'kysely'

/** Takes a name until the transaction ends: who takes the same one waits. Of what takes turns there need be no row yet. */
export const namedLock = (name: string) => sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`

import type { Kysely, Transaction } from 'kysely'

/**
 * The database as modules see it: no table of any domain is known here. A store names its own tables with
 * `db.withTables<IdentityTables>()`; int8 columns arrive as bigint, timestamps as Date.
 */
// biome-ignore lint/complexity/noBannedTypes: "no tables known yet" is what withTables starts from
export type Db = Kysely<{}>

/** The same inside a transaction that the caller opened; a function taking a Tx never commits by itself. */
// biome-ignore lint/complexity/noBannedTypes: see Db
export type Tx = Transaction<{}>

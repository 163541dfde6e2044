import type { PlainErrorCode } from '@trove/contract/errors/codes'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from './db/handle.ts'
import type { Sealer } from './sealing/sealing.ts'

/**
 * Personal data as each module declares it for its own tables. From this come a person's copy, the erasure of an account,
 * and the test that no table and no column was forgotten.
 */

/** Keys that identify a person's rows. `phoneIndex` is the blind index of the number. */
export type Me = { userId: string; phoneIndex: Buffer }
type Row = Record<string, unknown>

export type PersonalTable = {
  table: string
  /** Name in the copy when the table's own will not do. */
  name?: string
  /** Which rows are a person's. */
  rows(me: Me): RawBuilder<unknown>
  /** Columns that are no part of the copy: internal numbers, secrets, and data about other people. */
  leftOut?: readonly string[] | 'all'
  /** Sealed columns that are, with what binds a value to its row. */
  opened?: Record<string, (row: Row) => string>
  /**
   * What the erasure does: `delete` the rows, `keep` them (they hold an id and no more, or the law wants them), or set
   * columns to these SQL values.
   */
  onErasure: 'delete' | 'keep' | Record<string, RawBuilder<unknown>>
}

export type PersonalData = {
  /** Name of this part in the copy. */
  part: string
  tables: readonly PersonalTable[]
  /** What keeps an account from being deleted: the code of the refusal, and SQL that is true while it holds. */
  hindrances?: readonly { error: PlainErrorCode; holds(me: Me): RawBuilder<unknown> }[]
}

/** Everything stored about a person, by part and table; names in camel case, moments in UTC, int8 as text. */
export async function copyPersonalData(
  db: Db,
  sealer: Sealer,
  parts: readonly PersonalData[],
  me: Me,
): Promise<Record<string, Record<string, Row[]>>> {
  const copy: Record<string, Record<string, Row[]>> = {}
  for (const { part, tables } of parts) {
    const inside: Record<string, Row[]> = {}
    for (const table of tables.filter((one) => one.leftOut !== 'all')) {
      const found = await sql<Row>`select * from ${sql.table(table.table)} as t where ${table.rows(me)}`.execute(db)
      inside[table.name ?? camel(table.table)] = await Promise.all(found.rows.map((row) => plain(sealer, table, row)))
    }
    copy[part] = inside
  }
  return copy
}

async function plain(sealer: Sealer, table: PersonalTable, row: Row): Promise<Row> {
  const leftOut = table.leftOut ?? []
  const entries = Object.entries(row).filter(([column]) => !leftOut.includes(column))
  const opened = entries.map(async ([column, value]) => {
    const aad = table.opened?.[column]
    if (!aad || value === null) return [camel(column), readable(table.table, column, value)] as const
    return [camel(column.replace(/_sealed$/, '')), await sealer.open(value as Buffer, aad(row))] as const
  })
  return Object.fromEntries(await Promise.all(opened))
}

/** @throws Error for sealed bytes without a declaration of how to open them: they would be no use to a person */
function readable(table: string, column: string, value: unknown): unknown {
  if (Buffer.isBuffer(value)) throw new Error(`${table}.${column} is neither opened nor left out`)
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'bigint' ? String(value) : value
}

function camel(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Erases a person from every table, in the caller's transaction; rows that stay know a pseudonym only. */
export async function erasePersonalData(tx: Tx, parts: readonly PersonalData[], me: Me): Promise<void> {
  for (const { table, rows, onErasure } of parts.flatMap(({ tables }) => tables)) {
    if (onErasure === 'keep') continue
    if (onErasure === 'delete') {
      await sql`delete from ${sql.table(table)} as t where ${rows(me)}`.execute(tx)
      continue
    }
    const changes = Object.entries(onErasure).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    await sql`update ${sql.table(table)} as t set ${sql.join(changes)} where ${rows(me)}`.execute(tx)
  }
}

/** Why a person's account cannot be deleted now; empty when it can. */
export async function findHindrances(db: Db, parts: readonly PersonalData[], me: Me): Promise<PlainErrorCode[]> {
  const all = parts.flatMap(({ hindrances = [] }) => hindrances)
  const held = await Promise.all(
    all.map(async ({ error, holds }) => {
      const { rows } = await sql<{ holds: boolean }>`select coalesce((${holds(me)})::boolean, false) as holds`.execute(
        db,
      )
      return rows[0]?.holds ? [error] : []
    }),
  )
  return [...new Set(held.flat())]
}

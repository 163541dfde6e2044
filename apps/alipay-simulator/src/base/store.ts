import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { SCHEMA } from './schema.ts'

type Value = string | number | bigint | null

/**
 * The simulator's persistent data: one SQLite file, every commit in the write-ahead log before it is answered for, so that
 * a killed process loses nothing. It is not waited for on the disk (synchronous=NORMAL): with six commits a payment the
 * one thread would stand still for most of its time, and only a machine that loses its power could lose the last of them.
 * The file is locked while open: a second process on it fails. Integer columns whose name ends in `Fen` are read as
 * bigint, all others as number.
 */
export class Store {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #isInTransaction = false

  constructor(dataDir: string) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    this.#database = new DatabaseSync(join(dataDir, 'book.sqlite'))
    this.#database.exec(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;',
    )
    this.#database.exec(SCHEMA)
  }

  /** Runs a statement that changes rows; answers how many changed. */
  run(sql: string, values: Record<string, Value> = {}): number {
    return Number(this.#prepare(sql).run(values).changes)
  }

  /** The first row, or undefined. */
  find<T>(sql: string, values: Record<string, Value> = {}): T | undefined {
    const row = this.#prepare(sql).get(values)
    return row === undefined ? undefined : (typed(row) as T)
  }

  /** All rows. */
  list<T>(sql: string, values: Record<string, Value> = {}): T[] {
    return this.#prepare(sql)
      .all(values)
      .map((row) => typed(row) as T)
  }

  /** Runs `work` in one transaction (a nested call joins the outer one); a throw rolls everything back. */
  transaction<T>(work: () => T): T {
    if (this.#isInTransaction) return work()
    this.#database.exec('BEGIN IMMEDIATE')
    this.#isInTransaction = true
    try {
      const result = work()
      this.#database.exec('COMMIT')
      return result
    } catch (error) {
      this.#database.exec('ROLLBACK')
      throw error
    } finally {
      this.#isInTransaction = false
    }
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (statement === undefined) {
      statement = this.#database.prepare(sql)
      statement.setReadBigInts(true)
      this.#statements.set(sql, statement)
    }
    return statement
  }
}

function typed(row: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(row)) {
    result[column] = typeof value === 'bigint' && !column.endsWith('Fen') ? Number(value) : value
  }
  return result
}

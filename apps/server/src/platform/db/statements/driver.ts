import type { CompiledQuery, DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'
import type pg from 'pg'
import type { Pool } from '../pool/pool.ts'
import { type Outcome, type Statement, sendTogether } from './batch.ts'
import { statementNames } from './prepared.ts'
import { isStalePlan } from './statement-names.ts'

/** Writes sent without awaiting their result (`later`). */
const unhurried = new WeakSet<CompiledQuery>()

/** Defers a query until the next statement of its transaction, or its commit, to be sent in one message with it. */
export function makeUnhurried(query: CompiledQuery): CompiledQuery {
  unhurried.add(query)
  return query
}

/**
 * A pool's connections for the query builder. A transaction begins with its first statement and ends with its last
 * writes, each in one message: what costs is the number of messages, on both sides.
 */
export function createDriver(pool: Pool, hasNames: boolean): Driver {
  const connections = new WeakMap<pg.PoolClient, Connection>()
  return {
    init: async () => {},
    async acquireConnection() {
      const client = await pool.connect()
      const known = connections.get(client) ?? new Connection(client, pool.options.types, hasNames)
      connections.set(client, known)
      return known
    },
    beginTransaction: (connection, settings) => (connection as Connection).begin(settings),
    commitTransaction: (connection) => (connection as Connection).commit(),
    rollbackTransaction: (connection) => (connection as Connection).rollback(),
    releaseConnection: async (connection) => (connection as Connection).release(),
    destroy: () => pool.end(),
  }
}

class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #types: pg.CustomTypesConfig | undefined
  readonly #hasNames: boolean
  /** Not sent yet: the begin of a transaction, and deferred writes. */
  #held: Statement[] = []
  #isInTransaction = false
  #hasBegun = false
  #isBroken = false

  constructor(client: pg.PoolClient, types: pg.CustomTypesConfig | undefined, hasNames: boolean) {
    this.#client = client
    this.#types = types
    this.#hasNames = hasNames
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.#statementOf(query)
    if (this.#isInTransaction && unhurried.has(query)) {
      this.#held.push(statement)
      return { rows: [] }
    }
    const { command, rowCount, rows } = await this.#run(statement)
    const isWrite = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE'
    return { rows: rows as R[], ...(isWrite && { numAffectedRows: BigInt(rowCount ?? 0) }) }
  }

  // biome-ignore lint/correctness/useYield: refused, cursors are not configured
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('rows cannot be streamed')
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
    this.#held = [this.#named(`start transaction${level}${accessMode ? ` ${accessMode}` : ''}`, [])]
    this.#isInTransaction = true
    this.#hasBegun = false
  }

  async commit(): Promise<void> {
    const isEmpty = !this.#hasBegun && this.#held.length <= 1
    if (!isEmpty) {
      const { command } = await this.#run(this.#named('commit', []))
      // The database says ROLLBACK when an earlier error left nothing to commit.
      if (command === 'ROLLBACK') throw new Error('the transaction was rolled back: an earlier statement had failed')
    }
    this.#leave()
  }

  async rollback(): Promise<void> {
    const hasBegun = this.#hasBegun
    this.#leave()
    try {
      if (hasBegun) await this.#client.query('rollback')
    } catch (error) {
      this.#isBroken = true
      throw error
    }
  }

  release(): void {
    this.#client.release(this.#isBroken)
  }

  #leave(): void {
    this.#held = []
    this.#isInTransaction = false
    this.#hasBegun = false
  }

  #statementOf({ sql, parameters }: CompiledQuery): Statement {
    const name = this.#hasNames && parameters.length > 0 ? statementNames.nameOf(sql) : undefined
    return { text: sql, values: parameters, name }
  }

  /** A statement of our own, always under its name. */
  #named(text: string, values: unknown[]): Statement {
    return { text, values, name: this.#hasNames ? statementNames.latest(text) : undefined }
  }

  /** Runs a statement behind those held, and answers its own outcome. */
  async #run(statement: Statement): Promise<Outcome> {
    const held = this.#held
    this.#held = []
    this.#hasBegun ||= held.length > 0
    try {
      // A text without values may be several statements, which the database only takes by themselves.
      const isPlain = statement.values.length === 0 && statement.name === undefined
      if (!isPlain) return (await sendTogether(this.#client, this.#types, [...held, statement])).at(-1)!
      if (held.length > 0) await sendTogether(this.#client, this.#types, held)
      return (await this.#client.query(statement.text)) as unknown as Outcome
    } catch (error) {
      if (!isStalePlan(error)) throw withStack(error)
      statementNames.rename()
      // Inside a transaction this fails as well, and the transaction is run again as a whole.
      if (this.#isInTransaction) throw withStack(error)
      return (await sendTogether(this.#client, this.#types, [{ ...statement, name: undefined }]))[0]!
    }
  }
}

/** The database's errors come from the socket; where the statement was run says more. */
function withStack(error: unknown): unknown {
  if (error instanceof Error) Error.captureStackTrace(error, withStack)
  return error
}

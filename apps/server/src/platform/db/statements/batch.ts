import pg from 'pg'

/** One statement on its way to the database; `name` keeps its plan there. */
export type Statement = { text: string; values: readonly unknown[]; name: string | undefined }

/** What came back: `command` is the first word of the statement, `rowCount` how many rows it touched. */
export type Outcome = { command: string; rowCount: number | null; rows: unknown[] }

/** The driver's connection and queries as a query of one's own meets them; its types leave this out. */
type Wire = pg.Connection & { submittedNamedStatements: Record<string, string>; sync(): void }
type Part = pg.Query & {
  readonly name: string | undefined
  readonly text: string
  prepare(connection: Wire): void
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Wire): void
  handleReadyForQuery(connection: Wire): void
}

/**
 * Sends statements together: one write here and one answer there, whatever their number. They run in turn, and after one
 * that fails none is run. Only inside a transaction, or for a single statement, is it all or nothing.
 * @throws the database's error of the first statement that failed
 */
export function sendTogether(
  client: pg.PoolClient,
  types: pg.CustomTypesConfig | undefined,
  statements: readonly Statement[],
): Promise<Outcome[]> {
  return new Promise((resolve, reject) => {
    client.query(new Batch(statements, types, resolve, reject) as unknown as pg.Submittable)
  })
}

/** Stands in the driver's queue like a query and hands each answer on to the part it belongs to. */
class Batch {
  /** Called by the driver when the connection is lost before the batch is sent. */
  callback = (error: Error | null): void => {
    if (error) this.#end(error)
  }

  readonly #parts: Part[]
  readonly #outcomes: Outcome[] = []
  readonly #resolve: (outcomes: Outcome[]) => void
  readonly #reject: (error: Error) => void
  #failure: Error | undefined
  #at = 0
  #hasEnded = false

  constructor(
    statements: readonly Statement[],
    types: pg.CustomTypesConfig | undefined,
    resolve: (outcomes: Outcome[]) => void,
    reject: (error: Error) => void,
  ) {
    this.#resolve = resolve
    this.#reject = reject
    this.#parts = statements.map(({ text, values, name }) => {
      const config = { text, values: values as unknown[], ...(name && { name }), ...(types && { types }) }
      return new pg.Query(config, (error: Error | undefined, outcome: unknown) => {
        if (error) this.#failure ??= error
        else this.#outcomes.push(outcome as Outcome)
      }) as Part
    })
  }

  /** The driver notes under this name that a statement was parsed: the one whose answer comes now. */
  get name(): string | undefined {
    return this.#parts[this.#at]?.name
  }
  get text(): string | undefined {
    return this.#parts[this.#at]?.text
  }

  submit(connection: Wire): void {
    // Each part would end with the barrier the database answers at; here only the last one has it.
    const unbroken: Wire = Object.create(connection, { sync: { value: () => {} } })
    connection.stream.cork()
    for (const part of this.#parts) {
      part.prepare(unbroken)
      // A value that cannot be written: nothing behind it may run, least of all a commit.
      if (this.#failure) break
    }
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription(message: unknown): void {
    this.#parts[this.#at]?.handleRowDescription(message)
  }

  handleDataRow(message: unknown): void {
    this.#parts[this.#at]?.handleDataRow(message)
  }

  handleCommandComplete(message: unknown, connection: Wire): void {
    this.#parts[this.#at]?.handleCommandComplete(message, connection)
    this.#at++
  }

  handleReadyForQuery(connection: Wire): void {
    for (const part of this.#parts.slice(0, this.#at)) part.handleReadyForQuery(connection)
    this.#end(this.#failure)
  }

  handleError(error: Error, connection: Wire): void {
    // What stood behind the failed one was skipped unread, so it is not known there by its name.
    for (const { name } of this.#parts.slice(this.#at)) if (name) delete connection.submittedNamedStatements[name]
    this.#end(error)
  }

  #end(error: Error | undefined): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    if (error) this.#reject(error)
    else this.#resolve(this.#outcomes)
  }
}

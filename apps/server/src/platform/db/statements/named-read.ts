import pg from 'pg'

/** The parts of pg's query and connection used here; they are pg's own, whose version is pinned. */
type Columns = { fields: unknown[]; _parsers: unknown; _prebuiltEmptyResultObject: unknown }
type Connection = { parsedStatements: Record<string, string>; stream: { write(bytes: Buffer): void } }
type Query = {
  name: string
  _result: Columns
  _accumulateRows: boolean
  prepare(connection: Connection): void
  handleRowDescription(message: unknown): void
}

const BaseQuery = pg.Query as unknown as new (text: string, values: unknown[]) => Query

/** What each connection knows of the columns its prepared statements answer. */
const described = new WeakMap<Connection, Map<string, Columns>>()

/**
 * A named statement whose columns are described only the first time on each connection. They cannot change while the name
 * stands for the statement: a changed table makes the plan stale, which is an error and brings a new name.
 * Describing them would cost both sides more than reading a short row.
 */
export class NamedRead extends BaseQuery {
  #connection: Connection | undefined

  constructor(name: string, text: string, values: unknown[]) {
    super(text, values)
    this.name = name
  }

  override prepare(connection: Connection): void {
    const known = connection.parsedStatements[this.name] ? described.get(connection)?.get(this.name) : undefined
    if (!known) {
      this.#connection = connection
      super.prepare(connection)
      return
    }
    this._result.fields = known.fields
    this._result._parsers = known._parsers
    this._result._prebuiltEmptyResultObject = known._prebuiltEmptyResultObject
    this._accumulateRows = true
    const messages: Buffer[] = []
    super.prepare(
      Object.create(connection, {
        describe: { value: () => undefined },
        _send: { value: (message: Buffer) => void messages.push(message) },
      }) as Connection,
    )
    connection.stream.write(Buffer.concat(messages))
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message)
    if (!this.#connection) return
    const byName = described.get(this.#connection) ?? new Map<string, Columns>()
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    described.set(this.#connection, byName.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject }))
  }
}

/**
 * Response data already stripped to the route's shape and serialised as JSON, in parts: for lists whose entries are
 * cached. The kit only adds the envelope. `Data` is what the parts say when joined and read.
 */
export class WrittenData<Data = unknown> {
  readonly parts: readonly Buffer[]
  /** Only for the compiler; never there. */
  declare readonly data?: Data

  constructor(parts: readonly Buffer[]) {
    this.parts = parts
  }

  /** The data as a caller would read it. */
  read(): Data {
    return JSON.parse(Buffer.concat(this.parts).toString()) as Data
  }
}

/**
 * Data of an answer already stripped to the route's shape and written as JSON, in parts: for lists whose entries are kept
 * written. The kit only puts the envelope around it. `Data` is what the parts say when joined and read.
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

import type { Change } from './block-record.ts'

type Undo = { number: number; before: Map<string, string | undefined> }

/**
 * A state as one flat, sorted map, and what each of its last blocks changed, so that those blocks' own states can
 * still be read. Reading the newest costs the same however many blocks there were.
 */
export class State {
  readonly #values: Map<string, string>
  readonly #keys: string[]
  readonly #undos: Undo[] = []
  readonly #depth: number
  #number: number

  /**
   * @param number the block whose state the entries are
   * @param depth how many blocks before the newest stay readable
   */
  constructor(number: number, entries: Iterable<[string, string]>, depth: number) {
    this.#number = number
    this.#values = new Map(entries)
    this.#keys = [...this.#values.keys()].sort()
    this.#depth = depth
  }

  /** The newest block. */
  get number(): number {
    return this.#number
  }

  /** Whether the state after this block can be read. */
  has(number: number): boolean {
    return number <= this.#number && number >= (this.#undos[0]?.number ?? this.#number + 1) - 1
  }

  /** Goes on to the next block. */
  apply(changes: Iterable<Change>): void {
    const before = new Map<string, string | undefined>()
    for (const [key, value] of changes) {
      if (!before.has(key)) before.set(key, this.#values.get(key))
      if (value === null) this.#remove(key)
      else this.#put(key, value)
    }
    this.#number += 1
    this.#undos.push({ number: this.#number, before })
    if (this.#undos.length > this.#depth) this.#undos.shift()
  }

  /** The value of a key after a block. */
  valueAt(number: number, key: string): string | undefined {
    this.#require(number)
    for (const undo of this.#after(number)) if (undo.before.has(key)) return undo.before.get(key)
    return this.#values.get(key)
  }

  /** The next key behind `after` that starts with the prefix, after a block. */
  nextKeyAt(number: number, prefix: string, after: string): string | undefined {
    this.#require(number)
    const from = after < prefix ? this.#position(prefix, false) : this.#position(after, true)
    const undos = this.#after(number)
    const own = this.#ownKey(from, prefix, undos)
    let best = own
    for (const { before } of undos)
      for (const key of before.keys()) {
        const isCloser = key > after && key.startsWith(prefix) && (best === undefined || key < best)
        if (isCloser && this.valueAt(number, key) !== undefined) best = key
      }
    return best
  }

  /** Everything in the newest state, in the order of the keys. */
  *entries(): Generator<[string, string]> {
    for (const key of this.#keys) yield [key, this.#values.get(key) as string]
  }

  /** The first of today's keys from a position on that was there before the blocks of the undos. */
  #ownKey(from: number, prefix: string, undos: Undo[]): string | undefined {
    for (let i = from; i < this.#keys.length; i++) {
      const key = this.#keys[i] as string
      if (!key.startsWith(prefix)) return undefined
      const first = undos.find(({ before }) => before.has(key))
      if (!first || first.before.get(key) !== undefined) return key
    }
    return undefined
  }

  #after(number: number): Undo[] {
    const count = this.#number - number
    return count === 0 ? [] : this.#undos.slice(-count)
  }

  #require(number: number): void {
    if (!this.has(number)) throw new Error(`the state of block ${number} is not kept`)
  }

  #put(key: string, value: string): void {
    if (!this.#values.has(key)) this.#keys.splice(this.#position(key, false), 0, key)
    this.#values.set(key, value)
  }

  #remove(key: string): void {
    if (this.#values.delete(key)) this.#keys.splice(this.#position(key, false), 1)
  }

  /** Where the first key is that is not below (or, with isBehind, that is above) the given one. */
  #position(key: string, isBehind: boolean): number {
    let low = 0
    let high = this.#keys.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = this.#keys[middle] as string
      if (other < key || (isBehind && other === key)) low = middle + 1
      else high = middle
    }
    return low
  }
}

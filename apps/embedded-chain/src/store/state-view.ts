import type { StorageLayerProvider } from '@acala-network/chopsticks-core'
import type { State } from './state.ts'

/** The state after one block, as Chopsticks reads it. Wherever that state is kept, reading it is one step deep. */
export class StateView implements StorageLayerProvider {
  readonly #number: number
  readonly #stateOf: (number: number) => Promise<State>

  constructor(number: number, stateOf: (number: number) => Promise<State>) {
    this.#number = number
    this.#stateOf = stateOf
  }

  /** Only what exists is ever answered. */
  deleted(): boolean {
    return false
  }

  async get(key: string): Promise<string | undefined> {
    return (await this.#stateOf(this.#number)).valueAt(this.#number, key)
  }

  async getMany(keys: string[]): Promise<(string | undefined)[]> {
    const state = await this.#stateOf(this.#number)
    return keys.map((key) => state.valueAt(this.#number, key))
  }

  async findNextKey(prefix: string, startKey: string): Promise<string | undefined> {
    return (await this.#stateOf(this.#number)).nextKeyAt(this.#number, prefix, startKey)
  }

  async getKeysPaged(prefix: string, pageSize: number, startKey: string): Promise<string[]> {
    const state = await this.#stateOf(this.#number)
    const keys: string[] = []
    let after = startKey && startKey !== '0x' ? startKey : prefix
    while (keys.length < pageSize) {
      const next = state.nextKeyAt(this.#number, prefix, after)
      if (next === undefined) break
      keys.push(next)
      after = next
    }
    return keys
  }
}

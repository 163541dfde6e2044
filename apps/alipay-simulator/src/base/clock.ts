import { findSetting, keepSetting } from './settings.ts'
import type { Store } from './store.ts'

/** The simulator's business clock: machine time plus an offset that only ever grows and is kept over restarts. */
export class Clock {
  readonly #store: Store
  #offsetMs: number

  constructor(store: Store) {
    this.#store = store
    this.#offsetMs = Number(findSetting(store, 'clock.offsetMs') ?? '0')
  }

  nowMs(): number {
    return Date.now() + this.#offsetMs
  }

  get offsetMs(): number {
    return this.#offsetMs
  }

  /** Moves the clock forward. */
  advance(ms: number): void {
    this.#offsetMs += ms
    keepSetting(this.#store, 'clock.offsetMs', String(this.#offsetMs))
  }
}

const SHANGHAI_MS = 8 * 3_600_000

/** "yyyy-MM-dd HH:mm:ss" in Shanghai, the only time zone the gateway speaks. */
export function shanghaiTime(ms: number): string {
  return new Date(ms + SHANGHAI_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** Reads "yyyy-MM-dd HH:mm[:ss]" as Shanghai time; undefined when it is not one. */
export function findShanghaiTime(text: string): number | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})(:\d{2})?$/.exec(text)
  if (parts === null) return undefined
  const ms = Date.parse(`${parts[1]}T${parts[2]}${parts[3] ?? ':00'}+08:00`)
  return Number.isNaN(ms) ? undefined : ms
}

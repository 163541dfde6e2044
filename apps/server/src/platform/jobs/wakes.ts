import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../base/log.ts'

/** At least this long between two runs of a sweep that this process asks for. */
const PAUSE_MS = 200

type Wake = { writing: Promise<void>; isWantedAgain: boolean }

/** Debounced wake-ups of sweeps: the first is written at once, those during the pause are merged into one more. */
export function createWakes(write: (sweep: string) => Promise<void>, log: Log) {
  const going = new Map<string, Wake>()

  function wake(sweep: string): void {
    const earlier = going.get(sweep)
    if (earlier) earlier.isWantedAgain = true
    else void run(sweep)
  }

  async function run(sweep: string): Promise<void> {
    const entry = { writing: tryWrite(sweep), isWantedAgain: false }
    going.set(sweep, entry)
    await entry.writing
    await sleep(PAUSE_MS, undefined, { ref: false })
    going.delete(sweep)
    if (entry.isWantedAgain) wake(sweep)
  }

  function tryWrite(sweep: string): Promise<void> {
    return write(sweep).catch((error: unknown) => log.warn({ err: error, sweep }, 'a sweep was not woken'))
  }

  return {
    wake,
    /** Resolves once every wake-up requested so far is written, the delayed ones too. */
    async written(): Promise<void> {
      for (const [sweep, entry] of [...going]) {
        await entry.writing
        if (!entry.isWantedAgain) continue
        entry.isWantedAgain = false
        await tryWrite(sweep)
      }
    },
  }
}

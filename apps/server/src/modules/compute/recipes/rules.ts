import type { MachineFailure } from '../machine/machine.ts'
import type { RecipeReport } from '../machine/recipes.ts'
import type { RecipeFailure, RecipeState } from '../model/rules.ts'

/** Which states follow which. */
export const NEXT_STATES: Record<RecipeState, readonly RecipeState[]> = {
  waiting: ['running', 'done', 'failed', 'unknown'],
  running: ['done', 'failed', 'unknown'],
  unknown: ['running', 'done', 'failed'],
  done: [],
  failed: [],
}
/** Runs that the machine is still asked about. */
export const OPEN_STATES = ['waiting', 'running', 'unknown'] as const satisfies RecipeState[]

/** Looks in a row without an answer after which a run that began counts as unknown. */
const SILENT_LOOKS = 3
/** Looks that find a run half begun until nothing more is expected of it. */
const HALF_LOOKS = 5

/** What a look at the machine makes of a run. */
export type RecipeStep =
  | { state: 'running' }
  | { state: 'done' }
  | { state: 'failed'; failure: RecipeFailure }
  /** `isFinal`: the machine is not asked again. */
  | { state: 'unknown'; isFinal: boolean }
  /** Nothing new. */
  | undefined

/** What the machine's report makes of a run in that state that began or not, looked at for the nth time. */
export function stepOf(
  report: RecipeReport,
  run: { state: RecipeState; hasBegun: boolean; attempts: number },
): RecipeStep {
  switch (report.state) {
    case 'running':
      return run.state === 'running' ? undefined : { state: 'running' }
    case 'ended':
      if (report.why === null && report.code === 0) return { state: 'done' }
      return { state: 'failed', failure: report.why ?? (report.isMissing ? 'missing' : 'exit') }
    case 'interrupted':
      return { state: 'failed', failure: 'interrupted' }
    case 'none':
      return run.hasBegun ? { state: 'failed', failure: 'gone' } : undefined
    case 'half':
      if (run.state === 'unknown' && run.attempts < HALF_LOOKS) return undefined
      return { state: 'unknown', isFinal: run.state === 'unknown' }
  }
}

/** Failures of a call that were over before anything was said to the machine. */
const NOTHING_SAID: readonly MachineFailure[] = [
  'address-not-allowed',
  'no-connection',
  'not-ssh',
  'no-handshake',
  'host-key-changed',
  'login-refused',
  'key-unreadable',
]

/** What a call without an answer makes of a run: it may have begun, or may be over, and nobody knows. */
export function silentStepOf(reason: MachineFailure, run: { state: RecipeState; failures: number }): RecipeStep {
  const isUnsure =
    run.state === 'waiting'
      ? !NOTHING_SAID.includes(reason)
      : run.state === 'running' && run.failures + 1 >= SILENT_LOOKS
  return isUnsure ? { state: 'unknown', isFinal: false } : undefined
}

/** Seconds until the machine is asked again: soon at first, every 20 s while it runs, in longer pauses while it is silent. */
export function lookPauseSeconds({ attempts, failures }: { attempts: number; failures: number }): number {
  if (failures > 0) return Math.min(300, 5 * 2 ** Math.min(failures - 1, 6))
  return Math.min(20, 2 + attempts)
}

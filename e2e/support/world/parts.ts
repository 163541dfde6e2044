import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { facts } from './world.ts'

/** The parts of this run's world as processes, for faults: only what `start.ts` of this run started is touched. */

const PARTS = ['chain', 'database', 'cashier', 'machine', 'server'] as const
export type PartName = (typeof PARTS)[number]

/** The process of a part as it is now. */
export function pidOf(part: PartName): number {
  const marks = JSON.parse(readFileSync(join(facts.dataDir, 'children.json'), 'utf8')) as { pid: number }[]
  const mark = marks[PARTS.indexOf(part)]
  if (!mark) throw new Error(`no ${part} runs`)
  return mark.pid
}

/** Ends a part as suddenly as it can end; the start brings it back by itself. */
export function kill(part: PartName): void {
  process.kill(pidOf(part), 'SIGKILL')
}

/** Makes a part deaf while `during` runs: it takes connections and never answers. */
export async function deafen<T>(part: PartName, during: () => Promise<T>): Promise<T> {
  const pid = pidOf(part)
  process.kill(pid, 'SIGSTOP')
  try {
    return await during()
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

/** What `/readyz` answers now. */
export async function readiness(): Promise<{ status: number; parts: Record<string, string> }> {
  const answer = await fetch(`${facts.site}/readyz`)
  const { parts } = (await answer.json()) as { parts: Record<string, string> }
  return { status: answer.status, parts }
}

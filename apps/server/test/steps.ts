import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** Tests of kills die at every step; otherwise at those that are hardest to go on from. */
export const DIES_EVERYWHERE = process.env.CRASH_ALL === '1'

/** The steps a test of kills dies at: with `CRASH_ALL=1` all of them. */
export function stepsOf<Step>(all: readonly Step[], hardest: readonly NoInfer<Step>[]): readonly Step[] {
  return DIES_EVERYWHERE ? all : hardest
}

/** Runs a script that dies at this point (crash-point.ts): how it ended, and the names it wrote, the last where it died. */
export async function runUntil(
  point: string,
  script: string,
  args: string[],
): Promise<{ code: number | null; signal: string | null; passed: string[] }> {
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, TROVE_CRASH_AT: point },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [[code, signal], said] = await Promise.all([once(child, 'exit'), text(child.stdout)])
  return { code, signal, passed: said.trim().split('\n') }
}

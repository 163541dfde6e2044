import { writeSync } from 'node:fs'

const wanted = process.env.TROVE_CRASH_AT
let passed = 0
if (wanted && process.env.NODE_ENV === 'production') throw new Error('TROVE_CRASH_AT is refused in production')

/**
 * Ends the process without any cleanup when TROVE_CRASH_AT names this point, or says with `#3` that it is the third one
 * passed; then its name is written to the standard output. With a number each name that is passed is written, so `#0` lists
 * them all. Kill tests use it to prove that every step of money may be the last one. Does nothing otherwise.
 */
export function crashPoint(name: string): void {
  if (wanted === undefined) return
  passed++
  const isHere = wanted === name || wanted === `#${passed}`
  if (isHere || wanted.startsWith('#')) writeSync(1, `${name}\n`)
  if (isHere) process.kill(process.pid, 'SIGKILL')
}

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { freePort, freePorts, type PortRange } from './free-port.ts'
import { findMark } from './process-mark.ts'

/** Some of them may be in use; nearly all others are drawn. */
const RANGE = { from: 9_000, to: 9_031 }
const DRAWN = 25
/** Only ends what would never come: where too few ports are free, a process draws for ever. */
const LIMIT_MS = 60_000
const programOf = (drawn: number, range: PortRange) => `
  import { freePorts } from ${JSON.stringify(pathToFileURL(`${import.meta.dirname}/free-port.ts`).href)}
  const ports = []
  for (let i = 0; i < ${drawn}; i++) ports.push(await freePorts(1, ${JSON.stringify(range)}))
  console.log(JSON.stringify(ports))`
/** What another process is given; it ends after that. */
function elsewhere(drawn = DRAWN, range = RANGE, env = process.env): number[] {
  const args = ['--input-type=module', '-e', programOf(drawn, range)]
  const limit = { timeout: LIMIT_MS, killSignal: 'SIGKILL' } as const
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', env, ...limit }))
}

test(
  'a port that was given stays its process’s, though nothing listens there, and is given again once that ended',
  async () => {
    const mine = await freePorts(1, RANGE)
    const [first, second] = [elsewhere(), elsewhere()]
    for (const ports of [first, second]) {
      expect(new Set(ports).size).toBe(DRAWN)
      expect(ports).not.toContain(mine)
    }
    expect(second.some((port) => first.includes(port))).toBe(true)
  },
  3 * LIMIT_MS,
)

test(
  'a port of a process that was killed is free again, also when its number is another process’s by now',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trove-free-port-'))
    const notes = join(folder, `trove-ports-${process.getuid?.() ?? ''}`)
    mkdirSync(notes)
    const port = await freePorts(1)
    const killed = { ...findMark(process.pid), startedAt: 'earlier' }
    writeFileSync(join(notes, String(port)), JSON.stringify(killed))
    expect(elsewhere(1, { from: port, to: port + 2 }, { ...process.env, TMPDIR: folder, TEMP: folder })).toEqual([port])
    rmSync(folder, { recursive: true })
  },
  2 * LIMIT_MS,
)

test('no port is given twice', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, freePort))
  expect(new Set(ports).size).toBe(200)
})

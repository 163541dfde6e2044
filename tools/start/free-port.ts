import { randomInt } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findMark, isAlive, type ProcessMark } from './process-mark.ts'

/** Ports of this machine for what tests and benches start. */

export type PortRange = { from: number; to: number }

/** Below what a system gives out by itself (32768 and up), so that no other program gets one between our look and its use. */
export const OWN_PORTS: PortRange = { from: 10_000, to: 32_000 }

/** A note for each port that a process was given, with that process's mark: it is that process's until it ends. */
const NOTES = join(tmpdir(), `trove-ports-${process.getuid?.() ?? ''}`)

/** A port that is free, and given to no other process that asks here while this one lives: also between two uses. */
export const freePort = (): Promise<number> => freePorts(1)

/** The first of `count` neighbouring ports that are all free, and this process's as by `freePort`. */
export async function freePorts(count: number, { from, to }: PortRange = OWN_PORTS): Promise<number> {
  while (true) {
    const first = randomInt(from, to - count)
    const ports = Array.from({ length: count }, (_, i) => first + i)
    const taken = ports.filter(take)
    if (taken.length === count && (await Promise.all(ports.map(isFree))).every(Boolean)) return first
    for (const port of taken) giveBack(port)
  }
}

const noteOf = (port: number) => join(NOTES, String(port))
const own = new Set<number>()
const mark = JSON.stringify(findMark(process.pid))
let isOpen = false

function open(): void {
  isOpen = true
  mkdirSync(NOTES, { recursive: true })
  process.once('exit', () => [...own].forEach(giveBack))
}

function giveBack(port: number): void {
  own.delete(port)
  rmSync(noteOf(port), { force: true })
}

/** Whether the port is this process's from now on. */
function take(port: number): boolean {
  if (own.has(port)) return false
  if (!isOpen) open()
  try {
    writeFileSync(noteOf(port), mark, { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    // Left by a process that died: the next who looks finds it free.
    if (!isHeld(port)) rmSync(noteOf(port), { force: true })
    return false
  }
  own.add(port)
  return true
}

function isHeld(port: number): boolean {
  try {
    const holder = readFileSync(noteOf(port), 'utf8')
    // Empty while it is being written.
    return holder === '' || isAlive(JSON.parse(holder) as ProcessMark)
  } catch {
    // Given back since, or cut off by a process that died.
    return false
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

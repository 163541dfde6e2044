import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findMark, isAlive, type ProcessMark } from './process-mark.ts'

/** Somebody else holds the data folder. */
export class LockedError extends Error {
  readonly pid: number
  constructor(pid: number) {
    super(`in use by process ${pid}`)
    this.pid = pid
  }
}

const CHILD_PATIENCE_MS = 10_000
const POLL_MS = 100

/**
 * Takes the data folder for this process. A lock whose process died is taken over, and what that process left running
 * is ended first. Answers the function that gives the folder back.
 * @throws LockedError when a living process holds it
 */
export async function takeLock(dataDir: string): Promise<() => void> {
  const path = join(dataDir, 'lock')
  const own = JSON.stringify(findMark(process.pid))
  const fresh = `${path}.${process.pid}`
  writeFileSync(fresh, own, { mode: 0o600 })
  try {
    while (!tryLink(fresh, path)) removeStale(path)
  } finally {
    rmSync(fresh, { force: true })
  }
  await endOrphans(dataDir)
  return () => {
    if (readText(path) === own) rmSync(path, { force: true })
    rmSync(childrenFile(dataDir), { force: true })
  }
}

/** A link appears whole or not at all, and never over another one. */
function tryLink(fresh: string, path: string): boolean {
  try {
    linkSync(fresh, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Moves a dead process's lock away; when another start was faster and the moved one lives, puts it back. */
function removeStale(path: string): void {
  const holder = readMark(path)
  if (holder && isAlive(holder)) throw new LockedError(holder.pid)
  const aside = `${path}.${process.pid}.old`
  try {
    renameSync(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const moved = readMark(aside)
  if (moved && isAlive(moved)) {
    tryLink(aside, path)
    rmSync(aside, { force: true })
    throw new LockedError(moved.pid)
  }
  rmSync(aside, { force: true })
}

/** Remembers the children, so that a start after a sudden death can end what still runs. */
export function noteChildren(dataDir: string, pids: number[]): void {
  const marks = pids.map(findMark).filter((mark) => mark !== undefined)
  const path = childrenFile(dataDir)
  writeFileSync(`${path}.new`, JSON.stringify(marks), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

async function endOrphans(dataDir: string): Promise<void> {
  // A number alone may be another program's by now. Where nothing else is known, the parts end by themselves without us.
  const marks = readChildren(dataDir).filter((mark) => mark.startedAt !== '' && isAlive(mark))
  for (const { pid } of marks) signal(pid, 'SIGTERM')
  const end = Date.now() + CHILD_PATIENCE_MS
  while (marks.some(isAlive) && Date.now() < end) await sleep(POLL_MS)
  for (const { pid } of marks.filter(isAlive)) signal(pid, 'SIGKILL')
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // Gone in between.
  }
}

function readChildren(dataDir: string): ProcessMark[] {
  try {
    return JSON.parse(readText(childrenFile(dataDir)) ?? '[]') as ProcessMark[]
  } catch {
    return []
  }
}

function childrenFile(dataDir: string): string {
  return join(dataDir, 'children.json')
}

function readMark(path: string): ProcessMark | undefined {
  try {
    return JSON.parse(readText(path) ?? 'null') as ProcessMark
  } catch {
    return undefined
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

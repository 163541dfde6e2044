import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findMark } from '../../../../tools/start/process-mark.ts'

const LAUNCHER = fileURLToPath(new URL('../../../embedded-postgres/src/main.ts', import.meta.url))

const MAX_KEPT = 100_000
/** Three files at once, some with several servers of up to 38 connections each: the 100 that PostgreSQL has by itself ran out. */
const CONNECTIONS = '500'

export type TestPostgres = {
  url: string
  /** Ends the server and keeps its data; `resume` starts it again at the same address. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Ends the server and removes its data. */
  stop(): Promise<void>
}

const IN_MEMORY = '/dev/shm'
/** What a run of all tests took was 0.3 GiB at most: its databases are small, and each goes with its test file. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * Where the tests' PostgreSQL keeps its data: in memory, where the system has a folder for that and enough of it is free.
 * A database has some 1,200 files, made and removed for each test file. On an ext4 without a journal a new file is looked
 * for among all those removed in the last minutes, which took ten times the CPU (740 and 70 ms a database).
 */
async function dataParent(): Promise<string> {
  const space = await statfs(IN_MEMORY).catch(() => undefined)
  return space && Math.min(space.bavail * space.bsize, process.availableMemory()) >= ENOUGH_BYTES ? IN_MEMORY : tmpdir()
}

const NAME = 'trove-test-pg-'
const LEFT = new RegExp(`^${NAME}(\\d+)-`)

/**
 * What runs that were broken off have left would fill the memory; the name says whose it is. What another person has left, or
 * a PostgreSQL without its run still writes to, cannot be removed, which must not stop this run.
 */
export async function removeLeftBehind(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const owner = LEFT.exec(name)?.[1]
    if (!owner || findMark(Number(owner))) continue
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Starts an embedded PostgreSQL in a fresh folder, without waiting for the disk: tests do not cut the power. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const parent = await dataParent()
  await removeLeftBehind(parent)
  const dir = await mkdtemp(join(parent, `${NAME}${process.pid}-`))
  const start = async () => {
    const child = spawn(process.execPath, [LAUNCHER], {
      env: { ...process.env, PG_DATA_DIR: dir, PG_FSYNC: 'off', PG_MAX_CONNECTIONS: CONNECTIONS },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const { url } = JSON.parse(await firstLine(child)) as { url: string }
    return { child, url }
  }
  let running = await start()
  async function pause(): Promise<void> {
    if (running.child.exitCode !== null) return
    running.child.kill('SIGTERM')
    await once(running.child, 'exit')
  }
  return {
    url: running.url,
    pause,
    async resume() {
      running = await start()
    },
    async stop() {
      await pause()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** The first whole line a process prints that is wanted. @throws Error when it ends before */
export function firstLine(child: ChildProcess, isWanted: (line: string) => boolean = () => true): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (part) => {
      text = text.slice(-MAX_KEPT) + part
      const line = text.split('\n').slice(0, -1).find(isWanted)
      if (line !== undefined) resolve(line)
    })
    child.once('exit', (code) => reject(new Error(`a process ended with ${code} before it was ready: ${text}`)))
    child.once('error', reject)
  })
}

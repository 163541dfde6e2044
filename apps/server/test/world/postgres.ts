import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

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

/** Starts an embedded PostgreSQL in a fresh folder, without waiting for the disk: tests do not cut the power. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const dir = await mkdtemp(join(tmpdir(), 'trove-test-pg-'))
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

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Started, startProgram, stopProgram } from './processes.ts'

export type OwnDatabase = {
  dataDir: string
  databaseUrl: string
  postgres: Started
  /** Ends a program with the measurement, the last started first. */
  keep(program: Started): Started
}

/** Measures on an embedded PostgreSQL of its own, in a temporary folder; nothing of it is left, however the work ends. */
export async function withOwnDatabase(work: (own: OwnDatabase) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trove-bench-'))
  const running: Started[] = []
  const keep = (program: Started) => {
    running.unshift(program)
    return program
  }
  try {
    const postgres = keep(
      await startProgram('apps/embedded-postgres/src/main.ts', { PG_DATA_DIR: join(dataDir, 'pg') }),
    )
    await work({ dataDir, databaseUrl: String(postgres.said.url), postgres, keep })
  } finally {
    for (const program of running) await stopProgram(program)
    await rm(dataDir, { recursive: true, force: true })
  }
}

import { join } from 'node:path'
import { type Log, openLog } from './base/log.ts'
import type { Blobs } from './blobs/blobs.ts'
import { openDiskBlobs } from './blobs/disk.ts'
import { openS3Blobs } from './blobs/s3.ts'
import { type Clock, createClock } from './clock.ts'
import type { Config } from './config/config.ts'
import { openDatabase } from './db/database.ts'
import type { Db } from './db/handle.ts'
import { createLiveness, type Liveness } from './db/pool/liveness.ts'
import { openPool, type Pool } from './db/pool/pool.ts'
import { createJobQueue, type JobQueue } from './jobs/runner.ts'
import { createLimiter, type Limiter } from './rate-limit.ts'
import { createSealer, type Sealer } from './sealing/sealing.ts'

/** What every module may be given; app.ts hands each what it needs. */
export type Platform = {
  config: Config
  log: Log
  /** For prepared hot reads; everything else goes through `db`. */
  pool: Pool
  db: Db
  jobs: JobQueue
  clock: Clock
  limiter: Limiter
  sealer: Sealer
  blobs: Blobs
  liveness: Liveness
  close(): Promise<void>
}

/** Parts a test may bring itself. */
export type PlatformParts = { log?: Log; blobs?: Blobs; jobPollMs?: number }

/** Jobs that run at once in one process; each may hold a connection of the main pool. */
const JOB_CONCURRENCY = 6
/** Slow jobs besides them: they mostly wait for computers of other people. */
const SLOW_JOB_CONCURRENCY = 12
/** Each sweep of money works on many at a time by itself. */
const MONEY_JOB_CONCURRENCY = 4

/** Opens everything that has no business word in it. Nothing is contacted yet but the disk. */
export async function openPlatform(config: Config, parts: PlatformParts = {}): Promise<Platform> {
  const log = parts.log ?? openLog(config.logLevel)
  const { databaseUrl: url, keepsStatements } = config
  const pool = openPool({ url, size: config.databasePoolSize, log, name: 'main', keepsStatements })
  const jobPool = openPool({
    url,
    size: JOB_CONCURRENCY + MONEY_JOB_CONCURRENCY + 7,
    log,
    name: 'jobs',
    hasPlainTypes: true,
    keepsStatements,
    // A pooler need not know the setting.
    keepsPlans: keepsStatements,
  })
  const db = openDatabase(pool)
  const liveness = createLiveness(jobPool, log)
  return {
    config,
    log,
    pool,
    db,
    jobs: createJobQueue({
      db,
      liveness,
      pool: jobPool,
      log: log.child({ module: 'jobs' }),
      concurrency: JOB_CONCURRENCY,
      slowConcurrency: SLOW_JOB_CONCURRENCY,
      moneyConcurrency: MONEY_JOB_CONCURRENCY,
      pollMs: parts.jobPollMs,
    }),
    clock: createClock(config.hasDevClock),
    limiter: createLimiter(db),
    sealer: createSealer(config.keks, config.indexKey, config.nextKeks),
    blobs: parts.blobs ?? (config.s3 ? openS3Blobs(config.s3) : await openDiskBlobs(join(config.dataDir, 'blobs'))),
    liveness,
    async close() {
      await Promise.all([pool.end(), jobPool.end()])
    },
  }
}

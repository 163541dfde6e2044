import { openLog } from '../../src/platform/base/log.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { openPool } from '../../src/platform/db/pool/pool.ts'
import { createJobQueue } from '../../src/platform/jobs/runner.ts'

/** A process that takes the job `test.hang`, says so, and never ends it; for tests of sudden death. */

const url = process.env.DATABASE_URL ?? ''
const log = openLog('silent')
const pool = openPool({ url, size: 6, log, name: 'hanging', hasPlainTypes: true })
const jobs = createJobQueue({ db: openDatabase(pool), pool, log, concurrency: 1, pollMs: 50 })
jobs.define('test.hang', () => {
  console.log('running')
  return new Promise(() => undefined)
})
await jobs.start()

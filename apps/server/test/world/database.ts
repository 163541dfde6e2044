import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openLog } from '../../src/platform/base/log.ts'
import { migrate, readMigrations } from '../../src/platform/db/migrate.ts'

const TEMPLATE_LOCK = 7_468_002

export type TestDatabase = { url: string; drop(): Promise<void> }

/** Address of the run's PostgreSQL. */
export async function serverUrl(): Promise<string> {
  const answer = await fetch(inject('postgresBroker'))
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}

/** A fresh migrated database, copied from a template that is made once for each state of the migration files. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = await serverUrl()
  const template = `template_${createHash('sha256')
    .update(JSON.stringify(await readMigrations()))
    .digest('hex')
    .slice(0, 16)}`
  const name = `world_${randomBytes(8).toString('hex')}`
  await withClient(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (!rowCount) await makeTemplate(client, server, template)
    // As files: page by page through its log takes PostgreSQL twice the CPU, and what that leaves in its cache makes the
    // drop dearer, too.
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  })
  return {
    url: withDatabase(server, name),
    drop: () => withClient(server, async (client) => void (await client.query(`drop database ${name} with (force)`))),
  }
}

/** A lab over a fresh migrated database, which goes with it. */
export async function onOwnDatabase<Lab extends { close(): Promise<void> }>(
  open: (url: string) => Promise<Lab>,
): Promise<Lab> {
  const database = await createTestDatabase()
  const lab = await open(database.url)
  return { ...lab, close: () => lab.close().then(() => database.drop()) }
}

/** A fresh empty database, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const server = await serverUrl()
  const name = `empty_${randomBytes(8).toString('hex')}`
  await withClient(server, async (client) => void (await client.query(`create database ${name}`)))
  return {
    url: withDatabase(server, name),
    drop: () => withClient(server, async (client) => void (await client.query(`drop database ${name} with (force)`))),
  }
}

async function makeTemplate(client: pg.Client, server: string, template: string): Promise<void> {
  const half = `half_${template}`
  await client.query(`drop database if exists ${half} with (force)`)
  await client.query(`create database ${half}`)
  await migrate(withDatabase(server, half), openLog('silent'))
  await client.query(`alter database ${half} rename to ${template}`)
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, name: string): string {
  // A socket address has no host, which URL would not take: postgres://user@/name?host=...
  return url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
}

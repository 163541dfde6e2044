import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Log } from '../base/log.ts'
import { openDatabase } from './database.ts'
import { checkTexts, keepTexts, type TextCheck } from './migration-texts.ts'
import { openPool, type Pool } from './pool/pool.ts'

export const MIGRATIONS_DIR = fileURLToPath(new URL('../../../migrations', import.meta.url))

const FILE_NAME = /^\d{4}-[a-z\d-]+\.sql$/

export type MigrateOptions = TextCheck & { dir: string }

/**
 * The migration files by name, in order.
 * @throws Error for SQL under any other name, which would never run
 */
export async function readMigrations(dir = MIGRATIONS_DIR): Promise<Record<string, string>> {
  const files = (await readdir(dir)).filter((file) => file.endsWith('.sql')).sort()
  const misnamed = files.filter((file) => !FILE_NAME.test(file))
  if (misnamed.length > 0) throw new Error(`no names of migrations, such as 0123-name.sql: ${misnamed.join(', ')}`)
  const texts = await Promise.all(files.map((file) => readFile(join(dir, file), 'utf8')))
  return Object.fromEntries(files.map((file, i) => [file.replace(/\.sql$/, ''), texts[i] ?? '']))
}

/**
 * Brings the database to the newest shape: the job queue's own tables, then every migration file not yet run, in order,
 * in one transaction under an advisory lock. Safe to run from several processes at once, and again.
 * @throws ConfigError when files were edited after they ran, unless the check is not strict
 */
export async function migrate(url: string, log: Log, options: Partial<MigrateOptions> = {}): Promise<string[]> {
  const pool = openPool({ url, size: 2, log, name: 'migrate', hasPlainTypes: true, statementMs: 0 })
  try {
    return await migrateWith(pool, log, { dir: MIGRATIONS_DIR, isStrict: true, accepted: [], ...options })
  } finally {
    await pool.end()
  }
}

async function migrateWith(pool: Pool, log: Log, { dir, ...check }: MigrateOptions): Promise<string[]> {
  const texts = await readMigrations(dir)
  const db = openDatabase(pool)
  await checkTexts(db, texts, log, check)
  await runMigrations({ pgPool: pool })
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => toMigrations(texts) },
    migrationTableName: 'platform_migration',
    migrationLockTableName: 'platform_migration_lock',
    // Modules number their files in ranges of their own, so a later file may sort before one already run.
    allowUnorderedMigrations: true,
  })
  const { error, results } = await migrator.migrateToLatest()
  const failed = results?.find((result) => result.status === 'Error')
  if (failed)
    throw new Error(`migration ${failed.migrationName} failed: ${(error as Error)?.message}`, { cause: error })
  if (error) throw error
  if ('0003-platform-migration-texts' in texts) await keepTexts(db, texts)
  return (results ?? []).map((result) => result.migrationName)
}

function toMigrations(texts: Record<string, string>): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, { up: async (db) => void (await sql.raw(text).execute(db)) }]),
  )
}

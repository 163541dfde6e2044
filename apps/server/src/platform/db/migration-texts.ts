import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Log } from '../base/log.ts'
import { ConfigError } from '../config/error.ts'
import type { Db } from './handle.ts'

/**
 * Detects migration files that were edited after they ran. The database then differs from what the files say, and the
 * shape of other databases is unknown.
 */

export type TextCheck = {
  /** Refuse the start (production), or only say it in the log (development). */
  isStrict: boolean
  /** Migrations whose new text is taken for good from now on. */
  accepted: readonly string[]
}

type Texts = Record<string, string>

function checksumOf(text: string): string {
  return createHash('sha256').update(text.replace(/\r\n/g, '\n')).digest('hex')
}

/** @throws ConfigError with one line that names every edited migration, when the check is strict */
export async function checkTexts(db: Db, texts: Texts, log: Log, check: TextCheck): Promise<void> {
  const kept = await readKept(db)
  const edited = Object.entries(texts)
    .filter(([name, text]) => kept.has(name) && kept.get(name) !== checksumOf(text))
    .map(([name]) => name)
  const open = edited.filter((name) => !check.accepted.includes(name))
  if (open.length > 0) {
    const line = `migrations were edited after they ran: ${open.join(', ')} (add a new file instead; docs/OPERATIONS.md)`
    if (check.isStrict) throw new ConfigError(line)
    log.warn({ migrations: open }, line)
  }
  for (const name of edited.filter((one) => check.accepted.includes(one))) {
    await sql`update platform_migration_text set checksum = ${checksumOf(texts[name]!)}, seen_at = now()
      where name = ${name}`.execute(db)
    log.warn({ migration: name }, 'the new text of a migration that ran was accepted')
  }
}

/** Keeps the checksums of the migrations that have run and have none yet. */
export async function keepTexts(db: Db, texts: Texts): Promise<void> {
  const names = Object.keys(texts)
  const checksums = Object.values(texts).map(checksumOf)
  await sql`
    insert into platform_migration_text (name, checksum)
    select t.name, t.checksum from unnest(${names}::text[], ${checksums}::text[]) as t (name, checksum)
    join platform_migration m using (name) on conflict (name) do nothing`.execute(db)
}

/** What is kept; nothing in a database from before there was such a table. */
async function readKept(db: Db): Promise<Map<string, string>> {
  const { rows: found } = await sql<{ is_there: boolean }>`
    select to_regclass('platform_migration_text') is not null as is_there`.execute(db)
  if (!found[0]?.is_there) return new Map()
  const { rows } = await sql<{ name: string; checksum: string }>`
    select name, checksum from platform_migration_text`.execute(db)
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

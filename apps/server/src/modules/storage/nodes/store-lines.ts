import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'

/** Which process holds a node's connection. The time is the database's: processes run on machines with clocks of their own. */

export type HeldLine = { account: string; line: string }

/** The newest connection of a node counts. */
export async function noteLine(db: Db, { account, line, url }: HeldLine & { url: string }): Promise<void> {
  await sql`insert into storage_lines (account, line, url) values (${account}, ${line}, ${url})
    on conflict (account) do update set line = excluded.line, url = excluded.url, heard_at = now()`.execute(db)
}

/** Says of lines that they are still open. One that a node opened to another process since stays that process's. */
export async function repeatLines(db: Db, lines: readonly HeldLine[], url: string): Promise<void> {
  await sql`insert into storage_lines as known (account, line, url)
    select account, line, ${url} from unnest(${lines.map(({ account }) => account)}::text[],
      ${lines.map(({ line }) => line)}::text[]) as held (account, line) order by account
    on conflict (account) do update set line = excluded.line, url = excluded.url, heard_at = now()
    where known.line = excluded.line or known.heard_at < now() - interval '1 minute'`.execute(db)
}

export async function forgetLine(db: Db, line: string): Promise<void> {
  await sql`delete from storage_lines where line = ${line}`.execute(db)
}

/** Where the process is reached that holds a node's connection. */
export async function findLine(db: Db, account: string): Promise<string | undefined> {
  const { rows } = await sql<{ url: string }>`select url from storage_lines
    where account = ${account} and heard_at > now() - interval '1 minute'`.execute(db)
  return rows[0]?.url
}

/** Forgets the lines of processes that ended without a word. */
export async function deleteOldLines(db: Db): Promise<void> {
  await sql`delete from storage_lines where heard_at < now() - interval '1 hour'`.execute(db)
}

import { REPORT_CHARS } from '@trove/contract/code/reports'
import { sql } from 'kysely'
import { newId } from '../../../platform/base/id.ts'
import type { Tx } from '../../../platform/db/handle.ts'
import type { Notices } from '../../notices/module.ts'

const NOTICES = { malware: 'code.malware-found', secrets: 'code.keys-found' } as const

type Malware = { path: string; name: string }[]
type Of = { workId: string; number: number }
type Found = Of & { reason: keyof typeof NOTICES; words: readonly string[] }

/**
 * Puts what a scan found in a version into the queue of the staff and tells its author, unless the same is open there or the
 * work is not public. Nothing else happens to the work.
 */
export async function reportByScan(tx: Tx, notices: Notices, { workId, number, reason, words }: Found): Promise<void> {
  if (words.length === 0) return
  const text = words.map((place) => `v${number} ${place}`).join('\n')
  const { rows } = await sql<{ id: string; userId: string; title: string }>`
    with opened as (
      insert into code_reports (id, work_id, reporter_id, reason, words)
      select ${newId()}, id, null, ${reason}, ${text.slice(0, REPORT_CHARS).toWellFormed()} from code_works
      where id = ${workId} and state in ('online', 'offline')
      on conflict do nothing returning id, work_id)
    select o.id, w.owner_id as "userId", w.title from opened o join code_works w on w.id = o.work_id`.execute(tx)
  for (const { id, userId, title } of rows)
    await notices.tell(tx, {
      userId,
      kind: NOTICES[reason],
      params: { title, version: String(number) },
      link: { to: 'work', id: workId },
      key: `code.found-by-scan:${id}`,
    })
}

/** Reports malware that was found in a version. */
export async function reportMalware(tx: Tx, notices: Notices, { workId, number }: Of, finds: Malware): Promise<void> {
  const words = finds.map(({ path, name }) => `${path}: ${name}`)
  await reportByScan(tx, notices, { workId, number, reason: 'malware', words })
}

/** Reports malware that was found in a work while it was a draft, of which nobody is told. */
export async function reportDraft(tx: Tx, notices: Notices, workId: string): Promise<void> {
  const { rows } = await sql<{ number: number; finds: Malware }>`
    select number, finds from code_malware m where work_id = ${workId}
      and not exists (select from code_reports r
        where r.work_id = m.work_id and r.reason = 'malware' and r.reporter_id is null)
    order by number desc limit 1`.execute(tx)
  for (const { number, finds } of rows) await reportMalware(tx, notices, { workId, number }, finds)
}

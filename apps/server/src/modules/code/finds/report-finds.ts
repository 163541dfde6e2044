import { REPORT_CHARS } from '@trove/contract/code/reports'
import { sql } from 'kysely'
import { newId } from '../../../platform/base/id.ts'
import type { Tx } from '../../../platform/db/handle.ts'
import type { Notices } from '../../notices/module.ts'

const NOTICES = { malware: 'code.malware-found', secrets: 'code.keys-found' } as const

type Of = { workId: string; number: number }
type Found = Of & { reason: keyof typeof NOTICES; words: readonly string[] }
type Malware = { path: string; name: string }[]

/**
 * Puts what a scan found in a version into the queue of the staff and tells its author, if the work is public. Nothing else happens
 * to the work. Called again with the same it reports it again.
 */
export async function reportByScan(tx: Tx, notices: Notices, { workId, number, reason, words }: Found): Promise<void> {
  if (words.length === 0) return
  const text = words.map((place) => `v${number} ${place}`).join('\n')
  const { rows } = await sql<{ id: string; userId: string; title: string }>`
    with opened as (
      insert into code_reports (id, work_id, reporter_id, reason, words)
      select ${newId()}, id, null, ${reason}, ${text.slice(0, REPORT_CHARS).toWellFormed()} from code_works
      where id = ${workId} and state in ('online', 'offline') returning id, work_id)
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

/**
 * Reports the malware that was found in a version, or in all of a work, and was not reported yet: each find once, also while a
 * look goes on. What was found in a work that is not public waits until it is.
 * @returns what was reported now
 */
export async function reportMalware(
  tx: Tx,
  notices: Notices,
  { workId, number }: Pick<Of, 'workId'> & Partial<Of>,
): Promise<Malware> {
  const { rows } = await sql<{ number: number; finds: Malware; reported: Malware }>`
    select m.number, m.reported, m.finds || coalesce(m.progress #> '{look,finds}', '[]') as finds
    from code_malware m join code_works w on w.id = m.work_id
    where m.work_id = ${workId} and m.number = coalesce(${number ?? null}::int, m.number) and w.state in ('online', 'offline')
    order by m.number for update of m`.execute(tx)
  const all: Malware = []
  for (const { finds, reported, ...row } of rows) {
    const isNew = (find: Malware[number]) =>
      !reported.some(({ path, name }) => path === find.path && name === find.name)
    // A look that goes on finds once more what the one before it found.
    const fresh = new Map(finds.filter(isNew).map((find) => [`${find.path}\n${find.name}`, find]))
    const words = [...fresh.values()].map(({ path, name }) => `${path}: ${name}`)
    await reportByScan(tx, notices, { workId, number: row.number, reason: 'malware', words })
    await noteReported(tx, { workId, number: row.number }, [...reported, ...fresh.values()])
    all.push(...fresh.values())
  }
  return all
}

async function noteReported(tx: Tx, { workId, number }: Of, reported: Malware): Promise<void> {
  await sql`update code_malware set reported = ${JSON.stringify(reported)}::jsonb
    where work_id = ${workId} and number = ${number}`.execute(tx)
}

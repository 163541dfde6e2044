import { COMMIT_TRIES, type CommitEvidence, type SheetEntry } from '@trove/contract/talent/hours'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { type Commit, type Read, readCommitLink } from '../../repositories/module.ts'
import type { HoursNeeds } from '../model/needs.ts'
import { listEntries } from './store.ts'

/** Evidence of a time-sheet: whether the commit that an entry links to is in the public repository, and whose it is. */

type Evidence = z.input<typeof CommitEvidence>
type CommitRow = Omit<Evidence, 'at'> & { entryId: string; at: Date | null }
type Due = { entryId: string; repository: string; oid: string }

const EVERY_SECONDS = 15
/** Of one round; the slowest takes as long as one repository may. */
const BATCH = 10
const NAME_MAX = 100
const SUBJECT_MAX = 200

/** Keeps the commit that an entry's link is about, to be looked for; a link to something else has none. */
export async function keepCommit(tx: Tx, entryId: string, link: string): Promise<Evidence | null> {
  const read = readCommitLink(link)
  if (!read) return null
  await sql`insert into talent_sheet_commits (entry_id, repository, oid)
    values (${entryId}, ${read.repository}, ${read.oid})`.execute(tx)
  return { oid: read.oid, state: 'asked', author: '', subject: '', at: null }
}

/** What is known of the commits of a time-sheet, by entry. */
async function listCommits(db: Db, orderId: string): Promise<Map<string, Evidence>> {
  const { rows } =
    await sql<CommitRow>`select c.entry_id as "entryId", c.oid, c.state, c.author, c.subject, c.made_at as at
    from talent_sheet_commits c join talent_sheet_entries e on e.id = c.entry_id where e.order_id = ${orderId}`.execute(
      db,
    )
  return new Map(rows.map(({ entryId, at, ...known }) => [entryId, { ...known, at: at?.toISOString() ?? null }]))
}

/** A time-sheet with what is known of the commits it links to, oldest day first. */
export async function listEvidence(db: Db, orderId: string): Promise<z.input<typeof SheetEntry>[]> {
  const [entries, commits] = await Promise.all([listEntries(db, orderId), listCommits(db, orderId)])
  return entries.map((entry) => ({ ...entry, commit: commits.get(entry.id) ?? null }))
}

type SweepNeeds = Pick<HoursNeeds, 'db' | 'jobs' | 'repositories' | 'log'>

/** Looks for commits that were linked to, several at once; who cannot be reached is asked again later. */
export function defineCommitSweep({ db, jobs, repositories, log }: SweepNeeds): void {
  jobs.every('talent.commits', EVERY_SECONDS, async () => {
    const due = await listDue(db)
    const rounds = due.map(async ({ entryId, repository, oid }) => {
      try {
        await settle(db, entryId, oid, await repositories.commits(repository, oid, 1))
      } catch (error) {
        log.error({ err: error, entryId, repository, oid }, 'a commit could not be looked for')
        // It waits as if out of reach, or it would stand before the others in each round.
        await postpone(db, entryId)
      }
    })
    // All of them end before the next round begins.
    const failed = (await Promise.allSettled(rounds)).find((round) => round.status === 'rejected')
    if (failed) throw failed.reason
  })
}

async function listDue(db: Db): Promise<Due[]> {
  const { rows } = await sql<Due>`select entry_id as "entryId", repository, oid from talent_sheet_commits
    where state = 'asked' and next_at <= business_now() order by next_at, entry_id limit ${BATCH}`.execute(db)
  return rows
}

/** Writes down what was found out; an entry that was taken back meanwhile has nothing to write to. */
async function settle(db: Db, entryId: string, oid: string, read: Read<Commit[]>): Promise<void> {
  const commit = 'found' in read ? read.found.find((one) => one.oid === oid) : undefined
  if ('fault' in read && read.fault === 'unreachable') return postpone(db, entryId)
  const state = 'fault' in read ? read.fault : 'found'
  const author = commit?.author.name.slice(0, NAME_MAX) ?? ''
  const subject = commit?.subject.slice(0, SUBJECT_MAX) ?? ''
  await sql`update talent_sheet_commits set state = ${state}, author = ${author}, subject = ${subject},
      made_at = ${commit ? sql`to_timestamp(${commit.atSeconds})` : null}
    where entry_id = ${entryId} and state = 'asked'`.execute(db)
}

/** A minute later, then two, four and so on; after so many tries it is given up. */
async function postpone(db: Db, entryId: string): Promise<void> {
  await sql`update talent_sheet_commits set tries = tries + 1,
      state = case when tries + 1 >= ${COMMIT_TRIES} then 'unreachable' else state end,
      next_at = business_now() + interval '1 minute' * power(2, tries)
    where entry_id = ${entryId} and state = 'asked'`.execute(db)
}

import type { Db } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Notices } from '../notices/module.ts'
import type { SearchKinds } from './kinds.ts'
import * as store from './store.ts'

/** Searches of one run, and changes of one look; what is left comes with the next run. */
const SEARCHES_PER_RUN = 1000
const CHANGES_PER_LOOK = 1000
const LOOKS_PER_SEARCH = 50

type Deps = { db: Db; notices: Notices; kinds: SearchKinds }

/**
 * Looks for what is new to the searches that are due, and tells each owner once a day at most. A search that fails holds
 * up no other: it stays due and is first again in the next run. The first failure is thrown after all were looked at.
 */
export async function lookForNew(deps: Deps): Promise<void> {
  const until = await store.numberChanges(deps.db)
  const failures: unknown[] = []
  for (const search of await store.listDue(deps.db, until, SEARCHES_PER_RUN))
    await look(deps, search, until).catch((error) => failures.push(error))
  await store.forgetChanges(deps.db)
  if (failures.length > 0) throw failures[0]
}

async function look(deps: Deps, search: store.DueSearch, until: bigint): Promise<void> {
  const { found, lookedTo } = await findNew(deps, search, until)
  await inTransaction(deps.db, async (tx) => {
    // Whoever moves it on tells of it: of two processes one.
    if (!(await store.moveOn(tx, search, lookedTo)) || found.length === 0) return
    const count = await store.keepFinds(tx, search.id, found)
    if (count === 0) return
    await store.markTold(tx, search.id)
    await deps.notices.tell(tx, {
      userId: search.userId,
      kind: 'searches.found',
      params: { name: search.name, count: String(count) },
      link: { to: 'saved-searches' },
      key: `search:${search.id}:${lookedTo}`,
    })
  })
}

/** What is new to a search among the changes it has not looked at, and up to which change that was looked for. */
async function findNew({ db, kinds }: Deps, search: store.DueSearch, until: bigint) {
  const { filter, userId: readerId } = search
  const found = new Set<string>()
  let lookedTo = search.lookedSeq
  for (let looks = 0; looks < LOOKS_PER_SEARCH && lookedTo < until; looks++) {
    const changes = await store.listChanges(db, search.kind, lookedTo, until, CHANGES_PER_LOOK)
    lookedTo = changes.length === CHANGES_PER_LOOK ? changes.at(-1)!.seq : until
    if (changes.length === 0) break
    for (const id of (await kinds.get(search.kind)?.findNew({ filter, changes, readerId })) ?? []) found.add(id)
  }
  return { found: [...found], lookedTo }
}

import { requireThat } from '@trove/contract/errors/codes'
import type { ProductType } from '@trove/contract/order-lists/kinds'
import * as contract from '@trove/contract/searches/routes'
import type { Db } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { type ServedRoute, serve } from '../../platform/http/call/serve.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Notices } from '../notices/module.ts'
import type { SearchKind } from './kinds.ts'
import * as store from './store.ts'
import { lookForNew } from './sweep.ts'

export type { SearchKind }

/** Door of saved searches: markets say what their filters are. */
export type Searches = { registerKind(kind: SearchKind): void }
export type SearchNeeds = { db: Db; jobs: Jobs; notices: Notices }

const SWEEP_SECONDS = 600

/** Builds the saved searches of all markets, and the sweep that looks for what is new to them. */
export function createSearches({ db, jobs, notices }: SearchNeeds): Searches & { routes: ServedRoute[] } {
  const kinds = new Map<string, SearchKind>()
  jobs.every('searches.look', SWEEP_SECONDS, () => lookForNew({ db, notices, kinds }))
  return {
    registerKind: (kind) => void kinds.set(kind.kind, kind),
    routes: [
      serve(contract.saveSearch, async ({ body }, { caller: { userId } }) => {
        const kind = kinds.get(body.kind)
        requireThat(kind?.schema.strict().safeParse(body.filter).success, 'searches.filter-unknown')
        const most = contract.SAVED_SEARCHES_MAX
        const lookedSeq = await store.numberChanges(db)
        const search = { ...body, userId, lookedSeq, endsAt: kind.endOf?.(body.filter) }
        const saved = await inTransaction(db, (tx) => store.insertSearch(tx, search, most))
        requireThat(saved, 'searches.limit', { count: most })
        return viewOf(saved)
      }),
      serve(contract.changeSearch, async ({ body }, { caller }) => {
        const { id, name, hasNotice } = body
        const lookedSeq = await store.numberChanges(db)
        const changed = await store.changeSearch(db, caller.userId, { id, name, hasNotice, lookedSeq })
        requireThat(changed, 'resource.not-found')
        return viewOf(changed)
      }),
      serve(contract.removeSearch, async ({ body }, { caller }) => {
        await store.deleteSearch(db, caller.userId, body.id)
        return null
      }),
      serve(contract.seeSearch, async ({ body }, { caller }) => {
        await store.markSeen(db, caller.userId, body.id)
        return null
      }),
      serve(contract.listSearches, async (_, { caller }) => (await store.listSearches(db, caller.userId)).map(viewOf)),
    ],
  }
}

const viewOf = ({ createdAt, kind, ...row }: store.SearchRow) => ({
  ...row,
  kind: kind as ProductType,
  createdAt: createdAt.toISOString(),
})

import { requireThat } from '@trove/contract/errors/codes'
import * as contract from '@trove/contract/favourites/routes'
import type { ProductType } from '@trove/contract/order-lists/kinds'
import type { Db } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { type ServedRoute, serve } from '../../platform/http/call/serve.ts'
import * as store from './store.ts'

/** What a market says of its offers; registered by app. */
export type FavouriteKind = {
  kind: string
  /** Undefined when there is no such thing any more. */
  find(id: string): Promise<{ title: string } | undefined>
}

/** Door of favourites: markets say what can be one. */
export type Favourites = { registerKind(kind: FavouriteKind): void }

/** Builds the favourites of all markets. */
export function createFavourites({ db }: { db: Db }): Favourites & { routes: ServedRoute[] } {
  const kinds = new Map<string, FavouriteKind>()
  const titleOf = async ({ kind, id }: store.Subject) => (await kinds.get(kind)?.find(id))?.title
  return {
    registerKind: (kind) => void kinds.set(kind.kind, kind),
    routes: [
      serve(contract.addFavourite, async ({ body }, { caller }) => {
        requireThat((await titleOf(body)) !== undefined, 'resource.not-found')
        const most = contract.FAVOURITES_MAX
        const isThere = await inTransaction(db, (tx) => store.insertFavourite(tx, caller.userId, body, most))
        requireThat(isThere, 'favourites.limit', { count: most })
        return null
      }),
      serve(contract.removeFavourite, async ({ body }, { caller }) => {
        await store.deleteFavourite(db, caller.userId, body)
        return null
      }),
      serve(contract.isFavourite, ({ query }, { caller }) => store.isFavourite(db, caller.userId, query)),
      serve(contract.favouritesAmong, ({ query: { kind, ids } }, { caller }) =>
        store.listAmong(db, caller.userId, kind, ids.split(',')),
      ),
      serve(contract.listFavourites, async ({ query }, { caller }) => {
        const { rows, total } = await store.listFavourites(db, caller.userId, query)
        const titles = await Promise.all(rows.map(titleOf))
        const content = rows.map(({ kind, id, addedAt }, i) => ({
          ...{ id, title: titles[i] ?? null, addedAt: addedAt.toISOString() },
          kind: kind as ProductType,
        }))
        return { content, totalElements: total }
      }),
    ],
  }
}

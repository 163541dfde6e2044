import { getScan, SECRET_KINDS } from '@trove/contract/code/scan'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { CodeParts } from '../model/needs.ts'
import { requireSeen } from '../works/service.ts'
import { findReport, titlesOf } from './store.ts'

/** What was found in a work, for who sees it. */
export function scanRoutes(needs: CodeParts): ServedRoute[] {
  return [
    serve(getScan, async ({ params: { id } }, { caller }) => {
      const { isMine } = await requireSeen(needs, id, caller?.userId)
      const found = await findReport(needs.db, id)
      if (!found) return null
      // Reports from before there were marks name none.
      const { places, copies, likes = [], fileCount, isWhole, manifests } = found.report
      const titles = await titlesOf(
        needs.db,
        [...copies, ...likes].map((copy) => copy.id),
      )
      const shown = (all: typeof copies) =>
        all.flatMap((one) => {
          const title = titles.get(one.id)
          return title === undefined ? [] : [{ ...one, title }]
        })
      const countOf = (kind: string) => places.filter((place) => place.kind === kind).length
      return {
        ...{ number: found.number, at: found.at.toISOString(), fileCount, isWhole, manifests },
        secrets: SECRET_KINDS.map((kind) => ({ kind, count: countOf(kind) })).filter(({ count }) => count > 0),
        places: isMine ? places : [],
        copies: shown(copies),
        likes: shown(likes.filter((like) => !copies.some((copy) => copy.id === like.id))),
      }
    }),
  ]
}

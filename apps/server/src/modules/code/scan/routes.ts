import { getScan, SECRET_KINDS } from '@trove/contract/code/scan'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import { findLook } from '../malware/store.ts'
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
      const look = await findLook(needs.db, id, found.number)
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
        ...{ number: found.number, at: found.at.toISOString(), rules: found.rules, fileCount, isWhole, manifests },
        secrets: SECRET_KINDS.map((kind) => ({ kind, count: countOf(kind) })).filter(({ count }) => count > 0),
        places: isMine ? places : [],
        copies: shown(copies),
        malware: shownLook(look),
        likes: shown(likes.filter((like) => !copies.some((copy) => copy.id === like.id))),
      }
    }),
  ]
}

/** Until a look is over nothing was scanned, but for what it found, could not look at, and how many files it is done with. */
function shownLook(look: Awaited<ReturnType<typeof findLook>>) {
  if (!look || look.state === 'waiting') {
    const { finds = [], looked = null, refused = [] } = look?.progress?.look ?? {}
    const state = finds.length > 0 ? ('found' as const) : ('not-scanned' as const)
    const paths = refused.map(({ path }) => path)
    return { state, isWhole: false, finds, refused: paths, looked, files: null, at: null, scanner: '' }
  }
  const { state, isWhole, finds, refused, looked, files, scanner, at } = look
  return { state, isWhole, finds, refused, looked, files, scanner, at: at?.toISOString() ?? null }
}

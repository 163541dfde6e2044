import { insertNotice } from '../../src/modules/notices/store.ts'
import { createReviews } from '../../src/modules/reviews/module.ts'
import type { MeasuredService, Traded } from '../../src/modules/reviews/needs.ts'
import { openLog } from '../../src/platform/base/log.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import type { Db } from '../../src/platform/db/handle.ts'
import { openPool } from '../../src/platform/db/pool/pool.ts'
import { createLimiter } from '../../src/platform/rate-limit.ts'

export type ReviewsLab = {
  db: Db
  routes: ReturnType<typeof createReviews>['routes']
  /** What was traded, and what was measured of it, by order. */
  traded: Map<string, Traded>
  measured: Map<string, MeasuredService>
  close(): Promise<void>
}

/** The reviews of machines over a migrated database; everybody is called by their id and `-name`. */
export async function openReviewsLab(url: string): Promise<ReviewsLab> {
  const [traded, measured] = [new Map<string, Traded>(), new Map<string, MeasuredService>()]
  const pool = openPool({ url, size: 15, log: openLog('silent'), name: 'reviews' })
  const db = openDatabase(pool)
  const card = (id: string) => ({ id, nickName: `${id}-name`, headImgUrl: null, isDemo: false })
  const { routes } = createReviews({
    db,
    notices: { tell: insertNotice },
    limiter: createLimiter(db),
    findPeople: async (ids) => new Map(ids.map((id) => [id, card(id)])),
    findIdsByName: async (text) => (text.endsWith('-name') ? [text.slice(0, -'-name'.length)] : []),
    measuredOf: {
      superPoints: async (ids) => new Map(ids.flatMap((id) => (measured.has(id) ? [[id, measured.get(id)!]] : []))),
    },
    findTraded: async (kind, id) => (kind === 'superPoints' ? traded.get(id) : undefined),
  })
  return { db, routes, traded, measured, close: () => pool.end() }
}

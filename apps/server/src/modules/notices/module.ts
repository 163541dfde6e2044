import type { Db, Tx } from '../../platform/db/handle.ts'
import type { ServedRoute } from '../../platform/http/call/serve.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { noticesRoutes } from './routes.ts'
import { deleteOld, insertNotice, type NewNotice } from './store.ts'
import { sendTextsBy, type TellPhone } from './texts.ts'
import type { FindTurns } from './turns.ts'

export type { FindTurns, Turn } from './turns.ts'

/** Notices are kept this many days. */
const KEPT_DAYS = 365
const SWEEP_SECONDS = 3600

/** Door of in-app notices. */
export type Notices = {
  /** Adds a notice for a person, in the caller's transaction. `key` makes it idempotent: the same key again does nothing. */
  tell(tx: Tx, notice: NewNotice): Promise<void>
}

/** `findTurns` is asked of the floors above, by whoever serves the routes. */
export function createNotices(deps: { db: Db; jobs: Jobs; findTurns?: FindTurns }): Notices & {
  routes: ServedRoute[]
  /** Sends by text message what people chose; app.ts connects it to their phones. */
  sendTextsBy(tellPhone: TellPhone): void
} {
  deps.jobs.every('notices.sweep', SWEEP_SECONDS, () => deleteOld(deps.db, KEPT_DAYS))
  return {
    tell: insertNotice,
    routes: noticesRoutes(deps.db, deps.findTurns),
    sendTextsBy: (tellPhone) => sendTextsBy(deps, tellPhone),
  }
}

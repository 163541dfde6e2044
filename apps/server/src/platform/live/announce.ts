import type { LiveMessage } from '@trove/contract/live/routes'
import { sql } from 'kysely'
import type { Log } from '../base/log.ts'
import type { Db, Tx } from '../db/handle.ts'
import { afterCommit, databaseOf } from '../db/transaction.ts'

/** The PostgreSQL channel on which processes announce to each other what changed for whom. */
export const LIVE_CHANNEL = 'trove_live'

/** What changed for a person. */
export type LiveEvent = { userId: string; message: LiveMessage }

/** PostgreSQL refuses a payload of 8000 bytes; an event is far below 200. */
const EVENTS_PER_PAYLOAD = 30
/** Events of this long go out in one statement. */
const GATHER_MS = 25

const announcers = new WeakMap<Db, (event: LiveEvent) => void>()

/**
 * Notifies the open pages of a person that something changed, once the transaction is committed. A crash in between loses
 * the notification: pages reload the lists anyway, only later. It is not part of the transaction because a NOTIFY there
 * makes all commits of the
 * database wait for each other.
 */
export function announce(tx: Tx, event: LiveEvent): void {
  const db = databaseOf(tx)
  if (db) afterCommit(tx, () => announcers.get(db)?.(event))
}

/** Sends what is announced in transactions of this database handle to all processes. */
export function openAnnouncer(db: Db, log: Log): { written(): Promise<void> } {
  let waiting: LiveEvent[] = []
  let sending: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  async function send(): Promise<void> {
    timer = undefined
    const events = waiting
    waiting = []
    const payloads: string[] = []
    for (let at = 0; at < events.length; at += EVENTS_PER_PAYLOAD)
      payloads.push(JSON.stringify(events.slice(at, at + EVENTS_PER_PAYLOAD)))
    if (payloads.length === 0) return
    await sql`select pg_notify(${LIVE_CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`
      .execute(db)
      .catch((error: unknown) => log.warn({ err: error }, 'live updates were not sent'))
  }

  announcers.set(db, (event) => {
    waiting.push(event)
    timer ??= setTimeout(() => {
      sending = send()
    }, GATHER_MS)
  })
  return {
    /** Done once everything announced up to now was sent. */
    async written() {
      clearTimeout(timer)
      await sending
      await send()
    },
  }
}

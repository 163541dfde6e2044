import { sql } from 'kysely'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Notices } from '../../notices/module.ts'
import { type Checks, OUTAGE_PAUSE_MINUTES } from '../checks/service.ts'

type Waiting = { id: string; seller_id: string; auth_id: string; order_id: string; is_checked: boolean }
type Needs = { db: Db; checks: Pick<Checks, 'queue'>; notices: Pick<Notices, 'tell'> }

/** So many machines in one sweep. */
const BATCH = 50

/** Back at rest after a lease, online by its seller's choice, and not looked at by anybody since. */
const WAITS = sql`o.is_relisted and o.slot = 'ended' and o.listing = 'online' and o.cleaning = 'none' and o.deleted_at is null`
/** The check lets it be sold (`is_open` says the same). */
const IS_SOUND = sql`(o.check_state = 'verified' or (o.check_state = 'differs' and o.differing <@ '{operationSystem}'::text[]))`

/** A check since then decided nothing: of bandwidth alone it holds nothing against anybody, and the daily ones go on. */
const IS_LOOKED_AT = sql`exists (select from compute_checks d where d.offer_id = o.id and d.done_at > l.cleaned_at)`

/** A check comes by itself soon, as after one that an outage of our own kept from the machine: it is not asked meanwhile. */
const IS_ASKED_SOON = sql`coalesce(o.next_check_at > business_now()
  and o.next_check_at <= business_now() + ${OUTAGE_PAUSE_MINUTES} * interval '1 minute', false)`

/**
 * Offers machines again whose sellers want it so. A machine that was cleared is checked first, once for each lease. One
 * that fails stays where it is: its daily checks go on, and the first that it passes brings it back.
 */
export function createRelisting({ db, checks, notices }: Needs) {
  async function listWaiting(): Promise<Waiting[]> {
    const { rows } = await sql<Waiting>`
      select o.id, o.seller_id, o.auth_id, l.order_id, o.checked_at > l.cleaned_at as is_checked
      from compute_offers o join lateral (
        select order_id, cleaned_at from compute_leases where offer_id = o.id order by paid_at desc limit 1
      ) l on l.cleaned_at is not null
      where ${WAITS} and case when o.checked_at > l.cleaned_at then ${IS_SOUND} else not (${IS_LOOKED_AT} or ${IS_ASKED_SOON}) end
        and not exists (select from compute_checks c where c.offer_id = o.id and c.state <> 'done')
      order by o.seq limit ${BATCH}`.execute(db)
    return rows
  }

  async function offerAgain({ id, seller_id: userId, auth_id: authId, order_id: orderId }: Waiting): Promise<void> {
    await inTransaction(db, async (tx) => {
      crashPoint('compute.relist.before')
      const { numAffectedRows } = await sql`
        update compute_offers o set slot = 'free' where id = ${id} and ${WAITS} and ${IS_SOUND}`.execute(tx)
      if (numAffectedRows !== 1n) return
      await notices.tell(tx, {
        ...{ userId, kind: 'compute.relisted', params: { authId }, link: { to: 'shared-machines' } },
        key: `relisted:${orderId}`,
      })
    })
  }

  return {
    /** Queues checks of machines that wait for one, and offers again what passed; called by the sweep. */
    async sweep(): Promise<void> {
      for (const waiting of await listWaiting()) {
        if (waiting.is_checked) await offerAgain(waiting)
        else await inTransaction(db, async (tx) => void (await checks.queue(tx, waiting.id, 'daily')))
      }
    },
  }
}

export type Relisting = ReturnType<typeof createRelisting>

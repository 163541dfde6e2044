import { type Insertable, type Selectable, sql, type UpdateObject } from 'kysely'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import type { Pool } from '../../../platform/db/pool/pool.ts'
import { prepared } from '../../../platform/db/statements/prepared.ts'
import type { ComputeTables, OfferTable } from '../model/tables.ts'

export type OfferRow = Selectable<OfferTable>
/** What is sold, with the business time it was held at. */
export type HeldOffer = Pick<
  OfferRow,
  | 'seller_id'
  | 'auth_id'
  | 'cpu_cores'
  | 'ram_gb'
  | 'disk_gb'
  | 'bandwidth_mbps'
  | 'os'
  | 'period_days'
  | 'price_fen'
  | 'hour_price_fen'
  | 'gpu_model'
  | 'gpu_count'
  | 'gpu_vram_gb'
> & { at: Date }
/** An offer with the window of its last lease, and the order of the one that runs. */
export type ShareRow = OfferRow & { serve_start_at: Date | null; serve_end_at: Date | null; running_id: string | null }

const readOffer = prepared<OfferRow>(
  'compute-offer',
  'select * from compute_offers where id = $1 and deleted_at is null',
)

/** Offers as rows; nothing here decides. */
export function createOfferStore(db: Db, pool: Pool) {
  const on = (handle: Db | Tx) => handle.withTables<ComputeTables>()
  return {
    async find(id: string): Promise<OfferRow | undefined> {
      return (await readOffer(pool, [id]))[0]
    },
    /** Locks the row until the transaction ends; deleted offers too. */
    async lock(tx: Tx, id: string): Promise<OfferRow | undefined> {
      return on(tx).selectFrom('compute_offers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    },
    /**
     * Holds an offer that can be bought for an order and answers what is sold and when; undefined when it cannot (the
     * condition is `unavailableReason` in SQL).
     */
    async hold(tx: Tx, id: string, orderId: string): Promise<HeldOffer | undefined> {
      const { rows } = await sql<HeldOffer>`
        update compute_offers set slot = 'reserved', slot_order_id = ${orderId}
        where id = ${id} and is_open and check_state <> 'pending'
        returning seller_id, auth_id, cpu_cores, ram_gb, disk_gb, bandwidth_mbps, os, period_days, price_fen, hour_price_fen,
          gpu_model, gpu_count, gpu_vram_gb, date_trunc('milliseconds', business_now()) as at`.execute(tx)
      return rows[0]
    },
    /** The row as it is now, not locked; deleted offers too. */
    async read(tx: Tx, id: string): Promise<OfferRow | undefined> {
      return on(tx).selectFrom('compute_offers').selectAll().where('id', '=', id).executeTakeFirst()
    },
    /** The live offer of an address, if any: at most one (unique index). */
    async findAtAddress(handle: Db | Tx, at: { ipv4: string; port: number }): Promise<OfferRow | undefined> {
      return on(handle)
        .selectFrom('compute_offers')
        .selectAll()
        .where('ipv4', '=', at.ipv4)
        .where('port', '=', at.port)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
    },
    async insert(tx: Tx, offer: Insertable<OfferTable>): Promise<void> {
      await on(tx).insertInto('compute_offers').values(offer).execute()
    },
    /** Changes a row that the caller has locked. */
    async update(tx: Tx, id: string, changes: UpdateObject<ComputeTables, 'compute_offers'>): Promise<void> {
      await on(tx).updateTable('compute_offers').set(changes).where('id', '=', id).execute()
    },
    async listShares(sellerId: string, page: number, size: number, name: string | undefined) {
      let base = on(db)
        .selectFrom('compute_offers as o')
        .where('o.seller_id', '=', sellerId)
        .where('o.deleted_at', 'is', null)
      if (name) {
        const text = `%${name.replace(/[\\%_]/g, '\\$&')}%`
        base = base.where((eb) =>
          eb.or([eb('o.description', 'ilike', text), eb('o.ipv4', 'ilike', text), eb('o.auth_id', 'ilike', text)]),
        )
      }
      const [rows, total] = await Promise.all([
        base
          .leftJoinLateral(
            (eb) =>
              eb
                .selectFrom('compute_leases')
                .select(['serve_start_at', 'serve_end_at'])
                .whereRef('offer_id', '=', 'o.id')
                .orderBy('paid_at', 'desc')
                .limit(1)
                .as('lease'),
            (join) => join.onTrue(),
          )
          .selectAll('o')
          .select((eb) => [
            'lease.serve_start_at',
            'lease.serve_end_at',
            eb
              .selectFrom('compute_leases as running')
              .select('running.order_id')
              .whereRef('running.offer_id', '=', 'o.id')
              .where('running.state', 'in', ['provisioning', 'active'])
              .as('running_id'),
          ])
          .orderBy('o.seq', 'desc')
          .limit(size)
          .offset(page * size)
          .execute(),
        base.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow(),
      ])
      return { rows: rows as ShareRow[], total: total.n }
    },
    /** What live facts of order rows are made of, by offer. */
    async findChecks(ids: string[]) {
      if (ids.length === 0) return []
      return on(db)
        .selectFrom('compute_offers')
        .select(['id', 'is_open', 'check_state', 'checked_at', 'differing', 'measured'])
        .where('id', 'in', ids)
        .execute()
    },
  }
}

export type OfferStore = ReturnType<typeof createOfferStore>

import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

/** What payment keeps of a buyer. A notification as it came names the payer's account: its text goes once it was acted on. */
export const paymentPersonalData: PersonalData = {
  part: 'payment',
  tables: [
    {
      table: 'payment_attempt',
      rows: ({ userId }) => sql`t.buyer_id = ${userId}`,
      leftOut: ['next_look_at', 'last_look_at', 'is_close_wanted'],
      onErasure: 'keep',
    },
    {
      table: 'payment_refund',
      rows: ({ userId }) => sql`t.buyer_id = ${userId}`,
      leftOut: ['asks', 'next_ask_at', 'parked_reason', 'is_unservable'],
      onErasure: 'keep',
    },
    {
      table: 'payment_notify',
      rows: ({ userId }) =>
        sql`t.out_trade_no in (select out_trade_no from payment_attempt where buyer_id = ${userId})`,
      leftOut: ['raw', 'has_unknown_keys', 'outcome'],
      onErasure: { raw: sql`case when t.handled_at is null then t.raw else ''::bytea end` },
    },
  ],
}

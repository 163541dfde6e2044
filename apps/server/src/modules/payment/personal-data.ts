import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

/** What payment keeps of a buyer. Of a notification only numbers: as it came it names the payer's account. */
export const paymentPersonalData: PersonalData = {
  part: 'payment',
  tables: [
    {
      table: 'payment_attempt',
      rows: ({ userId }) => sql`t.buyer_id = ${userId}`,
      leftOut: ['next_look_at', 'last_look_at', 'is_close_wanted', 'unclear_looks', 'parked_reason', 'parked_at'],
      onErasure: 'keep',
    },
    {
      table: 'payment_refund',
      rows: ({ userId }) => sql`t.buyer_id = ${userId}`,
      leftOut: [
        'asks',
        'asked_at',
        'next_ask_at',
        'parked_reason',
        'parked_words',
        'parked_at',
        'outside_id',
        'is_unservable',
      ],
      onErasure: 'keep',
    },
    {
      table: 'payment_notify',
      rows: ({ userId }) =>
        sql`t.out_trade_no in (select out_trade_no from payment_attempt where buyer_id = ${userId})`,
      leftOut: ['has_unknown_keys', 'outcome', 'next_ask_at'],
      onErasure: 'keep',
    },
  ],
}

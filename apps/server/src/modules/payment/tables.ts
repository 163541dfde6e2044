import type { Generated } from 'kysely'
import type { AttemptState } from './rules.ts'

export type PaymentTables = {
  payment_attempt: {
    id: string
    order_id: string
    buyer_id: string
    out_trade_no: string
    trade_no: string | null
    amount_fen: bigint
    state: Generated<AttemptState>
    expires_at: Date
    is_close_wanted: Generated<boolean>
    created_at: Generated<Date>
    paid_at: Date | null
    closed_at: Date | null
    next_look_at: Date | null
    last_look_at: Date | null
  }
  payment_refund: {
    number: string
    attempt_id: string
    order_id: string
    buyer_id: string
    amount_fen: bigint
    reason: string
    is_unservable: boolean
    state: Generated<'waiting' | 'parked' | 'done'>
    asks: Generated<number>
    next_ask_at: Generated<Date | null>
    parked_reason: string | null
    created_at: Generated<Date>
    done_at: Date | null
  }
  payment_notify: {
    notify_id: string
    raw: Buffer
    out_trade_no: string
    trade_status: string
    refund_number: string | null
    has_unknown_keys: boolean
    received_at: Generated<Date>
    handled_at: Date | null
    outcome: string | null
  }
}

import { sql } from 'kysely'
import type { PersonalData } from '../../platform/personal-data.ts'

const ofOwnOffer = (userId: string) => sql`t.offer_id in (select id from compute_offers where seller_id = ${userId})`
const LEASE_INTERNALS = [
  'renewed_by',
  'mark_sealed',
  'attempts',
  'next_attempt_at',
  'told_clean_failed',
  'warned_days',
  'keys_version',
  'keys_attempts',
  'keys_attempt_at',
]
/** What a renewal may cost its renter, and what became of it: not its seller's to know. */
const WHAT_MAY_BE_PREPARED = ['renewal_most_fen', 'renewal_outcome', 'renewal_order_id']
const NO_KEYS = { public_keys: sql`'{}'`, wanted_keys: sql`null` }
const WITHOUT_KEYS = { ...NO_KEYS, mark_sealed: sql`null` }
/** Of a renter who leaves; the mark is the seller's, and a machine still to be cleaned needs it. */
const WITHOUT_RENTERS_KEYS = {
  ...NO_KEYS,
  mark_sealed: sql`case when t.state in ('cleaning', 'failed') then t.mark_sealed end`,
}

/** What the compute market keeps of sellers and renters. */
export const computePersonalData: PersonalData = {
  part: 'compute',
  hindrances: [
    {
      error: 'identity.delete-leases',
      holds: ({ userId }) => sql`exists (select from compute_leases
        where (buyer_id = ${userId} and state in ('provisioning', 'active'))
          or (seller_id = ${userId} and state in ('provisioning', 'active', 'cleaning')))`,
    },
  ],
  tables: [
    {
      // What offers are found by: the trigger forgets the seller's words with the offer's.
      table: 'compute_offer_words',
      rows: ({ userId }) => sql`t.offer_seq in (select seq from compute_offers where seller_id = ${userId})`,
      leftOut: 'all',
      onErasure: 'keep',
    },
    {
      // Gone from the market; where the machine is, how it is entered and what its owner wrote are forgotten.
      table: 'compute_offers',
      rows: ({ userId }) => sql`t.seller_id = ${userId}`,
      leftOut: [
        'seq',
        'password_sealed',
        'next_password_sealed',
        'slot_order_id',
        'next_check_at',
        'busy_token',
        'busy_by',
        'busy_until',
        'card_version',
        'is_open',
      ],
      onErasure: {
        listing: sql`'offline'`,
        deleted_at: sql`coalesce(t.deleted_at, business_now())`,
        password_sealed: sql`null`,
        next_password_sealed: sql`null`,
        host_key: sql`null`,
        description: sql`null`,
        username: sql`''`,
        ipv4: sql`'0.0.0.0'`,
      },
    },
    { table: 'compute_checks', rows: ({ userId }) => ofOwnOffer(userId), leftOut: ['seq'], onErasure: 'delete' },
    {
      table: 'compute_leases',
      name: 'rentedByMe',
      rows: ({ userId }) => sql`t.buyer_id = ${userId}`,
      leftOut: LEASE_INTERNALS,
      onErasure: WITHOUT_RENTERS_KEYS,
    },
    {
      table: 'compute_leases',
      name: 'rentedFromMe',
      rows: ({ userId }) => sql`t.seller_id = ${userId}`,
      leftOut: [...LEASE_INTERNALS, 'public_keys', 'wanted_keys', ...WHAT_MAY_BE_PREPARED],
      onErasure: WITHOUT_KEYS,
    },
    {
      // When a leased machine was silent, and what of the price went back: part of the order.
      table: 'compute_silences',
      rows: ({ userId }) =>
        sql`t.order_id in (select order_id from compute_leases where ${userId} in (buyer_id, seller_id))`,
      leftOut: ['is_told', 'last_minute'],
      onErasure: 'keep',
    },
    {
      // When a relay of ours was out.
      table: 'compute_outages',
      rows: ({ userId }) =>
        sql`t.order_id in (select order_id from compute_leases where ${userId} in (buyer_id, seller_id))`,
      leftOut: ['last_minute'],
      onErasure: 'keep',
    },
    {
      // A case is part of its order: that there was one stays, and so does what was ruled; what somebody wrote goes with them.
      table: 'compute_faults',
      rows: ({ userId }) => sql`${userId} in (t.buyer_id, t.seller_id)`,
      leftOut: ['seq'],
      onErasure: 'keep',
    },
    {
      table: 'compute_fault_words',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['seq'],
      onErasure: { words: sql`''` },
    },
    {
      table: 'compute_fault_rulings',
      rows: ({ userId }) => sql`t.state = 'final' and t.fault_id in
        (select id from compute_faults where ${userId} in (buyer_id, seller_id))`,
      leftOut: ['seq', 'ruled_by', 'decided_by'],
      onErasure: 'keep',
    },
    {
      table: 'compute_fault_rulings',
      name: 'reasons',
      rows: ({ userId }) => sql`t.fault_id in (select id from compute_faults where ${userId} in (buyer_id, seller_id))`,
      leftOut: 'all',
      onErasure: { reason: sql`''` },
    },
    {
      table: 'compute_access_reads',
      rows: ({ userId }) => sql`(t.reader_id = ${userId} or ${ofOwnOffer(userId)})`,
      leftOut: ['seq'],
      onErasure: 'keep',
    },
    {
      table: 'compute_keys',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['seq'],
      onErasure: 'delete',
    },
    {
      // A removed agent opens nothing: its connection is closed, and its port is another machine's one day.
      table: 'compute_agents',
      rows: ({ userId }) => sql`t.seller_id = ${userId}`,
      leftOut: ['seq', 'token_hash', 'held_by', 'line'],
      onErasure: 'delete',
    },
    {
      table: 'compute_scripts',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: ['seq', 'script_sealed'],
      onErasure: 'delete',
    },
    {
      table: 'compute_recipe_runs',
      rows: ({ userId }) => sql`t.buyer_id = ${userId}`,
      leftOut: ['seq', 'script_sealed', 'attempts', 'failures', 'next_attempt_at'],
      onErasure: 'delete',
    },
    {
      table: 'compute_terminals',
      rows: ({ userId }) => sql`t.user_id = ${userId}`,
      leftOut: 'all',
      onErasure: 'delete',
    },
  ],
}

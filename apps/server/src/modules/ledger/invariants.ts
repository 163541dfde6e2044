import type { Invariant } from './posting.ts'
import type { Place } from './store-audit.ts'

/**
 * The invariants the ledger can check by itself (money.md, "Ledger invariants"). Those that compare it with
 * attempts, payouts or orders are added by the modules that own these tables, through the door.
 */
export const INVARIANTS: readonly Invariant[] = [
  {
    name: 'I1',
    sql: `select 'posting ' || p.seq || ' sums to ' || coalesce(sum(e.amount_fen), 0) || ' over ' || count(e.line) || ' entries' as detail
      from ledger_posting p left join ledger_entry e on e.posting_seq = p.seq
      group by p.seq having coalesce(sum(e.amount_fen), 0) <> 0 or count(e.line) < 2`,
  },
  {
    name: 'I2',
    sql: `select 'all entries sum to ' || sum(amount_fen) as detail from ledger_entry having sum(amount_fen) <> 0`,
  },
  {
    name: 'I3',
    sql: `select 'account ' || account || ' has ' || coalesce(e.fen, 0) || ', its balance says ' || coalesce(b.fen, 0) as detail
      from (select account, sum(amount_fen) as fen from ledger_entry group by account) e
      full join (select account, sum(balance_fen) as fen from ledger_balance group by account) b using (account)
      where coalesce(e.fen, 0) <> coalesce(b.fen, 0)`,
  },
  {
    name: 'I4',
    sql: `select 'account ' || account || ' is overdrawn by ' || sum(amount_fen) as detail
      from ledger_entry where account like 'escrow:%' group by account having sum(amount_fen) > 0
      union all
      select 'posting ' || p.seq || ' moves ' || e.account || ' under order ' || coalesce(p.order_id, 'none')
      from ledger_entry e join ledger_posting p on p.seq = e.posting_seq
      where e.account like 'escrow:%' and e.account is distinct from 'escrow:' || p.order_id`,
  },
  {
    name: 'I5',
    sql: `select 'account ' || account || ' is overdrawn by ' || sum(amount_fen) as detail
      from ledger_entry where account like 'payable:%' or account like 'payout:%'
      group by account having sum(amount_fen) > 0`,
  },
  {
    name: 'I6',
    sql: `select 'order ' || p.order_id || ' was paid into escrow ' || count(*) || ' times' as detail
      from ledger_posting p join ledger_entry e on e.posting_seq = p.seq
      where p.kind = 'payment' and e.account like 'escrow:%' group by p.order_id having count(*) > 1`,
  },
  {
    name: 'I7',
    sql: `select 'trigger ' || wanted || ' is missing or off' as detail
      from unnest(array['ledger_posting', 'ledger_entry', 'ledger_bill_line', 'ledger_seal']) kept,
        unnest(array[kept || '_kept', kept || '_stays']) wanted
      where not exists (select from pg_trigger t where t.tgname = wanted and t.tgrelid = kept::regclass and t.tgenabled = 'O')
      union all
      select 'posting ' || p.seq || ' is neither sealed nor waiting for it'
      from ledger_posting p left join ledger_seal s on s.posting_seq = p.seq
        left join ledger_unsealed u on u.posting_seq = p.seq
      where s.no is null and u.posting_seq is null
      union all
      select 'posting ' || p.seq || ' waits for its seal since ' || p.recorded_at
      from ledger_unsealed u join ledger_posting p on p.seq = u.posting_seq
      where p.recorded_at < clock_timestamp() - interval '10 minutes'`,
  },
  {
    name: 'I10',
    // A refund that came back whole is left out, and so is what an order had in suspense before it last was at nothing:
    // the age is that of the money that lies there now.
    sql: `with moved as (
        select p.seq, p.order_id, p.created_at, e.amount_fen as fen,
          substring(p.key from '^refund(?:-begun)?:(.+)$') as refund
        from ledger_entry e join ledger_posting p on p.seq = e.posting_seq where e.account = 'suspense'
      ), paired as (select *, sum(fen) over (partition by order_id, refund) as left_fen from moved
      ), summed as (select *, sum(fen) over (partition by order_id order by seq) as sum_fen from paired
        where refund is null or left_fen <> 0
      ), zeroed as (select *, max(seq) filter (where sum_fen = 0) over (partition by order_id) as zero_seq from summed)
      select 'order ' || coalesce(order_id, 'none') || ' has ' || sum(fen) || ' in suspense since ' || min(created_at) as detail
      from zeroed where zero_seq is null or seq > zero_seq
      group by order_id having sum(fen) <> 0 and min(created_at) < business_now() - interval '24 hours'`,
  },
  {
    name: 'I11',
    sql: `select 'posting ' || p.seq || ' in ' || p.currency || ' moves ' || e.account as detail
      from ledger_entry e join ledger_posting p on p.seq = e.posting_seq
      where p.currency <> 'CNY' and e.account ~ '^(alipay|suspense|fee|adjustment|escrow:|payable:|payout:)'`,
  },
]

/**
 * I7, the hash chain: every seal after `from` fits the one before it and its posting, and the seal up to which it was
 * `verified` before is still the same. Hashing everything takes long, so an hour looks at its own seals only.
 */
export function chainInvariant({ from, verified }: { from: Place; verified: Place }): Invariant {
  const bytes = (hash: Buffer) => `'\\x${hash.toString('hex')}'::bytea`
  return {
    name: 'I7 hash chain',
    sql: `select 'seal ' || no || ' over posting ' || posting_seq || ' does not fit' as detail
      from (select s.no, s.posting_seq, s.hash,
          lag(s.no, 1, ${from.no}::bigint) over (order by s.no) as before_no,
          lag(s.hash, 1, ${bytes(from.hash)}) over (order by s.no) as before_hash, p
        from ledger_seal s left join ledger_posting p on p.seq = s.posting_seq where s.no > ${from.no}) chain
      where no <> before_no + 1 or (p).seq is null or hash <> sha256(before_hash || ledger_content(p))
      union all
      select 'seal ${verified.no} is not the one that was verified'
      where ${verified.no} > 0 and not exists
        (select from ledger_seal where no = ${verified.no} and hash = ${bytes(verified.hash)})`,
  }
}

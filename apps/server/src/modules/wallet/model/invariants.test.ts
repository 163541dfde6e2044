import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MoneyLab, startLab } from '../../../../test/labs/money-lab.ts'
import { breachesAfter, brokenBy } from '../../../../test/world/breaches.ts'
import { chainInvariant, INVARIANTS } from '../../ledger/invariants.ts'
import type { Invariant } from '../../ledger/module.ts'
import { WALLET_INVARIANTS } from './invariants.ts'

/** Every rule of ledger and wallet is broken once, and nothing but it is reported: a rule that never fires is none. */

let lab: MoneyLab
const START = { no: 0n, hash: Buffer.alloc(0) }
const RULES: Invariant[] = [...INVARIANTS, chainInvariant({ from: START, verified: START }), ...WALLET_INVARIANTS]

/** One posting as the program makes it, with its balances and its place in the queue of the seal. */
const post = (kind: string, key: string, order: string | null, debit: string, credit: string, fen: number) =>
  `select ledger_post('${kind}', '${key}', ${order ? `'${order}'` : 'null'}, array['${debit}', '${credit}'], array[${fen}, ${-fen}]::bigint[], '[]');`
const payout = (id: string, userId: string, fen: number, state: string) =>
  `insert into wallet_payout (id, number, user_id, binding_id, amount_fen, state, paid_at, ended_at, next_ask_at)
   values ('${id}', 'P-${id}', '${userId}', 'b', ${fen}, '${state}', ${state === 'paid' ? 'now(), now()' : 'null, null'}, null);`
/** An order paid and cleared to its seller. */
const earn = (userId: string, fen: number) =>
  post('payment', `pay:${userId}`, `o-${userId}`, 'alipay', `escrow:o-${userId}`, fen) +
  post('clearing', `clear:${userId}`, `o-${userId}`, `escrow:o-${userId}`, `payable:${userId}`, fen)
const begin = (id: string, userId: string, fen: number) =>
  post('payout-begun', `payout-begun:${id}`, null, `payable:${userId}`, `payout:${id}`, fen)
const done = (id: string, fen: number) => post('payout-done', `payout-done:${id}`, null, `payout:${id}`, 'alipay', fen)
const entries = (key: string, ...lines: [account: string, fen: number][]) =>
  lines
    .map(
      ([account, fen], i) =>
        `insert into ledger_entry select seq, ${i + 1}, '${account}', ${fen} from ledger_posting where key = '${key}';`,
    )
    .join('')
const bare = (key: string, more = '') =>
  `insert into ledger_posting (kind, key) values ('suspense', '${key}');${more}
   insert into ledger_unsealed select seq from ledger_posting where key = '${key}';`
const UNGUARDED = 'alter table ledger_balance drop constraint ledger_balance_never_overdrawn;'

beforeAll(async () => {
  lab = await startLab()
  await sql
    .raw(`insert into wallet_binding (id, user_id, account_index, account_kind, unbound_at) values ('b', 's1', '', 'user-id', now());
    ${earn('s1', 1000)} ${payout('po1', 's1', 400, 'paid')} ${begin('po1', 's1', 400)} ${done('po1', 400)}
    ${earn('s2', 700_000)} ${payout('po2', 's2', 600_000, 'awaiting-approval')} ${begin('po2', 's2', 600_000)}
    ${earn('s3', 900_000)}
    select ledger_seal_committed(100)`)
    .execute(lab.db)
})
afterAll(() => lab.stop())

/** What is planted, and what is reported of it. */
const PLANTS: [rule: string, plant: string, reported: (string | RegExp)[]][] = [
  [
    'a posting that does not balance',
    bare('p') +
      bare('q') +
      entries('p', ['alipay', 10], ['suspense', -5]) +
      entries('q', ['alipay', -10], ['suspense', 5]),
    [/^I1: posting \d+ sums to 5 over 2 entries$/, /^I1: posting \d+ sums to -5 over 2 entries$/],
  ],
  ['a posting with one entry', bare('p'), [/^I1: posting \d+ sums to 0 over 0 entries$/]],
  [
    'a ledger that does not balance',
    `${bare('p')}${entries('p', ['alipay', 10], ['suspense', -5])}
     insert into ledger_balance values ('suspense', 99, -5), ('alipay', 99, 10);`,
    [/^I1: /, 'I2: all entries sum to 5'],
  ],
  [
    'a balance that is not the sum of its entries',
    `update ledger_balance set balance_fen = balance_fen - 1 where account = 'payable:s1'`,
    ['I3: account payable:s1 has -600, its balance says -601'],
  ],
  [
    'an account with a balance and no entries',
    `insert into ledger_balance values ('payable:nobody', 0, -7)`,
    ['I3: account payable:nobody has 0, its balance says -7'],
  ],
  [
    'an escrow that gave more than it had',
    UNGUARDED + post('refund', 'r', 'o-x', 'escrow:o-x', 'alipay', 5),
    ['I4: account escrow:o-x is overdrawn by 5'],
  ],
  [
    'an escrow moved under another order',
    post('payment', 'p', 'o-y', 'alipay', 'escrow:o-y', 9) + post('refund', 'r', 'o-other', 'escrow:o-y', 'alipay', 5),
    [/^I4: posting \d+ moves escrow:o-y under order o-other$/],
  ],
  [
    'an income that was paid out twice',
    UNGUARDED + post('suspense', 'p', null, 'payable:nobody', 'alipay', 5),
    ['I5: account payable:nobody is overdrawn by 5'],
  ],
  [
    'an order paid into escrow twice',
    post('payment', 'again', 'o-s1', 'alipay', 'escrow:o-s1', 1),
    ['I6: order o-s1 was paid into escrow 2 times'],
  ],
  [
    'a table that is not append-only any more',
    'alter table ledger_bill_line disable trigger ledger_bill_line_kept',
    ['I7: trigger ledger_bill_line_kept is missing or off'],
  ],
  [
    'a table that can be emptied',
    'drop trigger ledger_seal_stays on ledger_seal',
    ['I7: trigger ledger_seal_stays is missing or off'],
  ],
  [
    'a posting past the seal',
    `${post('suspense', 'p', null, 'alipay', 'suspense', 5)}
     delete from ledger_unsealed where posting_seq = (select seq from ledger_posting where key = 'p')`,
    [/^I7: posting \d+ is neither sealed nor waiting for it$/],
  ],
  [
    'a seal that does not come',
    `${post('suspense', 'p', null, 'alipay', 'suspense', 5)}
     update ledger_posting set recorded_at = recorded_at - interval '11 minutes' where key = 'p'`,
    [/^I7: posting \d+ waits for its seal since /],
  ],
  [
    'a posting changed after it was sealed',
    `update ledger_posting set key = 'other' where key = 'clear:s3'`,
    [/^I7 hash chain: seal (\d+) over posting \d+ does not fit$/],
  ],
  [
    'a place missing in the chain',
    'delete from ledger_seal where no = 3; insert into ledger_unsealed select seq from ledger_posting order by seq offset 2 limit 1',
    [/^I7 hash chain: seal 4 over posting \d+ does not fit$/],
  ],
  [
    'money left in suspense for a day',
    `${post('suspense', 'p', 'o-s1', 'alipay', 'suspense', 5)}
     update ledger_posting set created_at = created_at - interval '25 hours' where key = 'p'`,
    [/^I10: order o-s1 has -5 in suspense since /],
  ],
  [
    'tokens on an account of yuan',
    `alter table ledger_posting drop constraint ledger_posting_currency_check;
     ${post('suspense', 'p', null, 'alipay', 'suspense', 5)} update ledger_posting set currency = 'TTC' where key = 'p'`,
    [/^I11: posting \d+ in TTC moves alipay$/, /^I11: posting \d+ in TTC moves suspense$/],
  ],
  [
    'a payout under way without its money',
    payout('po3', 's1', 100, 'in-flight'),
    ['I5: payout po3 is in-flight and its account has 0'],
  ],
  [
    'a payout of income nobody cleared',
    post('suspense', 'p', null, 'suspense', 'payable:s4', 50) +
      payout('po4', 's4', 50, 'paid') +
      begin('po4', 's4', 50) +
      done('po4', 50),
    ['I5: person s4 was paid out 50 of less cleared income'],
  ],
  [
    'a paid payout of another amount than was posted',
    `update wallet_payout set amount_fen = 300 where id = 'po1'`,
    ['I8: paid payouts sum to 300, their postings to 400'],
  ],
  [
    'parts of a large sum on one day',
    ['a', 'b'].map((id) => payout(id, 's3', 300_000, 'paid') + begin(id, 's3', 300_000) + done(id, 300_000)).join(''),
    ['I12: person s3 was sent 600000 in parts on one day without two people'],
  ],
  [
    'a large payout on one person’s word',
    `insert into wallet_payout_decision (payout_id, payee_id, operator_id, decision) values ('po2', 's2', 'operator-a', 'approved');
     update wallet_payout set state = 'in-flight' where id = 'po2'`,
    [
      'I12: person s2 was sent 600000 in parts on one day without two people',
      'I12: payout po2 of 600000 went out on the word of 1',
    ],
  ],
]

describe('the rules of ledger and wallet', () => {
  test('find nothing in a sound ledger', async () => {
    expect(await breachesAfter(lab.db, RULES, 'select 1')).toEqual([])
  })

  test.each(PLANTS)('report %s, and nothing else', async (_, plant, reported) => {
    const found = await breachesAfter(lab.db, RULES, plant)
    expect(found).toEqual(reported.map((each) => (typeof each === 'string' ? each : expect.stringMatching(each))))
  })

  test('let parts be that left before parts of one day counted together', async () => {
    const plant = ['a', 'b']
      .map((id) => payout(id, 's3', 300_000, 'paid') + begin(id, 's3', 300_000) + done(id, 300_000))
      .join('')
    const later = `update wallet_rule set since = business_now() + interval '1 second';`
    expect(await breachesAfter(lab.db, RULES, plant + later)).toEqual([])
  })

  test('are each broken by one of these plants', async () => {
    const broken = new Set<Invariant>()
    for (const [, plant] of PLANTS) for (const rule of await brokenBy(lab.db, RULES, plant)) broken.add(rule)
    expect(RULES.filter((rule) => !broken.has(rule)).map(({ name, sql: text }) => `${name} ${text}`)).toEqual([])
  })

  test('tell of a verified seal that is another now', async () => {
    const verified = { no: 2n, hash: Buffer.from('another') }
    const found = await breachesAfter(lab.db, [chainInvariant({ from: verified, verified })], 'select 1')
    expect(found.at(-1)).toBe('I7 hash chain: seal 2 is not the one that was verified')
  })
})

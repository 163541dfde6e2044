import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MoneyLab, startLab } from '../../../test/labs/money-lab.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createLedger, type Ledger, type Posting } from './module.ts'

let lab: MoneyLab
let ledger: Ledger

beforeAll(async () => {
  lab = await startLab()
  ledger = createLedger(lab)
})
afterAll(async () => {
  await lab.stop()
})

let number = 0
const post = (posting: Posting) => inTransaction(lab.db, (tx) => ledger.post(tx, posting))
const pay = (orderId: string, amountFen: bigint): Posting => ({
  kind: 'payment',
  key: `pay:${orderId}`,
  orderId,
  entries: [
    { account: 'alipay', amountFen },
    { account: `escrow:${orderId}`, amountFen: -amountFen },
  ],
  bill: [{ userId: 'buyer', type: 'payment', amountFen: -amountFen, reference: orderId }],
})
const clear = (orderId: string, sellerId: string, amountFen: bigint): Posting => ({
  kind: 'clearing',
  key: `clear:${orderId}:${++number}`,
  orderId,
  entries: [
    { account: `escrow:${orderId}`, amountFen },
    { account: `payable:${sellerId}`, amountFen: -amountFen },
  ],
  bill: [{ userId: sellerId, type: 'clearing', amountFen, reference: orderId }],
})

describe('posting', () => {
  test('keeps balances with their entries and answers them', async () => {
    await post(pay('o-1', 990n))
    await post(clear('o-1', 's-1', 400n))
    expect(await ledger.balance(lab.db, 'escrow:o-1')).toBe(-590n)
    expect(await ledger.balance(lab.db, 'payable:s-1')).toBe(-400n)
    expect(await ledger.balance(lab.db, 'escrow:nobody')).toBe(0n)
    expect(await ledger.verify()).toEqual([])
  })

  test('posts a key once, also when fifty try at once', async () => {
    const before = await ledger.balance(lab.db, 'alipay')
    const results = await Promise.all(Array.from({ length: 50 }, () => post(pay('o-2', 100n))))
    expect(results.filter((result) => result.isNew)).toHaveLength(1)
    expect(await ledger.balance(lab.db, 'alipay')).toBe(before + 100n)
    expect(await ledger.balance(lab.db, 'escrow:o-2')).toBe(-100n)
  })

  test('refuses a known key with another content', async () => {
    await post(pay('o-3', 100n))
    await expect(post({ ...pay('o-3', 200n) })).rejects.toThrow(/another content/)
    expect(await ledger.balance(lab.db, 'escrow:o-3')).toBe(-100n)
  })

  test('refuses entries that do not sum to zero, in the program and in the database', async () => {
    const crooked = { ...pay('o-4', 100n), entries: [{ account: 'alipay' as const, amountFen: 100n }] }
    await expect(post(crooked)).rejects.toThrow(/does not balance/)
    const raw = sql`select ledger_post('payment', 'pay:o-4', 'o-4', array['alipay', 'escrow:o-4'], array[100, -99]::bigint[], '[]')`
    await expect(raw.execute(lab.db)).rejects.toThrow(/do not sum to zero/)
    expect(await ledger.balance(lab.db, 'escrow:o-4')).toBe(0n)
  })

  test('posts what comes in together: all of it, or nothing if a key is known or a debt would be taken from', async () => {
    const together = (...postings: Posting[]) => inTransaction(lab.db, (tx) => ledger.postIncoming(tx, postings))
    const before = await ledger.balance(lab.db, 'alipay')
    const late: Posting = {
      ...{ kind: 'payment', key: 'late:o-7', orderId: 'o-7' },
      entries: [
        { account: 'alipay', amountFen: 5n },
        { account: 'suspense', amountFen: -5n },
      ],
    }
    await together(pay('o-7', 100n), late, pay('o-8', 30n))
    expect(await ledger.balance(lab.db, 'alipay')).toBe(before + 135n)
    expect(await ledger.balance(lab.db, 'escrow:o-7')).toBe(-100n)
    expect(await ledger.balance(lab.db, 'escrow:o-8')).toBe(-30n)
    expect((await ledger.listBill('buyer', { page: 0, size: 2 })).lines.map((line) => line.reference)).toEqual([
      'o-8',
      'o-7',
    ])

    await expect(together(pay('o-9', 1n), pay('o-7', 100n))).rejects.toMatchObject({ code: '23505' })
    await expect(together(pay('o-9', 1n), pay('o-9', 1n))).rejects.toMatchObject({ code: '23505' })
    await expect(together(pay('o-9', 1n), clear('o-8', 's-8', 30n))).rejects.toMatchObject({ code: '23514' })
    const crooked = { ...pay('o-10', 2n), entries: [{ account: 'alipay' as const, amountFen: 2n }] }
    await expect(together(pay('o-9', 1n), crooked)).rejects.toThrow(/does not balance/)
    expect(await ledger.balance(lab.db, 'escrow:o-9')).toBe(0n)
    expect(await ledger.balance(lab.db, 'alipay')).toBe(before + 135n)
    expect(await ledger.verify()).toEqual([])
  })

  test('never releases more than is held, even when fifty clear at once', async () => {
    await post(pay('o-5', 1000n))
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => post(clear('o-5', 's-5', 300n))))
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(3)
    expect(await ledger.balance(lab.db, 'escrow:o-5')).toBe(-100n)
    expect(await ledger.balance(lab.db, 'payable:s-5')).toBe(-900n)
    expect(await ledger.verify()).toEqual([])
  })

  test('lets payments run beside each other although all move the Alipay account', async () => {
    // A first transaction holds its rows open; a second posting to `alipay` from another connection must not wait for it.
    let finishFirst = () => {}
    const gate = new Promise<void>((resolve) => {
      finishFirst = resolve
    })
    const first = lab.db.transaction().execute(async (tx) => {
      await ledger.post(tx, pay('o-6', 10n))
      await gate
    })
    const others = Array.from({ length: 8 }, (_, i) => post(pay(`o-6-${i}`, 10n)))
    // At most one of eight other connections may share the shard (16 shards by backend number).
    const done = await Promise.race([
      Promise.any(others).then(() => 'ran'),
      new Promise((resolve) => setTimeout(() => resolve('waited'), 5000)),
    ])
    finishFirst()
    await Promise.all([first, ...others])
    expect(done).toBe('ran')
  })
})

describe('append-only', () => {
  test.each(['ledger_posting', 'ledger_entry', 'ledger_bill_line', 'ledger_seal'])(
    '%s refuses update, delete and truncate',
    async (table) => {
      await post(pay(`kept-${table}`, 5n))
      await ledger.verify()
      const column = {
        ledger_posting: 'key',
        ledger_entry: 'account',
        ledger_bill_line: 'reference',
        ledger_seal: 'no',
      }[table]!
      for (const text of [
        `update ${table} set ${column} = ${column}`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ]) {
        await expect(sql.raw(text).execute(lab.db), text).rejects.toThrow(/append-only/)
      }
    },
  )

  test('numbers its postings itself, so that ids only rise', async () => {
    const insert = sql`insert into ledger_posting (seq, kind, key) values (1, 'payment', 'own-number')`
    await expect(insert.execute(lab.db)).rejects.toThrow(/seq/)
  })

  test('shows a change made behind the triggers, and its place', async () => {
    const other = await startLab()
    const own = createLedger(other)
    try {
      for (let i = 0; i < 5; i++) await inTransaction(other.db, (tx) => own.post(tx, pay(`c-${i}`, 100n)))
      expect(await own.verify()).toEqual([])
      await sql
        .raw(`set session_replication_role = replica; update ledger_entry set account = 'escrow:thief'
        where account = 'escrow:c-2'; set session_replication_role = origin`)
        .execute(other.db)
      const broken = await own.verify()
      expect(broken.map((one) => one.invariant)).toContain('I3')
      expect(broken.map((one) => one.invariant)).toContain('I4')
      expect(broken.filter((one) => one.invariant === 'I7 hash chain').map((one) => one.detail)).toEqual([
        'seal 3 over posting 3 does not fit',
      ])
      await sql.raw('alter table ledger_posting disable trigger ledger_posting_kept').execute(other.db)
      expect((await own.verify()).map((one) => one.detail)).toContain('trigger ledger_posting_kept is missing or off')
    } finally {
      await other.stop()
    }
  })
})

describe('hash chain', () => {
  test('takes up every committed posting once while many post, roll back and seal at once', async () => {
    const work = Array.from({ length: 60 }, async (_, i) => {
      const failing = i % 5 === 0
      await inTransaction(lab.db, async (tx) => {
        await ledger.post(tx, pay(`h-${i}`, 10n))
        if (failing) throw new Error('rolled back')
      }).catch(() => undefined)
      if (i % 7 === 0) await ledger.verify()
    })
    await Promise.all(work)
    expect(await ledger.verify()).toEqual([])
    const { rows } = await sql<{ postings: bigint; sealed: bigint; waiting: bigint }>`
      select (select count(*) from ledger_posting) as postings, (select count(*) from ledger_seal) as sealed,
        (select count(*) from ledger_unsealed) as waiting`.execute(lab.db)
    expect(rows[0]!.sealed).toBe(rows[0]!.postings)
    expect(rows[0]!.waiting).toBe(0n)
  })
})

describe('properties', () => {
  test('any order of payments, clearings and refunds leaves a sound ledger whose balances are the model', async () => {
    const amount = fc.bigInt({ min: 1n, max: 5000n })
    const step = fc.record({ act: fc.constantFrom('pay', 'clear', 'refund'), order: fc.nat({ max: 3 }), amount })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const run = `p${++number}`
        const escrow = new Map<string, bigint>()
        for (const [i, { act, order, amount: fen }] of steps.entries()) {
          const orderId = `${run}-${order}`
          const held = escrow.get(orderId)
          if (act === 'pay') {
            if (held === undefined) {
              await post(pay(orderId, fen))
              escrow.set(orderId, fen)
            }
            continue
          }
          const posting: Posting =
            act === 'clear'
              ? clear(orderId, `s-${run}`, fen)
              : {
                  kind: 'refund',
                  key: `refund:${run}:${i}`,
                  orderId,
                  entries: [
                    { account: `escrow:${orderId}`, amountFen: fen },
                    { account: 'alipay', amountFen: -fen },
                  ],
                }
          if (fen <= (held ?? 0n)) {
            await post(posting)
            escrow.set(orderId, held! - fen)
          } else await expect(post(posting)).rejects.toThrow(/never_overdrawn/)
        }
        for (const [orderId, fen] of escrow) expect(await ledger.balance(lab.db, `escrow:${orderId}`)).toBe(-fen)
      }),
      { numRuns: 40 },
    )
    expect(await ledger.verify()).toEqual([])
  })
})

describe('bill', () => {
  test('lists a person’s lines newest first, by type, days and amount, with the total', async () => {
    await post(pay('b-1', 5000n))
    for (const fen of [100n, 200n, 300n]) await post(clear('b-1', 's-bill', fen))
    const page = await ledger.listBill('s-bill', { page: 0, size: 2 })
    expect(page.total).toBe(3)
    expect(page.lines.map((line) => line.amountFen)).toEqual([300n, 200n])
    expect(page).toMatchObject({ inFen: 600n, outFen: 0n })
    const narrow = await ledger.listBill('s-bill', { page: 0, size: 9, minFen: 150n, maxFen: 250n })
    expect(narrow.lines.map((line) => line.amountFen)).toEqual([200n])
    expect(narrow).toMatchObject({ inFen: 200n, outFen: 0n })
    expect((await ledger.listBill('s-bill', { page: 0, size: 9, type: 'refund' })).total).toBe(0)
    expect((await ledger.listBill('s-bill', { page: 0, size: 9, to: new Date(0) })).total).toBe(0)
  })

  test('of a period has what happened at its first moment, and nothing of its last, which is the next period’s first', async () => {
    await post(pay('b-edge', 100n))
    const from = new Date('2026-03-01T16:00:00.000Z')
    const to = new Date('2026-03-02T16:00:00.000Z')
    for (const [name, at] of [
      ['just-before', '2026-03-01T15:59:59.999999Z'],
      ['first', '2026-03-01T16:00:00Z'],
      ['last', '2026-03-02T15:59:59.999999Z'],
      ['end', '2026-03-02T16:00:00Z'],
    ])
      await sql`insert into ledger_bill_line (id, posting_seq, user_id, type, amount_fen, reference, created_at)
        select ${`edge-${name}`}, seq, 's-edge', 'clearing', 1, ${name}, ${at}::timestamptz from ledger_posting
        where key = 'pay:b-edge'`.execute(lab.db)
    const { lines, total } = await ledger.listBill('s-edge', { page: 0, size: 9, from, to })
    expect(lines.map((line) => line.reference)).toEqual(['last', 'first'])
    expect(total).toBe(2)
  })

  test('finds payments by their size although they are negative', async () => {
    const { lines } = await ledger.listBill('buyer', { page: 0, size: 9, minFen: 5000n, maxFen: 5000n })
    // Other tests pay random sums for the same buyer; each found line must be of this size, and ours among them.
    expect(lines.every((line) => line.amountFen === -5000n && line.type === 'payment')).toBe(true)
    expect(lines.map((line) => line.reference)).toContain('b-1')
  })
})

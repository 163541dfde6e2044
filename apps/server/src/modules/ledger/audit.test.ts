import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type MoneyLab, startLab } from '../../../test/labs/money-lab.ts'
import { openLog } from '../../platform/base/log.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createLedger, type Ledger } from './module.ts'

let lab: MoneyLab
let ledger: Ledger
let lines: { alarm?: string; msg: string }[]

beforeEach(async () => {
  lab = await startLab()
  lines = []
  ledger = createLedger({ ...lab, log: openLog('info', { write: (line) => void lines.push(JSON.parse(line)) }) })
})
afterEach(() => lab.stop())

let number = 0
const pay = () =>
  inTransaction(lab.db, (tx) => {
    const orderId = `o-${++number}`
    return ledger.post(tx, {
      kind: 'payment',
      key: `pay:${orderId}`,
      orderId,
      entries: [
        { account: 'alipay', amountFen: 100n },
        { account: `escrow:${orderId}`, amountFen: -100n },
      ],
      bill: [{ userId: 'buyer', type: 'payment', amountFen: -100n, reference: orderId }],
    })
  })
/** Changes rows behind the triggers that keep them. */
const behindTriggers = (change: string) =>
  sql.raw(`set session_replication_role = replica; ${change}; set session_replication_role = origin`).execute(lab.db)
const alarms = () => lines.filter((line) => line.alarm === 'ledger').map((line) => line.msg)
const chainBreaches = (audit: Awaited<ReturnType<Ledger['audit']>>) =>
  audit.violations.filter((each) => each.invariant === 'I7 hash chain').map((each) => each.detail)
const sqlOf = async <T>(text: string) => (await sql.raw<T>(text).execute(lab.db)).rows

describe('an audit', () => {
  test('goes on with the other rules when one throws, and says which could not be checked', async () => {
    ledger.addInvariant({ name: 'broken rule', sql: 'select 1 / 0 as detail' })
    ledger.addInvariant({ name: 'rule after it', sql: `select 'found' as detail` })
    const { violations, failures } = await ledger.audit()
    expect(violations).toEqual([{ invariant: 'rule after it', detail: 'found' }])
    expect(failures).toEqual([{ invariant: 'broken rule', reason: 'division by zero' }])
    await expect(ledger.verify()).rejects.toThrow(/broken rule could not be checked/)
  })

  test('that fails is a figure and an alarm, and does not leave the last good figure standing', async () => {
    await pay()
    await ledger.audit()
    expect(await ledger.auditFigures()).toMatchObject({ violations: 0, failed: 0 })
    ledger.addInvariant({ name: 'broken rule', sql: 'select 1 / 0 as detail' })
    await lab.jobs.start()
    await lab.settle()
    await lab.jobs.stop()
    expect(await ledger.auditFigures()).toMatchObject({ violations: 0, failed: 1 })
    expect(alarms()).toContain('a ledger invariant could not be checked')
  })

  test('still checks every rule when sealing fails', async () => {
    await pay()
    await sql.raw('alter function ledger_seal_committed(integer) rename to ledger_seal_gone').execute(lab.db)
    ledger.addInvariant({ name: 'some rule', sql: `select 'found' as detail` })
    const { violations, failures } = await ledger.audit()
    expect(violations).toContainEqual({ invariant: 'some rule', detail: 'found' })
    expect(failures.map((each) => each.invariant)).toEqual(['sealing'])
  })

  test('that does not come any more is an alarm and a figure that grows', async () => {
    await pay()
    await ledger.audit()
    await sql`update ledger_audit set ended_at = ended_at - interval '4 hours'`.execute(lab.db)
    expect((await ledger.auditFigures()).ageHours).toBeGreaterThan(3.9)
    // Audits that cannot check everything do not count.
    ledger.addInvariant({ name: 'broken rule', sql: 'select 1 / 0 as detail' })
    await lab.jobs.start()
    await lab.settle()
    await lab.jobs.stop()
    expect(alarms()).toContain('the ledger was not audited for hours')
  })
})

describe('the hash chain', () => {
  test('is followed from the last verified seal each hour, and whole once a day', async () => {
    for (let i = 0; i < 4; i++) await pay()
    expect((await ledger.audit()).scope).toBe('whole')
    await pay()
    expect((await ledger.audit()).scope).toBe('since')
    const seals = await sqlOf<{ scope: string; through: bigint }>(
      'select scope, through_no as through from ledger_audit order by no',
    )
    expect(seals).toEqual([
      { scope: 'whole', through: 4n },
      { scope: 'since', through: 5n },
    ])
    await sql`update ledger_audit set started_at = started_at - interval '24 hours'`.execute(lab.db)
    expect((await ledger.audit()).scope).toBe('whole')
  })

  test('shows a change among its newest seals within the hour, and one among old seals within the day', async () => {
    for (let i = 0; i < 3; i++) await pay()
    await ledger.audit()
    await behindTriggers(`update ledger_posting set key = key || '-other' where seq = 2`)
    await pay()
    // An hour does not hash again what was verified before.
    expect(chainBreaches(await ledger.audit())).toEqual([])
    await behindTriggers(`update ledger_posting set key = key || '-other' where seq = 4`)
    expect(chainBreaches(await ledger.audit('since'))).toEqual([])
    await pay()
    await sql`select ledger_seal_committed(10)`.execute(lab.db)
    await behindTriggers(`update ledger_posting set key = key || '-other' where seq = 5`)
    expect(chainBreaches(await ledger.audit('since'))).toEqual(['seal 5 over posting 5 does not fit'])
    await sql`update ledger_audit set started_at = started_at - interval '24 hours'`.execute(lab.db)
    expect(chainBreaches(await ledger.audit())).toEqual(
      [2, 4, 5].map((n) => `seal ${n} over posting ${n} does not fit`),
    )
    // What is broken stays reported: the hour after a breach looks at everything again.
    expect((await ledger.audit()).scope).toBe('whole')
  })

  test('shows that a verified end of it was cut off or written anew', async () => {
    for (let i = 0; i < 3; i++) await pay()
    await ledger.audit()
    await behindTriggers('delete from ledger_seal where no = 3')
    await behindTriggers('insert into ledger_unsealed values (3)')
    await behindTriggers(`update ledger_entry set account = 'escrow:thief' where posting_seq = 3 and line = 2`)
    expect(chainBreaches(await ledger.audit())).toEqual(['seal 3 is not the one that was verified'])
  })

  test('covers the lines people read on their bills', async () => {
    for (let i = 0; i < 3; i++) await pay()
    expect(await ledger.verify()).toEqual([])
    await behindTriggers('update ledger_bill_line set amount_fen = -99 where posting_seq = 2')
    expect(await ledger.verify()).toEqual([
      { invariant: 'I7 hash chain', detail: 'seal 2 over posting 2 does not fit' },
    ])
  })
})

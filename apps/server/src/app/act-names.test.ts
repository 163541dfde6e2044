import { listActs } from '@trove/contract/identity/staff'
import { actDesk } from '@trove/messages/desk/staff-desk'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWorld, type World, type WorldUser } from '../../test/world/world.ts'
import { noteAct } from '../platform/audit.ts'
import { inTransaction } from '../platform/db/transaction.ts'

/** What the record of acts calls the things of every module, by one question for all of a kind. */

let world: World
let owner: WorldUser
let ann: WorldUser
let bo: WorldUser
beforeAll(async () => {
  world = await startWorld({ hasPayment: false })
  owner = await world.signIn('13800000009')
  ann = await world.signIn('13700000301')
  bo = await world.signIn('13700000302')
  await sql`update users set nick_name = 'Ann' where id = ${ann.userId}`.execute(world.db)
  await sql`update users set nick_name = 'Bo' where id = ${bo.userId}`.execute(world.db)
  await addRows()
})
afterAll(() => world?.stop())

/** One thing of each kind, without all that led to it. */
async function addRows(): Promise<void> {
  const [a, b] = [ann.userId, bo.userId]
  await inTransaction(world.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const [id, number, kind] of [
      ['o1', 'T-1', 'superPoints'],
      ['o2', 'T-2', 'manpower'],
    ])
      await sql`insert into orders (id, out_trade_no, product_type, product_id, is_one_of, buyer_id, seller_id, amount_fen,
          snapshot, search_text, expires_at, release)
        values (${id}, ${number}, ${kind}, 'm1', true, ${a}, ${b}, 100, '{}', '', business_now(), 'on-accept')`.execute(
        tx,
      )
    await sql`insert into compute_offers (id, seller_id, auth_id, ipv4, port, cpu_cores, ram_gb, disk_gb, bandwidth_mbps, os,
        period_days, price_fen, username)
      values ('m1', ${b}, 'Bright Box', '10.0.0.1', 22, 1, 1, 1, 1, 'Linux', 1, 100, 'root')`.execute(tx)
    await sql`insert into compute_leases (order_id, offer_id, buyer_id, seller_id, period_days)
      values ('o1', 'm1', ${a}, ${b}, 1)`.execute(tx)
    await sql`insert into compute_faults (id, order_id, buyer_id, seller_id, reason, state, ended_at)
      values ('f1', 'o1', ${a}, ${b}, 'slow', 'ruled', business_now())`.execute(tx)
    await sql`insert into talent_disputes (id, order_id, opened_by, hours) values ('d1', 'o2', ${a}, 1)`.execute(tx)
    await sql`insert into code_works (id, owner_id, title, intro) values ('w1', ${b}, 'Parser', '')`.execute(tx)
    await sql`insert into certification_applications (id, user_id, state, real_name_sealed, identity, work_exp, labels,
        head_file, consent_version, language)
      values ('c1', ${a}, 'submitted', '\\x00', 'x', 'x', '[]', 'x', '1', 'en')`.execute(tx)
    await sql`insert into certification_papers (application_id, file_id, type, position)
      values ('c1', 'p1', 'CERT', 0), ('c1', 'p2', 'OTHER', 1)`.execute(tx)
    await sql`insert into reviews (id, subject_kind, subject_id, about_id, side, author_id, target_id, stars, closes_at)
      values ('r1', 'superPoints', 'o1', 'm1', 'buyer', ${a}, ${b}, 5, business_now())`.execute(tx)
    await sql`insert into wallet_payout (id, number, user_id, binding_id, amount_fen)
      values ('out1', 'P-1', ${b}, 'x', 600000)`.execute(tx)
    await sql`insert into payment_attempt (id, order_id, buyer_id, out_trade_no, amount_fen, expires_at)
      values ('t1', 'o1', ${a}, 'T-1', 100, business_now())`.execute(tx)
    await sql`insert into payment_refund (number, attempt_id, order_id, buyer_id, amount_fen, reason, is_unservable)
      values ('R-1', 't1', 'o1', ${a}, 100, 'x', false)`.execute(tx)
    await sql`insert into payment_adjustment (id, debit, credit, amount_fen, reference, reason, proposer_id)
      values ('a1', 'alipay', 'suspense', 700, 'T-1', 'x', 'x')`.execute(tx)
    await sql`insert into payment_difference (id, day, kind, number)
      values ('df1', '2026-11-20', 'amount', 'T-1')`.execute(tx)
  })
}

type Subject = [kind: string, id: string, name: string | null]
async function namesOf(subjects: [kind: string, id: string][]) {
  for (const [kind, id] of subjects)
    await inTransaction(world.db, (tx) => noteAct(tx, { operatorId: owner.userId, act: 'test', subject: { kind, id } }))
  const { content } = await world.call(listActs, { query: { size: subjects.length } }, { as: owner })
  return content
    .map(({ subjectKind, subjectId, subjectName }): Subject => [subjectKind, subjectId, subjectName])
    .reverse()
}

describe('the record of acts', () => {
  test('names each thing as people know it', async () => {
    const named: Subject[] = [
      ['person', ann.userId, 'Ann'],
      ['fault', 'f1', 'Bright Box · T-1'],
      ['dispute', 'd1', 'T-2'],
      ['code-work', 'w1', 'Parser'],
      ['code-slot', '3', '3'],
      ['certification', 'c1', 'Ann'],
      ['review', 'r1', 'Ann → Bo'],
      ['payout', 'out1', 'Bo · P-1'],
      ['payment', 't1', 'T-1'],
      ['refund', 'R-1', 'R-1'],
      ['adjustment', 'a1', '7.00 · T-1'],
      ['difference', 'df1', 'T-1'],
    ]
    expect(await namesOf(named.map(([kind, id]) => [kind, id]))).toEqual(named)
    expect(new Set(named.map(([kind]) => kind))).toEqual(new Set(Object.keys(actDesk.kinds)))
  })

  test('has no name for what is gone, nor for a kind that nobody registered', async () => {
    const kinds = Object.keys(actDesk.kinds).filter((kind) => kind !== 'code-slot')
    const gone = [...kinds, 'later'].map((kind): Subject => [kind, 'gone', null])
    expect(await namesOf(gone.map(([kind, id]) => [kind, id]))).toEqual(gone)
  })

  test('says what a reason stands for where it is an id, and keeps it as it was written', async () => {
    const acts: [act: string, kind: string, id: string, reason: string, name: string | null][] = [
      ['code.feature', 'code-slot', '3', 'w1', 'Parser'],
      ['code.feature', 'code-slot', '3', 'gone', null],
      ['certification.read-paper', 'certification', 'c1', 'p2', '2/2'],
      ['certification.refuse', 'certification', 'c1', 'p2', null],
    ]
    for (const [act, kind, id, reason] of acts)
      await inTransaction(world.db, (tx) =>
        noteAct(tx, { operatorId: owner.userId, act, subject: { kind, id }, reason }),
      )
    const { content } = await world.call(listActs, { query: { size: acts.length } }, { as: owner })
    expect(content.map(({ reason, reasonName }) => [reason, reasonName]).reverse()).toEqual(
      acts.map(([, , , reason, name]) => [reason, name]),
    )
  })
})

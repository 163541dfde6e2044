import {
  answerContest,
  answerFault,
  contestSilence,
  handFault,
  listFaults,
  reportFault,
} from '@trove/contract/compute/faults'
import { listShares } from '@trove/contract/compute/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ComputeLab, openComputeLabs } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines } from '../../../../test/stand-ins/fake-machine.ts'
import { listTurnsOf } from './store.ts'

/** Which notices of a case still ask their reader to act. */

let opened: Awaited<ReturnType<typeof openComputeLabs>>
let lab: ComputeLab
beforeAll(async () => {
  opened = await openComputeLabs(createFakeMachines())
  lab = opened.labs[0]!
})
afterAll(() => opened.close())

async function serving(n: number) {
  const id = await lab.publish('owner', { serverPort: n, price: '9.90' })
  await lab.settle()
  const orderId = await lab.buy('tenant', id)
  await lab.settle()
  return orderId
}
/** Kinds of the notices that wait for each of the two, and whether there is a limit. */
async function waiting(orderId: string) {
  const all = await Promise.all(
    ['owner', 'tenant', 'stranger'].map(async (userId) => {
      const turns = await listTurnsOf(lab.db, userId, [orderId])
      const keys = turns.flatMap((turn) => turn.keys)
      const { rows } = await sql<{ kind: string }>`select kind from notices
        where user_id = ${userId} and key = any(${keys}::text[])`.execute(lab.db)
      return rows.map(({ kind }) => `${userId}: ${kind}, ${turns[0]?.until ? 'limited' : 'unlimited'}`)
    }),
  )
  return all.flat()
}

/** Whom the case of the machine's lease waits for, as its seller's list says it. */
async function onCard(orderId: string) {
  const { content } = await lab.call(listShares, { query: { page: 0, size: 10 } }, 'owner')
  return content.find((share) => share.orderId === orderId)?.faultAwaits
}

it('of a fault first the seller, then the buyer, then nobody', async () => {
  const orderId = await serving(1)
  expect([await waiting(orderId), await onCard(orderId)]).toEqual([[], null])
  const { id } = await lab.call(reportFault, { body: { orderId, reason: 'slow', words: '只有一半的速度' } }, 'tenant')
  expect(await waiting(orderId)).toEqual(['owner: compute.fault-opened, limited'])
  expect(await onCard(orderId)).toBe('seller')
  await lab.call(answerFault, { params: { id }, body: { isFixed: false, words: '机器正常' } }, 'owner')
  expect(await waiting(orderId)).toEqual(['tenant: compute.fault-answered, limited'])
  expect(await onCard(orderId)).toBe('buyer')
  await lab.call(handFault, { params: { id }, body: { words: '请裁决' } }, 'tenant')
  expect([await waiting(orderId), await onCard(orderId)]).toEqual([[], 'staff'])
})

it('of a contest the buyer, without a limit, until they said something', async () => {
  const orderId = await serving(2)
  await lab.advance(2 * 3_600_000)
  const { rows } = await sql<{
    at: Date
  }>`insert into compute_silences (order_id, first_minute, last_minute, minutes, state)
    select ${orderId}, m, m + 29 * interval '1 minute', 30, 'open'
    from (select date_trunc('minute', business_now()) - 60 * interval '1 minute' as m) at
    returning first_minute as at`.execute(lab.db)
  const body = { orderId, from: rows[0]!.at.toISOString(), words: '租用者关了 22 端口' }
  await lab.call(contestSilence, { body }, 'owner')
  expect(await waiting(orderId)).toEqual(['tenant: compute.contest-opened, unlimited'])
  const { faults } = await lab.call(listFaults, { params: { id: orderId } }, 'tenant')
  await lab.call(answerContest, { params: { id: faults[0]!.id }, body: { words: '没有关' } }, 'tenant')
  expect(await waiting(orderId)).toEqual([])
})

import { setTimeout as sleep } from 'node:timers/promises'
import { ComputeOrderDetail } from '@trove/contract/compute/orders'
import { deleteOffer } from '@trove/contract/compute/routes'
import { statusOf } from '@trove/contract/errors/all'
import { ContractError } from '@trove/contract/errors/codes'
import { getOrder } from '@trove/contract/order-lists/routes'
import { beforeEach, expect, test } from 'vitest'
import { inOrder } from '../support/in-order.ts'
import { countViolations, ledgerSums, query, readBook } from '../support/ledger.ts'
import { DAY_MS, type Ordered, orderMachine, payAtProvider, publishVerified } from '../support/steps.ts'
import { until } from '../support/until.ts'
import type { Person } from '../support/world/site.ts'
import { facts, site } from '../support/world/world.ts'

/** Many at once (issue 3, Done when 3): 200 buyers of one machine, 100 copies of one notification. */

const BUYERS = 200
const COPIES = 100
const BATCH = 10
/** The site sends at most 200 texts a minute; nobody waits for that here, time is moved. */
const TEXTS_PER_MINUTE = 150
const MINUTE_MS = 60_000

let seller: Person
let productId: string
let winner: { person: Person; order: Ordered }

async function signInMany(): Promise<Person[]> {
  const people: Person[] = []
  for (let from = 0; from < BUYERS; from += BATCH) {
    if (from % TEXTS_PER_MINUTE === 0) await site.advance(2 * MINUTE_MS)
    const mobiles = Array.from({ length: BATCH }, (_, i) => `137${String(10_000_000 + (from + i) * 10_007)}`)
    people.push(...(await Promise.all(mobiles.map((mobile) => site.signIn(mobile)))))
  }
  return people
}

/** Above what it can do the site refuses calls before it looks at them: who is told so comes again. */
async function orderPatiently(person: Person): Promise<Ordered> {
  for (;;)
    try {
      return await orderMachine(site, person, productId)
    } catch (error) {
      if (!(error instanceof ContractError) || error.code !== 'service.unavailable') throw error
      await sleep(200)
    }
}

beforeEach(inOrder)

test('of 200 buyers who order one machine at once one gets it and 199 are told it is taken', async () => {
  await site.advance(DAY_MS)
  seller = await site.signIn('13800000001')
  productId = await publishVerified(site, seller, facts.machines[3]!, { price: '70.00', servePeriod: 7 })
  const people = await signInMany()
  const results = await Promise.allSettled(people.map(orderPatiently))
  const won = results.flatMap((result, i) =>
    result.status === 'fulfilled' ? [{ person: people[i]!, order: result.value }] : [],
  )
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  expect(won).toHaveLength(1)
  expect(refusals.map((error) => (error instanceof ContractError ? statusOf(error.code) : String(error)))).toEqual(
    Array(BUYERS - 1).fill(409),
  )
  winner = won[0]!
  const rows = await query(facts.databaseUrl, 'select id from orders where product_id = $1', [productId])
  expect(rows).toEqual([{ id: winner.order.orderId }])
})

test('one hundred copies of one notification have one effect', async () => {
  await site.control('POST', 'faults', { on: 'notify', kind: 'duplicate', copies: COPIES })
  await payAtProvider(site, winner.order)
  await until(
    'a machine in service',
    () =>
      site
        .call(getOrder, { params: { id: winner.order.orderId } }, { as: winner.person })
        .then((found) => ComputeOrderDetail.parse(found)),
    (order) => order.superPointsStatus === 1,
  )
  const answers = await until('all copies answered', listAnswers, (all) => all.length >= COPIES)
  expect(new Set(answers)).toEqual(new Set(['success']))
  const postings = await query(
    facts.databaseUrl,
    "select kind, count(*)::int as n from ledger_posting where order_id = $1 and kind = 'payment' group by kind",
    [winner.order.orderId],
  )
  expect(postings).toEqual([{ kind: 'payment', n: 1 }])
})

test('afterwards the books agree', async () => {
  await site.advance(8 * DAY_MS)
  await until(
    'a lease that was cleaned away',
    () => site.call(deleteOffer, { params: { id: productId } }, { as: seller }),
    () => true,
  )
  expect(await countViolations(facts.site, site.advance)).toBe(0)
  expect(await ledgerSums(facts.databaseUrl)).toMatchObject({ total: 0n, unbalanced: 0n })
  expect((await readBook(facts.cashier)).entriesSum).toBe('0.00')
})

async function listAnswers(): Promise<string[]> {
  const { notifications } = await readBook(facts.cashier)
  const mine = notifications.filter(({ outTradeNo }) => outTradeNo === winner.order.outTradeNo)
  return mine.flatMap(({ deliveries }) => deliveries.map(({ answer }) => answer))
}

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listCodeConsume, listCodeProfit, refundCode } from '@trove/contract/code/orders'
import { previewFile, previewWork } from '@trove/contract/code/preview'
import { createArchiveTicket, createCodeToken, listCodeTokens } from '@trove/contract/code/vault'
import { getWork, takeWorkOffline } from '@trove/contract/code/works'
import { listNotices } from '@trove/contract/notices/routes'
import { cancelOrder, clear, createPayment, getOrder } from '@trove/contract/order-lists/routes'
import { alipayBill } from '@trove/contract/wallet/routes'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { git, needGit, tryGit } from '../../../../../../packages/git-server/test/stock-git.ts'
import { addVersion, buy, escrowFen, ledgerFaults, pay, putOnSale, reserve } from '../../../../test/labs/code-lab.ts'
import { sendPicture } from '../../../../test/labs/work-lab.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'
import { PERSONAL_DATA } from '../../../app/personal-data.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { erasePersonalData } from '../../../platform/personal-data.ts'

/** Works bought, handed over, fetched, given back and paid for, in the whole program with the gateway's stand-in. */

const DAY = 86_400_000
let world: World
let author: WorldUser
let folder: string
let phone = 13_510_000_000
const person = () => world.signIn(String(++phone))
beforeAll(async () => {
  needGit()
  world = await startWorld()
  author = await person()
})
afterAll(() => world?.stop())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trove-selling-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const PRICES = [
  { licence: 'personal' as const, price: '9.90' },
  { licence: 'commercial' as const, price: '99.00' },
]
const refused = (code: string) => expect.objectContaining({ code })
const get = (id: string, as: WorldUser) => world.call(getOrder, { params: { id } }, { as })
const giveBack = (id: string, as: WorldUser, reason: 'not-fetched' | 'not-working' = 'not-fetched', words = '') =>
  world.call(refundCode, { params: { id }, body: { reason, words } }, { as })
const ticket = (id: string, as: WorldUser, version?: number) =>
  world.call(createArchiveTicket, { params: { id }, body: { version } }, { as })
async function address(id: string, as: WorldUser): Promise<string> {
  const { token, path } = await world.call(createCodeToken, { params: { id }, body: { right: 'read' } }, { as })
  return `${world.url.replace('//', `//git:${token}@`)}${path}`
}
async function refundsOf(orderId: string, as: WorldUser): Promise<string[]> {
  const { outTradeNo } = await get(orderId, as)
  const book = (await world.simulator!.control('GET', '/control/book')) as {
    refunds: { outTradeNo: string; amount: string }[]
  }
  return book.refunds.filter((refund) => refund.outTradeNo === outTradeNo).map(({ amount }) => amount)
}
async function noticesOf(as: WorldUser): Promise<string[]> {
  const { content } = await world.call(listNotices, { query: {} }, { as })
  return content.map(({ kind }) => kind)
}

test('a bought work is handed over, cloned, fetched and downloaded, and after seven days the seller is paid by itself', async () => {
  const [id, buyer] = [await putOnSale(world, author, PRICES, 'Ledger kit'), await person()]
  const orderId = await buy(world, buyer, id, 'commercial')
  const order = await get(orderId, buyer)
  expect(order).toMatchObject({
    orderSource: 'code',
    fkProductName: 'Ledger kit',
    licence: 'commercial',
    totalAmount: '99.00',
    role: 'buyer',
    codeStatus: 2,
    refundableUntil: expect.any(String),
  })
  expect(order.timeLine.map(({ step, state }) => `${step} ${state}`)).toEqual([
    'created done',
    'paid done',
    'delivered now',
    'ended next',
    'finished next',
  ])
  // What happened has its moment, and the end of the refund window the one that is planned.
  expect(order.timeLine.map(({ at }) => at)).toEqual([
    ...[expect.any(String), expect.any(String), expect.any(String)],
    (order as { refundableUntil?: string }).refundableUntil,
    null,
  ])
  const bill = await world.call(alipayBill, { query: {} }, { as: buyer })
  expect(bill.content).toMatchObject([{ reference: order.outTradeNo, orderId, orderName: 'Ledger kit' }])
  expect(await world.call(getWork, { params: { id } }, { as: buyer })).toMatchObject({ ownLicences: ['commercial'] })

  const own = await address(id, buyer)
  await git(folder, '-c', 'fetch.fsckObjects=true', 'clone', '--quiet', own, 'copy')
  await addVersion(world, author, id, [{ name: 'README.md', data: Buffer.from('two\n') }], 'Second')
  await world.call(takeWorkOffline, { params: { id } }, { as: author })
  await git(join(folder, 'copy'), 'pull', '--quiet', '--ff-only')
  expect(await git(join(folder, 'copy'), 'fsck', '--full', '--strict')).toBe('')

  const newest = await ticket(id, buyer)
  const old = await ticket(id, buyer, 1)
  expect([newest.version, old.version]).toEqual([2, 1])
  const answer = await world.raw(old.url)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect([answer.status, bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([
    200,
    old.bytes,
    old.sha256,
  ])
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename=${old.fileName}`)
  await writeFile(join(folder, 'work.tar.gz'), bytes)
  const listed = execFileSync('tar', ['-tzf', join(folder, 'work.tar.gz')], { encoding: 'utf8' })
  expect(listed.trim().split('\n')).toEqual([`trove-${id}-1/README.md`, `trove-${id}-1/src/main.ts`])

  expect(await escrowFen(world, orderId)).toBe(-9900n)
  await world.advance(7 * DAY - 60_000)
  await world.settle()
  expect((await get(orderId, author)).income).toMatchObject({ clearedAmount: '0.00', clearableAmount: '0.00' })
  await expect(
    world.call(clear, { body: { orderProductId: orderId, productType: 'code' } }, { as: author }),
  ).rejects.toEqual(refused('orders.not-clearable'))
  await world.advance(120_000)
  await world.settle()
  expect(await get(orderId, author)).toMatchObject({ codeStatus: 3, income: { clearedAmount: '99.00' } })
  expect(await escrowFen(world, orderId)).toBe(0n)
  await expect(giveBack(orderId, buyer)).rejects.toEqual(refused('code.refund-over'))
  expect((await tryGit(folder, 'ls-remote', own)).code).toBe(0)
  expect(await ledgerFaults(world)).toEqual([])
})

test('given back within seven days: the money is exact, and token, ticket and grant end in the same moment', async () => {
  const [id, buyer] = [await putOnSale(world, author, PRICES), await person()]
  const orderId = await buy(world, buyer, id, 'personal')
  const own = await address(id, buyer)
  expect((await tryGit(folder, 'ls-remote', own)).code).toBe(0)
  const open = await ticket(id, buyer)
  await world.advance(6 * DAY)
  await expect(giveBack(orderId, author)).rejects.toEqual(refused('orders.not-found'))
  await giveBack(orderId, buyer)
  await expect(giveBack(orderId, buyer)).rejects.toEqual(refused('code.refund-over'))
  expect((await world.raw(open.url)).status).toBe(404)
  await expect(ticket(id, buyer)).rejects.toEqual(refused('resource.not-found'))
  expect((await tryGit(folder, 'clone', '--quiet', own, 'copy')).code).not.toBe(0)
  expect(await world.call(listCodeTokens, { params: { id } }, { as: buyer })).toEqual([])
  await world.settle()
  expect(await refundsOf(orderId, buyer)).toEqual(['9.90'])
  expect(await get(orderId, buyer)).toMatchObject({
    refund: '9.90',
    refundState: 'PaymentSuccessful',
    codeStatus: null,
  })
  expect(await noticesOf(author)).toContain('code.given-back-unfetched')
  expect(await escrowFen(world, orderId)).toBe(0n)

  const again = await buy(world, buyer, id, 'personal')
  expect((await tryGit(folder, 'ls-remote', own)).code).not.toBe(0)
  expect((await get(again, buyer)).orderState).toBe('PaymentSuccessful')
  await world.advance(8 * DAY)
  await world.settle()
  expect(await refundsOf(orderId, buyer)).toEqual(['9.90'])
  expect(await ledgerFaults(world)).toEqual([])
})

test('what was fetched goes back for a fault that is described, and for no other reason', async () => {
  const [id, buyer] = [await putOnSale(world, author, PRICES), await person()]
  const orderId = await buy(world, buyer, id, 'personal')
  const own = await address(id, buyer)
  await git(folder, 'clone', '--quiet', own, 'copy')
  expect(await world.call(listCodeConsume, { query: {} }, { as: buyer })).toMatchObject({ totalElements: 1 })
  await expect(giveBack(orderId, buyer)).rejects.toEqual(refused('code.was-fetched'))
  await expect(giveBack(orderId, buyer, 'not-working')).rejects.toEqual(refused('code.refund-words'))
  await giveBack(orderId, buyer, 'not-working', 'It does not start')
  await world.settle()
  expect(await refundsOf(orderId, buyer)).toEqual(['9.90'])
  const { content } = await world.call(listNotices, { query: {} }, { as: author })
  expect(content.find(({ kind }) => kind === 'code.given-back')?.params).toMatchObject({ words: 'It does not start' })
})

test('what a buyer wrote is in no notice of the author once the account is erased', async () => {
  const [id, buyer] = [await putOnSale(world, author, PRICES), await person()]
  const orderId = await buy(world, buyer, id, 'personal')
  await world.raw((await ticket(id, buyer)).url)
  await giveBack(orderId, buyer, 'not-working', 'Call me, 13800000000')
  const told = async () => {
    const { content } = await world.call(listNotices, { query: {} }, { as: author })
    return content.find(({ kind }) => kind === 'code.given-back')!.params
  }
  expect(await told()).toMatchObject({ words: 'Call me, 13800000000' })
  const { rows } = await sql<{ mark: Buffer }>`select phone_index as mark from users
    where id = ${buyer.userId}`.execute(world.db)
  const me = { userId: buyer.userId, phoneIndex: rows[0]!.mark }
  await inTransaction(world.db, (tx) => erasePersonalData(tx, PERSONAL_DATA, me))
  expect(await told()).toMatchObject({ title: 'Small tool', amount: '9.90', words: '—' })
})

test('what was read in the preview by a buyer alone counts as fetched', async () => {
  const [id, buyer] = [await putOnSale(world, author, PRICES), await person()]
  const orderId = await buy(world, buyer, id, 'personal')
  const { files } = await world.call(previewWork, { params: { id } }, { as: buyer })
  const hidden = (await world.call(previewWork, { params: { id } }, {})).files.find(({ isOpen }) => !isOpen)!
  expect(files.find(({ path }) => path === hidden.path)).toMatchObject({ isOpen: true })
  await world.call(previewFile, { params: { id }, query: { path: hidden.path } }, { as: buyer })
  await expect(giveBack(orderId, buyer)).rejects.toEqual(refused('code.was-fetched'))
})

test('nobody buys their own work, a licence it does not have, one that is free or one they have, and no client sets a price', async () => {
  const id = await putOnSale(world, author, [...PRICES, { licence: 'source-resale', price: '0' }])
  const buyer = await person()
  await expect(reserve(world, author, id, 'personal')).rejects.toEqual(refused('orders.own-product'))
  await expect(reserve(world, buyer, id)).rejects.toEqual(refused('code.licence-needed'))
  await expect(reserve(world, buyer, id, 'source-resale')).rejects.toEqual(refused('code.licence-free'))
  const only = await putOnSale(world, author, [PRICES[0]!])
  await expect(reserve(world, buyer, only, 'commercial')).rejects.toEqual(refused('code.licence-unavailable'))
  const body = { productId: id, productType: 'code', licence: 'commercial', price: '0.01' } as never
  await expect(world.call(createPayment, { body }, { as: buyer })).rejects.toEqual(refused('request.invalid'))
  // The payload of the specification names no licence: there is nothing to confuse where one alone costs something.
  expect(await get((await reserve(world, buyer, only)).orderId, buyer)).toMatchObject({
    licence: PRICES[0]!.licence,
    totalAmount: PRICES[0]!.price,
  })
  const order = await reserve(world, buyer, id, 'commercial')
  expect((await get(order.orderId, buyer)).totalAmount).toBe('99.00')
  expect((await reserve(world, buyer, id, 'commercial')).orderId).toBe(order.orderId)
  expect((await reserve(world, buyer, id, 'personal')).orderId).not.toBe(order.orderId)
  await pay(world, buyer, order)
  await world.settle()
  await expect(reserve(world, buyer, id, 'commercial')).rejects.toEqual(refused('code.already-yours'))
  await sql`update code_works set state = 'offline' where id = ${id}`.execute(world.db)
  await expect(reserve(world, await person(), id, 'personal')).rejects.toEqual(refused('orders.product-unavailable'))
})

test('a licence that was paid twice at once is handed over once, and the second order goes back whole', async () => {
  const [id, buyer] = [await putOnSale(world, author, PRICES), await person()]
  const first = await reserve(world, buyer, id, 'personal')
  // Another order for the same: as if made by a process that did not see the first.
  await sql`update orders set choice = '{}' where id = ${first.orderId}`.execute(world.db)
  const second = await reserve(world, buyer, id, 'personal')
  expect(second.orderId).not.toBe(first.orderId)
  await Promise.all([pay(world, buyer, first), pay(world, buyer, second)])
  await world.settle()
  const states = await Promise.all([first, second].map(async ({ orderId }) => (await get(orderId, buyer)).refundState))
  expect(states.filter((state) => state === null).length).toBe(1)
  const refunds = await Promise.all([first, second].map(({ orderId }) => refundsOf(orderId, buyer)))
  expect(refunds.flat()).toEqual(['9.90'])
  expect((await world.call(getWork, { params: { id } }, { as: buyer })).ownLicences).toEqual(['personal'])
  expect(await ledgerFaults(world)).toEqual([])
})

test('who has another licence of a work keeps its token when one goes back', async () => {
  const [id, buyer] = [await putOnSale(world, author, PRICES), await person()]
  const orderId = await buy(world, buyer, id, 'personal')
  const other = await buy(world, buyer, id, 'commercial')
  const own = await address(id, buyer)
  await giveBack(orderId, buyer)
  expect((await tryGit(folder, 'ls-remote', own)).code).toBe(0)
  await giveBack(other, buyer)
  expect((await tryGit(folder, 'ls-remote', own)).code).not.toBe(0)
})

test('of a refund and a fetch at once one wins: nobody has both the money and the files unseen', async () => {
  const id = await putOnSale(world, author, PRICES)
  for (let round = 0; round < 4; round++) {
    const buyer = await person()
    const orderId = await buy(world, buyer, id, 'personal')
    const { url } = await ticket(id, buyer)
    const [fetched, given] = await Promise.all([
      world.raw(url).then(({ status }) => status),
      giveBack(orderId, buyer).then(
        () => 'back',
        (error: { code: string }) => error.code,
      ),
    ])
    expect([
      [200, 'code.was-fetched'],
      [404, 'back'],
    ]).toContainEqual([fetched, given])
  }
})

test('a clone that waits for a refund gets nothing once the money is on its way back', async () => {
  const [id, buyer] = [await putOnSale(world, author, PRICES), await person()]
  const orderId = await buy(world, buyer, id, 'personal')
  const own = await address(id, buyer)
  const waiting = async (count: number) => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%code_sales%'`.execute(world.db)
    return rows[0]!.n === count
  }
  const [given, cloned] = await inTransaction(world.db, async (tx) => {
    await sql`select from code_sales where order_id = ${orderId} for update`.execute(tx)
    const giving = giveBack(orderId, buyer)
    await vi.waitUntil(() => waiting(1), { timeout: 60_000 })
    const cloning = tryGit(folder, 'clone', '--quiet', own, 'copy')
    await vi.waitUntil(() => waiting(2), { timeout: 60_000 })
    return [giving.then(() => 'back'), cloning.then(({ code }) => code)] as const
  }).then((both) => Promise.all(both))
  expect(given).toBe('back')
  expect(cloned).not.toBe(0)
})

test('a ticket opens once, for the one version and person, and not after thirty seconds', async () => {
  const [id, buyer] = [await putOnSale(world, author, PRICES), await person()]
  await expect(ticket(id, buyer)).rejects.toEqual(refused('resource.not-found'))
  await buy(world, buyer, id, 'personal')
  await expect(ticket(id, buyer, 2)).rejects.toEqual(refused('resource.not-found'))
  const one = await ticket(id, buyer)
  const answers = await Promise.all([1, 2, 3, 4].map(() => world.raw(one.url)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
  const late = await ticket(id, buyer)
  await sql`update platform_ticket set expires_at = now() - interval '1 second'`.execute(world.db)
  expect((await world.raw(late.url)).status).toBe(404)
  expect((await world.raw(one.url.replace(/[^/]*$/, 'x'.repeat(43)))).status).toBe(404)
  const { sha256 } = await ticket(id, author)
  expect(sha256).toBe(one.sha256)
  const { rows } = await sql`select from code_archives where work_id = ${id}`.execute(world.db)
  expect(rows.length).toBe(1)
})

test('both sides list their orders with every field of b-markets 3, found by the title', async () => {
  const [id, buyer] = [await putOnSale(world, author, PRICES, '记账工具'), await person()]
  await sendPicture(world, author, id)
  const name = await sql<{ nick_name: string }>`select nick_name from users where id = ${buyer.userId}`.execute(
    world.db,
  )
  const before = await world.platform.clock.now(world.db)
  const orderId = await buy(world, buyer, id, 'personal')
  const after = await world.platform.clock.now(world.db)
  const { outTradeNo } = await get(orderId, buyer)
  const { pictures } = await world.call(getWork, { params: { id } }, { as: buyer })
  const names = await world.call(
    listCodeConsume,
    { query: { name: '记账', page: 0, size: 1, sort: 'newest' } },
    { as: buyer },
  )
  expect(names).toMatchObject({ totalElements: 1 })
  expect(names.content).toMatchObject([
    {
      ...{ id: orderId, fkProductId: id, fkProductName: '记账工具', fkProductImage: pictures[0]!.src },
      ...{ totalAmount: '9.90', tradingPlatform: 'Alipay', orderState: 'PaymentSuccessful', outTradeNo },
      ...{ licence: 'personal', purchaser: name.rows[0]!.nick_name },
    },
  ])
  const bought = Date.parse(names.content[0]!.cstCreate)
  expect([bought >= +before, bought <= +after]).toEqual([true, true])
  const sold = await world.call(listCodeProfit, { query: { name: '记账' } }, { as: author })
  expect(sold.content).toMatchObject([{ id: orderId, income: { clearedAmount: '0.00' } }])
  expect(sold.content[0]!.purchaser).toBe(names.content[0]!.purchaser)
  expect((await world.call(listCodeConsume, { query: {} }, { as: author })).content).toEqual([])
})

test('a list of ten orders goes on page by page, newest or oldest first, each order once', async () => {
  const [buyer, sold] = [await person(), await putOnSale(world, author, [PRICES[0]!])]
  const ids: string[] = []
  for (let i = 0; i < 12; i++) {
    const { orderId } = await reserve(world, buyer, sold, 'personal')
    await world.call(cancelOrder, { params: { id: orderId } }, { as: buyer })
    ids.push(orderId)
  }
  const page = async (query: object) =>
    (await world.call(listCodeConsume, { query }, { as: buyer })).content.map(({ id }) => id)
  expect((await world.call(listCodeConsume, { query: {} }, { as: buyer })).totalElements).toBe(12)
  expect([...(await page({})), ...(await page({ page: 1 }))]).toEqual(ids.toReversed())
  expect(await page({ page: 1, size: 5 })).toEqual(ids.toReversed().slice(5, 10))
  expect(await page({ sort: 'oldest' })).toEqual(ids.slice(0, 10))
})

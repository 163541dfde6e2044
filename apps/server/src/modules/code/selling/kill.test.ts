import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getLicenceFile } from '@trove/contract/code/licence-files'
import { createCodeToken } from '@trove/contract/code/vault'
import { getOrder } from '@trove/contract/order-lists/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { git, needGit } from '../../../../../../packages/git-server/test/stock-git.ts'
import { escrowFen, ledgerFaults, pay, putOnSale, type Reserved, reserve } from '../../../../test/labs/code-lab.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'

/** kill -9 between any two steps of the sale of a work: all of it happens, once. */

const DAY = 86_400_000
let world: World
let author: WorldUser
let folder: string
let id: string
let phone = 13_550_000_000
const person = () => world.signIn(String(++phone))
beforeAll(async () => {
  needGit()
  folder = await mkdtemp(join(tmpdir(), 'trove-sale-kill-'))
  world = await startWorld({ hasJobs: false })
  author = await person()
  id = await putOnSale(world, author, [{ licence: 'personal', price: '99.00' }])
})
afterAll(async () => {
  await world?.stop()
  await rm(folder, { recursive: true, force: true })
})

const worker = (crashAt = '') => world.spawnServer({ TROVE_CRASH_AT: crashAt }, ['--roles=jobs'])
const poll = (what: () => Promise<unknown>) =>
  expect.poll(
    async () => {
      await world.platform.jobs.poke()
      return await what()
    },
    { timeout: 90_000, interval: 300 },
  )

/** A worker that dies at a point while `deed` is done, and a fresh one that does the rest until `isDone`. */
async function killAt(point: string, deed: () => Promise<unknown>, isDone: () => Promise<unknown>): Promise<void> {
  const dying = await worker(point)
  await deed()
  await poll(async () => dying.child.signalCode).toBe('SIGKILL')
  const living = await worker()
  await poll(isDone).toBe(true)
  await living.stop()
}

async function statusOf({ orderId }: Reserved, as: WorldUser): Promise<number | null | undefined> {
  const order = await world.call(getOrder, { params: { id: orderId } }, { as })
  return order.orderSource === 'code' ? order.codeStatus : undefined
}
const countOf = async (table: 'code_grants' | 'code_sales', orderId: string) =>
  (await sql`select from ${sql.table(table)} where order_id = ${orderId}`.execute(world.db)).rows.length
/** The buyer has the work once: they clone it and get its licence. */
async function expectHanded(order: Reserved, buyer: WorldUser): Promise<void> {
  expect([await countOf('code_grants', order.orderId), await countOf('code_sales', order.orderId)]).toEqual([1, 1])
  const { token, path } = await world.call(createCodeToken, { params: { id }, body: { right: 'read' } }, { as: buyer })
  const copy = join(folder, order.orderId)
  await git(folder, 'clone', '--quiet', `${world.url.replace('//', `//git:${token}@`)}${path}`, copy)
  expect(await git(copy, 'fsck', '--full', '--strict')).toBe('')
  const { text } = await world.call(getLicenceFile, { params: { id, licence: 'personal' } }, { as: buyer })
  const { payload } = JSON.parse(text) as { payload: string }
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ orderId: order.orderId })
  expect(await escrowFen(world, order.orderId)).toBe(-9900n)
}

test.each([
  'code.hand-over.before',
  'code.hand-over.granted',
  'code.hand-over.before-commit',
  'code.hand-over.after-commit',
])('killed at %s a paid work is handed over once', async (point) => {
  const buyer = await person()
  const order = await reserve(world, buyer, id, 'personal')
  await killAt(
    point,
    () => pay(world, buyer, order),
    async () => (await statusOf(order, buyer)) === 2,
  )
  await expectHanded(order, buyer)
  expect(await ledgerFaults(world)).toEqual([])
})

test.each(['orders.clear.posted'])(
  'killed at %s the seller is paid once when the refund window is over',
  async (point) => {
    const buyer = await person()
    const order = await reserve(world, buyer, id, 'personal')
    await pay(world, buyer, order)
    const before = await worker()
    await poll(async () => (await statusOf(order, buyer)) === 2).toBe(true)
    await before.stop()
    await killAt(
      point,
      () => world.advance(7 * DAY + 60_000),
      async () => (await statusOf(order, buyer)) === 3,
    )
    expect(await escrowFen(world, order.orderId)).toBe(0n)
    expect((await world.call(getOrder, { params: { id: order.orderId } }, { as: author })).income).toMatchObject({
      clearedAmount: '99.00',
    })
    expect(await ledgerFaults(world)).toEqual([])
  },
)

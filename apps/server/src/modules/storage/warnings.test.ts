import { randomBytes } from 'node:crypto'
import { BLOCKS_PER_DAY } from '@trove/contract/chain/routes'
import { listNotices } from '@trove/contract/notices/routes'
import { createStorageUpload } from '@trove/contract/storage/uploads'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNT, openStorageLab, type Sealed, type StorageLab, seal } from '../../../test/labs/storage-lab.ts'
import type { WorldUser } from '../../../test/world/world.ts'

/** Warnings before an order ends: to the person who uploaded its content for the account that owns it. */

const OTHER_ACCOUNT = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'
let lab: StorageLab
let an: WorldUser
let network: number
let height = 1_000_000
beforeAll(async () => {
  lab = await openStorageLab()
  an = await lab.world.signIn('13810000001')
  const { rows } = await sql<{ network: number }>`insert into chain_network (genesis_hash, block1_hash)
    values (${hash(0)}, ${hash(1)}) returning network`.execute(lab.world.db)
  network = rows[0]!.network
  await addBlock()
})
afterAll(() => lab?.world.stop())

const hash = (at: number) => `0x${at.toString(16).padStart(64, '0')}`

async function addBlock(blocks = 1) {
  height += blocks
  await sql`insert into chain_block (network, height, hash, parent_hash, at)
    values (${network}, ${height}, ${hash(height)}, ${hash(height - 1)}, now())`.execute(lab.world.db)
}

async function order(id: number, { cid, root }: Sealed, deadlineBlock: number, owner = ACCOUNT) {
  const view = { id, owner, cid, rootHex: `0x${root}`, status: 'Finished', replication: 1, replicas: [], deadlineBlock }
  await sql`insert into chain_order (network, id, owner, created_height, created_at, height, is_purged, view)
    values (${network}, ${id}, ${owner}, ${height}, now(), ${height}, false, ${JSON.stringify(view)}::jsonb)
    on conflict (network, id) do update set height = excluded.height, view = excluded.view`.execute(lab.world.db)
}

async function follow() {
  lab.world.platform.jobs.soon('storage.follow')
  await lab.world.settle()
}

const warned = async (as = an) =>
  (await lab.world.call(listNotices, { query: { size: 50 } }, { as })).content
    .filter(({ kind }) => kind === 'storage.ends-soon')
    .map(({ params, link }) => [Number(params.order), Number(params.days), link])
const about = (id: number, days: number) => [id, days, { to: 'stored-file', id: String(id) }]

describe('an order that ends', () => {
  test('is warned of at 7, 3 and 1 days, each once, with a link to the file; and again when its end has moved', async () => {
    const file = await seal(randomBytes(2000))
    await lab.stage(an, file)
    const end = height + 8 * BLOCKS_PER_DAY
    await order(1, file, end)
    await follow()
    expect(await warned()).toEqual([])
    const told: unknown[] = []
    for (const [daysOn, days] of [
      [1, 7],
      [4, 3],
      [2, 1],
    ] as const) {
      await addBlock(daysOn * BLOCKS_PER_DAY)
      await follow()
      told.unshift(about(1, days))
      expect(await warned()).toEqual(told)
      await addBlock()
      await follow()
      expect(await warned()).toEqual(told)
    }
    const later = height + 7 * BLOCKS_PER_DAY + 5
    await order(1, file, later)
    await follow()
    expect(await warned()).toEqual(told)
    await addBlock(10)
    await follow()
    expect(await warned()).toEqual([about(1, 7), ...told])
  })

  test('is warned of once after a long standstill, with the days that are left, and not after its end', async () => {
    const [near, over] = [await seal(randomBytes(2000)), await seal(randomBytes(2000))]
    await lab.stage(an, near)
    await lab.stage(an, over)
    await order(2, near, height + 22 * BLOCKS_PER_DAY)
    await order(3, over, height + 15 * BLOCKS_PER_DAY)
    await follow()
    await addBlock(20 * BLOCKS_PER_DAY)
    await follow()
    expect((await warned()).filter(([id]) => id === 2 || id === 3)).toEqual([about(2, 3)])
  })

  test('is told to nobody who uploaded its content for another account, nor to anybody else', async () => {
    const bo = await lab.world.signIn('13810000002')
    const file = await seal(randomBytes(2000))
    await lab.stage(bo, file)
    await order(4, file, height + BLOCKS_PER_DAY + 2, OTHER_ACCOUNT)
    await order(5, file, height + BLOCKS_PER_DAY + 2)
    await follow()
    await addBlock(5)
    await follow()
    expect(await warned(bo)).toEqual([about(5, 1)])
    expect((await warned()).filter(([id]) => id === 4 || id === 5)).toEqual([])
  })

  test('is told to who added its content besides, before or after they named the account', async () => {
    const [begun, added] = [await seal(randomBytes(2000)), await seal(randomBytes(2000))]
    await lab.begin(an, begun)
    for (const file of [begun, added]) expect((await lab.add(an, file.stored, 'file')).status).toBe(200)
    expect(await lab.begin(an, added)).toMatchObject({ state: 'ready' })
    await order(6, begun, height + BLOCKS_PER_DAY + 2)
    await order(7, added, height + BLOCKS_PER_DAY + 2)
    await follow()
    await addBlock(5)
    await follow()
    expect((await warned()).filter(([id]) => id === 6 || id === 7)).toEqual(
      expect.arrayContaining([about(6, 1), about(7, 1)]),
    )
  })

  test('is told of for each account that its content was begun for', async () => {
    const file = await seal(randomBytes(2000))
    await lab.stage(an, file)
    const { cid, root, bytes } = file
    const body = { cid, root, bytes, account: OTHER_ACCOUNT }
    for (let again = 0; again < 2; again++) await lab.world.call(createStorageUpload, { body }, { as: an })
    await order(8, file, height + BLOCKS_PER_DAY + 2)
    await order(9, file, height + BLOCKS_PER_DAY + 2, OTHER_ACCOUNT)
    await follow()
    await addBlock(5)
    await follow()
    expect((await warned()).filter(([id]) => id === 8 || id === 9)).toEqual(
      expect.arrayContaining([about(8, 1), about(9, 1)]),
    )
  })

  test('is told once, also where the look is repeated from the beginning', async () => {
    const before = await warned()
    await sql`delete from storage_warned`.execute(lab.world.db)
    await follow()
    expect(await warned()).toEqual(before)
  })
})

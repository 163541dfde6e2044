import { expect, it, vi } from 'vitest'
import type { Person } from '../../identity/module.ts'
import { createCards, writeList } from './cards.ts'
import type { CardRow } from './store.ts'

const row = (seq: number, version: number, description: string): CardRow => ({
  id: `o${seq}`,
  seq: BigInt(seq),
  card_version: version,
  seller_id: 'seller',
  auth_id: `CP-${seq}`,
  cpu_cores: 2,
  ram_gb: 4n,
  disk_gb: 100n,
  bandwidth_mbps: 5,
  os: '1',
  period_days: 30,
  hour_price_fen: null,
  price_fen: 990n,
  gpu_model: null,
  gpu_count: null,
  gpu_vram_gb: null,
  description,
  check_state: 'verified',
  checked_at: null,
  differing: null,
  measured: null,
  created_at: new Date(0),
})
const person = (nickName: string): Person => ({
  id: 'seller',
  nickName,
  headImgUrl: null,
  isDemo: false,
  role: 'member',
})
const at = (seq: number, version: number) => ({ seq: String(seq), version, key: '0' })

function open() {
  const table = new Map([row(1, 1, 'one'), row(2, 1, 'two')].map((one) => [String(one.seq), one]))
  const read = vi.fn(async (seqs: string[]) => seqs.flatMap((seq) => table.get(seq) ?? []))
  const clock = { ms: 0 }
  let seller = person('众享')
  const write = createCards(read, async () => new Map([['seller', seller]]), {
    clockMs: () => clock.ms,
    mostKept: 100,
  })
  return {
    table,
    read,
    clock,
    rename: (name: string) => (seller = person(name)),
    async show(listed: ReturnType<typeof at>[]) {
      const { products } = writeList({ total: 2, listed, nextCursor: null }, await write(listed)).read()
      return products.content.map(({ description, uploaderNickName }) => `${description} of ${uploaderNickName}`)
    },
  }
}

it('reads a card once for each of its versions', async () => {
  const { table, read, show } = open()
  for (let times = 0; times < 3; times++)
    expect(await show([at(2, 1), at(1, 1)])).toEqual(['two of 众享', 'one of 众享'])
  expect(read.mock.calls).toEqual([[['2', '1']]])
  table.set('1', row(1, 2, 'other words'))
  expect(await show([at(2, 1), at(1, 2)])).toEqual(['two of 众享', 'other words of 众享'])
  expect(read.mock.calls[1]).toEqual([['1']])
})

it('names a seller as known now', async () => {
  const { rename, show } = open()
  expect(await show([at(1, 1)])).toEqual(['one of 众享'])
  rename('Trove')
  expect(await show([at(1, 1)])).toEqual(['one of Trove'])
})

it('leaves out an offer that is gone since it was listed', async () => {
  const { table, show } = open()
  table.delete('2')
  expect(await show([at(2, 1), at(1, 1)])).toEqual(['one of 众享'])
  expect(await show([])).toEqual([])
})

it('reads a card again after a while, whatever its version', async () => {
  const { read, clock, show } = open()
  await show([at(1, 1)])
  clock.ms = 600_001
  await show([at(1, 1)])
  expect(read).toHaveBeenCalledTimes(2)
})

it('lets go of cards nobody asked for while many others came', async () => {
  const { table, read, show } = open()
  await show([at(1, 1), at(2, 1)])
  for (let seq = 3; seq < 300; seq++) {
    table.set(String(seq), row(seq, 1, ''))
    await show([at(seq, 1), at(1, 1)])
  }
  read.mockClear()
  await show([at(1, 1)])
  expect(read).not.toHaveBeenCalled()
  await show([at(2, 1)])
  expect(read).toHaveBeenCalledOnce()
})

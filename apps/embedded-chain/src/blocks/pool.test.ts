import { expect, test } from 'vitest'
import type { Hex } from '../store/block-record.ts'
import { Pool, type PoolStatus } from './pool.ts'

const tag = (account: string, nonce: number) => `${account}/${nonce}`
const hash = (extrinsic: string): Hex => `0x${extrinsic}00`

function put(
  pool: Pool,
  name: string,
  account: string,
  nonce: number,
  more: { next?: number; priority?: bigint } = {},
) {
  const isFuture = nonce > (more.next ?? 0)
  const requires = isFuture ? [tag(account, nonce - 1)] : []
  const validity = { priority: more.priority ?? 1n, requires, provides: [tag(account, nonce)], longevityBlocks: 64n }
  pool.add(`0x${name}`, hash(name), validity, 10)
}

const statuses = (pool: Pool, name: string) => {
  const told: PoolStatus[] = []
  pool.watch(hash(name), (status) => told.push(status))
  return told
}

test('transactions of one account are handed out by their nonces, however they arrived', () => {
  const pool = new Pool()
  for (const nonce of [2, 0, 3, 1]) put(pool, `a${nonce}`, 'a', nonce)
  put(pool, 'b0', 'b', 0, { priority: 9n })
  expect(pool.select(10)).toEqual(['0xb0', '0xa0', '0xa1', '0xa2', '0xa3'])
  expect(pool.select(3)).toEqual(['0xb0', '0xa0', '0xa1'])
})

test('one with a gap before it waits, tells so, and is ready when the gap is filled', () => {
  const pool = new Pool()
  put(pool, 'a2', 'a', 2)
  const told = statuses(pool, 'a2')
  expect(pool.select(10)).toEqual([])
  put(pool, 'a0', 'a', 0)
  pool.noteBlock(11, '0xb1', ['0xa0'])
  expect(told).toEqual(['future'])
  put(pool, 'a1', 'a', 1, { next: 1 })
  expect(pool.select(10)).toEqual(['0xa1', '0xa2'])
  pool.noteBlock(12, '0xb2', ['0xa1', '0xa2'])
  expect(told).toEqual(['future', { inBlock: '0xb2' }])
  expect(pool.extrinsics).toEqual([])
})

test('one in a block is told to be final with the block after it, once', () => {
  const pool = new Pool()
  put(pool, 'a0', 'a', 0)
  const told = statuses(pool, 'a0')
  pool.noteBlock(11, '0xb1', ['0xa0'])
  expect(told).toEqual(['ready', { inBlock: '0xb1' }])
  pool.noteBlock(12, '0xb2', [])
  pool.noteBlock(13, '0xb3', [])
  expect(told).toEqual(['ready', { inBlock: '0xb1' }, { finalized: '0xb1' }])
})

test('the same one twice, and a weaker one for the same nonce, are refused; a stronger one takes the place', () => {
  const pool = new Pool()
  put(pool, 'a0', 'a', 0)
  const told = statuses(pool, 'a0')
  expect(() => put(pool, 'a0', 'a', 0)).toThrow('Already Imported')
  expect(() => put(pool, 'a9', 'a', 0)).toThrow('Priority is too low')
  put(pool, 'aa', 'a', 0, { priority: 2n })
  expect(told).toEqual(['ready', { usurped: hash('aa') }])
  expect(pool.select(10)).toEqual(['0xaa'])
})

test('what is too old goes, what the chain refused goes, and both are told', () => {
  const pool = new Pool()
  put(pool, 'a0', 'a', 0)
  put(pool, 'b0', 'b', 0)
  const [old, refused] = [statuses(pool, 'a0'), statuses(pool, 'b0')]
  pool.refuse('0xb0')
  pool.noteBlock(73, '0xb1', [])
  expect(pool.extrinsics).toEqual(['0xa0'])
  pool.noteBlock(74, '0xb2', [])
  expect([old.at(-1), refused.at(-1)]).toEqual(['dropped', 'invalid'])
  expect(pool.extrinsics).toEqual([])
})

test('a full pool refuses more, and takes some again after a block', () => {
  const pool = new Pool()
  for (let nonce = 0; nonce < 1024; nonce++) put(pool, `a${nonce.toString(16)}`, 'a', nonce, { next: 5000 })
  expect(() => put(pool, 'b0', 'b', 0)).toThrow('Immediately Dropped')
  pool.noteBlock(11, '0xb1', ['0xa0'])
  put(pool, 'b0', 'b', 0)
  expect(pool.provides(tag('b', 0))).toBe(true)
})

import type { ChainEvent, Plain } from '@trove/chain-client/reading/block-source'
import { describe, expect, test } from 'vitest'
import { type Movement, movementsOf } from './projections.ts'

/** What the bill makes of events, in the order in which the pallets tell them. */

type Told = [name: string, data: { [name: string]: Plain }]
const known = { pot: 'pot', faucet: 'faucet' }

const balances = (name: string, data: { [name: string]: Plain }): Told => [`Balances.${name}`, data]
const market = (name: string, data: { [name: string]: Plain }): Told => [`Market.${name}`, data]
const transfer = (from: string, to: string, amount: string) => balances('Transfer', { from, to, amount })
const seize = (kind: string, source: string, dest: string, amount: string) =>
  balances('TransferOnHold', { reason: { type: 'Market', value: { type: kind } }, source, dest, amount })

/** Rows of events that one transaction, or the sweep where there is none, has told. */
function rowsOf(told: Told[], transaction: number | undefined = 2) {
  const events = told.map(([path, data], index): ChainEvent => {
    const [pallet, name] = path.split('.') as [string, string]
    return { index, transaction, pallet, name, data }
  })
  return movementsOf(events, known)
}
const shown = (rows: Movement[]) => rows.map(({ account, type, planck, orderId }) => [account, type, planck, orderId])

describe('several alike in one block', () => {
  test('refunds of one amount each name their own order', () => {
    const cancel = (id: number) => [
      transfer('pot', 'ann', '7'),
      market('OrderCanceled', { id, owner: 'ann', refund: '7' }),
    ]
    expect(shown(rowsOf([3, 4, 5].flatMap(cancel), undefined))).toEqual([
      ['ann', 'storage-refund', 7n, 3],
      ['ann', 'storage-refund', 7n, 4],
      ['ann', 'storage-refund', 7n, 5],
    ])
  })

  test('orders of one price in a batch each name themselves', () => {
    const place = (id: number) => [
      transfer('ann', 'pot', '7'),
      market('OrderCreated', { id, owner: 'ann', quote: { total: '7' } }),
    ]
    expect(shown(rowsOf([3, 4].flatMap(place)))).toEqual([
      ['ann', 'storage-payment', -7n, 3],
      ['ann', 'storage-payment', -7n, 4],
    ])
  })

  test('slashes of one miner each name the order it missed', () => {
    const miss = (id: number) => [
      market('RewardCalculated', { id, miner: 'mia', amount: '9' }),
      seize('Collateral', 'mia', 'treasury', '5'),
      seize('Collateral', 'mia', 'pot', '4'),
      market('ReplicaMissed', { id, miner: 'mia', epoch: 1, slashed: '9', reporter: null }),
    ]
    const own = rowsOf([1, 2].flatMap(miss), undefined).filter(({ account }) => account === 'mia')
    expect(shown(own)).toEqual([
      ['mia', 'slash', -5n, 1],
      ['mia', 'slash', -4n, 1],
      ['mia', 'slash', -5n, 2],
      ['mia', 'slash', -4n, 2],
    ])
  })

  test('income and a refund of the same amount are told apart', () => {
    const rows = rowsOf([
      transfer('pot', 'ann', '7'),
      market('OrderCanceled', { id: 3, owner: 'ann', refund: '7' }),
      transfer('pot', 'ann', '7'),
      market('Withdrawn', { miner: 'ann', amount: '7' }),
    ])
    expect(shown(rows)).toEqual([
      ['ann', 'storage-refund', 7n, 3],
      ['ann', 'income', 7n, null],
    ])
  })
})

test('who reports their own miss loses what others get, and no row is there twice', () => {
  const rows = rowsOf([
    seize('Collateral', 'mia', 'mia', '1'),
    seize('Collateral', 'mia', 'treasury', '5'),
    seize('Collateral', 'mia', 'pot', '4'),
    market('ReplicaMissed', { id: 1, miner: 'mia', epoch: 1, slashed: '10', reporter: 'mia' }),
  ])
  const keys = rows.map(({ account, idx }) => `${account} ${idx}`)
  expect(new Set(keys).size).toBe(keys.length)
  const own = rows.filter(({ account }) => account === 'mia')
  expect(own.reduce((sum, { planck }) => sum + planck, 0n)).toBe(-9n)
})

test('a helper’s part of a purged order’s deposit is the helper’s reward, and the owner’s payment', () => {
  const rows = rowsOf([
    seize('OrderDeposit', 'ann', 'ben', '1'),
    market('OrderPurged', { id: 6, owner: 'ann', reward: '1' }),
  ])
  expect(shown(rows)).toEqual([
    ['ann', 'storage-payment', -1n, 6],
    ['ben', 'reward', 1n, 6],
  ])
})

test('a rest too small to keep, and what somebody burns, are in the bill: its rows sum up to the balance', () => {
  const rows = rowsOf([
    transfer('ann', 'ben', '90'),
    balances('DustLost', { account: 'ann', amount: '8' }),
    balances('Deposit', { who: 'collators', amount: '8' }),
    balances('Burned', { who: 'ben', amount: '5' }),
  ])
  const changeOf = (account: string) =>
    rows.filter((row) => row.account === account).reduce((sum, { planck }) => sum + planck, 0n)
  expect([changeOf('ann'), changeOf('ben')]).toEqual([-98n, 85n])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BYTES, connectionTo, type HeightsNode } from '../test/heights-node.ts'
import { fromHex } from './base/hex.ts'
import type { Call } from './calls.ts'
import type { Connection } from './reading/connection.ts'
import { createSubmitter, type Signer } from './submit.ts'

/** A signed call of whose block PAPI never speaks. */

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const signer = { publicKey: new Uint8Array(32), signTx: async () => fromHex(BYTES) } as unknown as Signer
const call = { getEstimatedFees: async () => 1n, sign: async () => fromHex(BYTES) } as unknown as Call

type Hear = (event: object) => void

/** @param answerMs what the node takes to answer a read, once the call is sent */
function follow(node: HeightsNode, answerMs = 0) {
  const connection = connectionTo(node)
  let subscribed = 0
  let hear: Hear = () => {}
  const silent = {
    subscribe({ next }: { next: Hear }) {
      subscribed++
      hear = next
      next({ type: 'broadcasted' })
      return { unsubscribe: () => void subscribed-- }
    },
  }
  const client = {
    ...connection.client,
    getFinalizedBlock: async () => ({ hash: '0x10', number: 10 }),
    submitAndWatch: () => silent,
  }
  const read: Connection['read'] = async (reading) => {
    if (subscribed > 0 && answerMs > 0) await new Promise((resolve) => setTimeout(resolve, answerMs))
    return await connection.read(reading)
  }
  const whole = {
    ...connection,
    client,
    read,
    onClose: () => () => {},
    status: () => 'connected',
  } as unknown as Connection
  const submitter = createSubmitter(whole, { getBalance: async () => ({ transferablePlanck: 9n }) as never })
  const steps: string[] = []
  const outcome = submitter.submitAndWatch(call, signer, { onProgress: ({ step }) => steps.push(step) })
  return { outcome, steps, subscribed: () => subscribed, tell: (event: object) => hear(event) }
}

test('a call is found in a final block of which nothing was told', async () => {
  const { outcome, steps, subscribed } = follow({ finalised: 30, height: 20 })
  await vi.advanceTimersByTimeAsync(31_000)
  expect(await outcome).toEqual({ kind: 'finalised', blockHash: '0x20', blockNumber: 20, index: 1 })
  expect(steps).toEqual(['signing', 'signed', 'sent', 'in-block'])
  expect([subscribed(), vi.getTimerCount()]).toEqual([0, 0])
})

test('one that is in no block yet is followed on, and lost after ten minutes', async () => {
  const { outcome, steps, subscribed } = follow({ finalised: 30 })
  await vi.advanceTimersByTimeAsync(9 * 60_000)
  expect(steps).toEqual(['signing', 'signed', 'sent'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await outcome).toMatchObject({ kind: 'lost', signed: { firstBlock: 10 } })
  expect([subscribed(), vi.getTimerCount()]).toEqual([0, 0])
})

test('one that is told while the chain is asked is told once', async () => {
  const { outcome, steps, tell } = follow({ finalised: 30, height: 20 }, 2000)
  await vi.advanceTimersByTimeAsync(31_000)
  tell({ type: 'txBestBlocksState', found: true, ok: true, block: { hash: '0x20', number: 20, index: 1 } })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await outcome).toMatchObject({ kind: 'in-block', blockNumber: 20 })
  expect(steps).toEqual(['signing', 'signed', 'sent', 'in-block'])
})

const named = (name: string, message = '') => Object.assign(new Error(message), { name })

/** Tries to make a call of which a step before it is sent fails. */
async function tryOnce(change: Partial<Call>, finalBlock = async () => ({ hash: '0x10', number: 10 })) {
  const connection = connectionTo({ finalised: 30 })
  let sent = 0
  const client = { ...connection.client, getFinalizedBlock: finalBlock, submitAndWatch: () => ++sent }
  const whole = { ...connection, client, onClose: () => () => {}, status: () => 'connected' } as unknown as Connection
  const submitter = createSubmitter(whole, { getBalance: async () => ({ transferablePlanck: 9n }) as never })
  const outcome = await submitter.submitAndWatch({ ...call, ...change } as Call, signer)
  expect(sent).toBe(0)
  return outcome
}

test.each([
  named('BlockNotPinnedError', 'Block is not pinned'),
  named('BlockPrunedError'),
  named('NotBestBlockError'),
  named('OperationLimitError'),
  named('StopError'),
  named('DisjointError'),
  named('OperationError', 'Block 0x10 not found'),
  Object.assign(named('RpcError', 'Block 0x10 not found'), { code: 1 }),
])('a call whose block could not be read is not refused: nothing was sent (%s)', async (error) => {
  const fail = async () => {
    throw error
  }
  expect(await tryOnce({ getEstimatedFees: fail } as never)).toEqual({ kind: 'unreachable' })
  expect(await tryOnce({ sign: fail } as never)).toEqual({ kind: 'unreachable' })
  expect(await tryOnce({}, fail)).toEqual({ kind: 'unreachable' })
})

test.each([
  new Error('Incompatible runtime entry Tx(Market.create_order)'),
  named('OperationError', 'Execution failed'),
])('one that the node cannot make is refused (%s)', async (error) => {
  const sign = async () => {
    throw error
  }
  expect(await tryOnce({ sign } as never)).toMatchObject({ kind: 'refused', refusal: 'unknown' })
})

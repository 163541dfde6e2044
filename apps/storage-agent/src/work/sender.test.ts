import type { Call } from '@trove/chain-client/calls'
import type { Fate, Outcome, SignedCall } from '@trove/chain-client/reading/outcome'
import { serverAccount } from '@trove/chain-client/server-keys'
import { expect, test } from 'vitest'
import { makeFolder } from '../../test/lab.ts'
import { openJournal } from '../journal/journal.ts'
import { createSender } from './sender.ts'

const account = serverAccount('//Charlie')
const call = {} as Call
const block = { blockHash: '0x01', blockNumber: 7, index: 0 } as const

/** A sender over a chain that ends each call as told; the account's number moves with each call that is taken. */
function lab() {
  const { folder, remove } = makeFolder()
  const journal = openJournal(folder)
  const chain = {
    nonce: 0,
    sent: [] as number[],
    outcomes: [] as Outcome['kind'][],
    fate: { kind: 'open' } as Fate,
    async submitAndWatch(_: unknown, __: unknown, options: { onProgress?: (progress: never) => void } = {}) {
      const hash = `0x${chain.sent.length}${chain.nonce}`
      const signed = { hash, address: account.address, nonce: chain.nonce, firstBlock: 1, lastBlock: 64, bytes: '0x' }
      options.onProgress?.({ step: 'signed', signed } as never)
      chain.sent.push(chain.nonce)
      const kind = chain.outcomes.shift() ?? 'in-block'
      if (kind === 'in-block') chain.nonce++
      if (kind === 'refused') return { kind, refusal: 'outdated', detail: '' } as Outcome
      return (kind === 'lost' ? { kind, signed: signed as SignedCall } : { kind, ...block }) as Outcome
    },
    askFate: async () => chain.fate,
  }
  const close = () => {
    journal.close()
    remove()
  }
  return { chain, journal, close, sender: createSender(chain as never, account, journal.calls, () => {}) }
}

test('a call whose end is not known is not made again once another call used its number', async () => {
  const { chain, sender, close } = lab()
  chain.outcomes = ['lost']
  expect(await sender.send('settle', call, 5)).toEqual({ kind: 'waiting' })
  chain.nonce++
  expect(await sender.send('settle', call, 5)).toEqual({ kind: 'waiting' })
  expect(chain.sent).toEqual([0])
  // It is another's business what became of it.
  expect(await sender.send('settle', call, 6)).toEqual({ kind: 'done' })
  close()
})

test('while its number is free, another may take its place: the chain takes one of them', async () => {
  const { chain, sender, close } = lab()
  chain.outcomes = ['lost']
  await sender.send('prove', call)
  expect(await sender.send('prove', call)).toEqual({ kind: 'done' })
  expect(chain.sent).toEqual([0, 0])
  close()
})

test('what a lost call did counts, and is not done a second time', async () => {
  const { chain, journal, sender, close } = lab()
  chain.outcomes = ['lost']
  await sender.send('accept', call, 5)
  chain.fate = { kind: 'done', ...block }
  expect(await sender.send('accept', call, 5)).toEqual({ kind: 'done' })
  expect(chain.sent).toEqual([0])
  expect(journal.calls.count('accept', 'done')).toBe(1)
  close()
})

test('one that the pool would not take is in no block, and does not count as refused by the chain', async () => {
  const { chain, journal, sender, close } = lab()
  chain.outcomes = ['refused']
  expect(await sender.send('register', call)).toEqual({ kind: 'refused', refusal: 'outdated' })
  expect(['refused', 'impossible'].map((state) => journal.calls.count('register', state as 'done'))).toEqual([0, 1])
  expect(journal.calls.listOpen('register', -1)).toEqual([])
  close()
})

test('one that can be in no block any more is made again', async () => {
  const { chain, journal, sender, close } = lab()
  chain.outcomes = ['lost']
  await sender.send('accept', call, 5)
  chain.nonce++
  chain.fate = { kind: 'impossible' }
  expect(await sender.send('accept', call, 5)).toEqual({ kind: 'done' })
  expect(['done', 'impossible'].map((state) => journal.calls.count('accept', state as 'done'))).toEqual([1, 1])
  close()
})

import type { ApiPromise } from '@polkadot/api'
import type { SubmittableExtrinsic } from '@polkadot/api/types'
import { account } from './chain-lab.ts'
import { makeProofFile } from './proof-file.ts'

type Extrinsic = SubmittableExtrinsic<'promise'>

/** One signed call. */
export type Step = {
  name: string
  who: string
  /** It waits until the head is so high. */
  after: number
  /** Whether it is good in the present epoch only. */
  isOfEpoch?: boolean
  /** What the script expects of it: success, or the error's name. */
  ends: 'ok' | string
  call: (api: ApiPromise) => Extrinsic | Promise<Extrinsic>
}

const TTC = 10n ** 12n
const DAY = 14_400
/** The calendar of proofs on the embedded chain. */
export const [EPOCH_BLOCKS, PERIOD_EPOCHS, WINDOW_EPOCHS] = [20, 3, 2]
const CID = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const CONTENT = `0x${'c0'.repeat(32)}`
const SALT = `0x${'5a'.repeat(32)}`

/** Eight leaves: whichever are asked, a proof has the same length, and with it a fee that is taken and given back. */
const file = makeProofFile(8_000)

/** A call by its name in the metadata. */
export function tx(api: ApiPromise, pallet: string, name: string, ...args: unknown[]): Extrinsic {
  const call = api.tx[pallet]?.[name]
  if (!call) throw new Error(`the runtime has no ${pallet}.${name}`)
  return call(...args)
}

/** An answer of the market's runtime API as JSON. */
export async function ask<Answer>(api: ApiPromise, name: string, ...args: unknown[]): Promise<Answer> {
  const read = api.call.marketApi?.[name]
  if (!read) throw new Error(`the runtime has no MarketApi.${name}`)
  return (await read(...args)).toJSON() as Answer
}

const addressOf = (name: string) => account(name).address

const place =
  (wanted: number, maxPrice: bigint, tips = 0n) =>
  (api: ApiPromise) =>
    tx(api, 'market', 'createOrder', CID, '0x01', file.root, file.size, DAY, wanted, tips, maxPrice)

const accept = (id: number, who: string) => async (api: ApiPromise) => {
  const asked = await ask<{ leafIndexes: number[] }>(api, 'join', id, addressOf(who))
  return tx(api, 'market', 'accept', id, file.prove(asked.leafIndexes))
}

const prove = (who: string) => async (api: ApiPromise) => {
  const due = await ask<{ items: { id: number; leafIndexes: number[] }[] }>(api, 'due', addressOf(who), null, 50)
  const proofs = due.items.map(({ id, leafIndexes }) => [id, file.prove(leafIndexes)])
  return tx(api, 'market', 'submitProofs', proofs)
}

const simple =
  (pallet: string, name: string, ...args: unknown[]) =>
  (api: ApiPromise) =>
    tx(api, pallet, name, ...args)

const pause = (isPaused: boolean) => (api: ApiPromise) => tx(api, 'sudo', 'sudo', tx(api, 'market', 'pause', isPaused))

const batch = (api: ApiPromise) =>
  tx(api, 'utility', 'batchAll', [
    tx(api, 'balances', 'transferKeepAlive', addressOf('Bob'), TTC),
    tx(api, 'balances', 'transferKeepAlive', addressOf('Charlie'), 2n * TTC),
  ])

/** Order 0 is served by Bob and Ferdie, order 1 is cancelled. */
const FIRST: [string, string, Step['ends'], Step['call']][] = [
  ['a transfer', 'Charlie', 'ok', simple('balances', 'transferKeepAlive', addressOf('Eve'), 5n * TTC)],
  [
    'a transfer of more than there is',
    'Eve',
    'Arithmetic',
    simple('balances', 'transferKeepAlive', addressOf('Bob'), 10n ** 25n),
  ],
  ['a miner', 'Bob', 'ok', simple('market', 'register', 2 ** 30, '/ip4/127.0.0.1/tcp/4001')],
  ['a second miner', 'Ferdie', 'ok', simple('market', 'register', 2 ** 30, '/ip4/127.0.0.1/tcp/4002')],
  ['an order', 'Dave', 'ok', place(2, TTC, 1_000n)],
  ['an order for too little', 'Dave', 'PriceMoved', place(2, 1n)],
  ['a changed miner', 'Bob', 'ok', simple('market', 'updateMiner', 2 ** 31, '/ip4/127.0.0.1/tcp/4003')],
  ['an order to be cancelled', 'Eve', 'ok', place(1, TTC)],
  ['a cancelling by another', 'Dave', 'NotYet', simple('market', 'cancelOrder', 1)],
  ['a cancelling', 'Eve', 'ok', simple('market', 'cancelOrder', 1)],
  ['a second cancelling', 'Eve', 'NotPending', simple('market', 'cancelOrder', 1)],
  ['an acceptance', 'Bob', 'ok', accept(0, 'Bob')],
  ['another acceptance', 'Ferdie', 'ok', accept(0, 'Ferdie')],
  ['a commitment', 'Charlie', 'ok', simple('rights', 'commit', CONTENT)],
  ['its release', 'Charlie', 'ok', simple('rights', 'release', CONTENT)],
  ['a reveal of nothing', 'Charlie', 'NotCommitted', simple('rights', 'reveal', CONTENT, SALT, 'A work')],
  ['a batch', 'Alice', 'ok', batch],
  ['a pause by nobody', 'Bob', 'BadOrigin', simple('market', 'pause', true)],
  ['a pause by root', 'Alice', 'ok', pause(true)],
  ['an order in the pause', 'Dave', 'Paused', place(1, TTC)],
  ['the end of the pause', 'Alice', 'ok', pause(false)],
]

/** The calls that need no waiting. */
export const FIRST_STEPS: Step[] = FIRST.map(([name, who, ends, call]) => {
  const isOfEpoch = name.endsWith('acceptance')
  return { name, who, ends, call, after: 0, isOfEpoch }
})

/**
 * The calls that follow the calendar of proofs: Bob proves and earns, Ferdie does not and is dropped by the sweep.
 * @param due first due epoch of each replica, as the chain has set it
 */
export function laterSteps(due: { Bob: number; Ferdie: number }): Step[] {
  const proof = due.Bob * EPOCH_BLOCKS
  const firstMiss = (due.Ferdie + WINDOW_EPOCHS) * EPOCH_BLOCKS
  const secondMiss = firstMiss + PERIOD_EPOCHS * EPOCH_BLOCKS
  const settle = simple('market', 'calculateReward', 0)
  const withdraw = simple('market', 'withdrawal')
  const leave = simple('market', 'deregister')
  return [
    { name: 'a proof', who: 'Bob', after: proof + 1, ends: 'ok', call: prove('Bob') },
    { name: 'its income', who: 'Charlie', after: 0, ends: 'ok', call: settle },
    { name: 'its withdrawal', who: 'Bob', after: 0, ends: 'ok', call: withdraw },
    { name: 'a second one', who: 'Bob', after: 0, ends: 'NothingToWithdraw', call: withdraw },
    { name: 'a serving miner leaves', who: 'Ferdie', after: firstMiss + 1, ends: 'CapacityInUse', call: leave },
    { name: 'a dropped miner leaves', who: 'Ferdie', after: secondMiss + 1, ends: 'ok', call: leave },
  ]
}

/** First due epochs of the replicas of order 0. */
export async function dueEpochs(api: ApiPromise): Promise<{ Bob: number; Ferdie: number }> {
  const order = await ask<{ replicas: { replica: { miner: string; due: number } }[] }>(api, 'order', 0)
  const dueOf = (name: string) => {
    const found = order.replicas.find(({ replica }) => replica.miner === addressOf(name))
    if (!found) throw new Error(`${name} serves nothing`)
    return found.replica.due
  }
  return { Bob: dueOf('Bob'), Ferdie: dueOf('Ferdie') }
}

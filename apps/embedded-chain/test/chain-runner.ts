import type { ApiPromise } from '@polkadot/api'
import type { EventRecord } from '@polkadot/types/interfaces'
import { account } from './chain-lab.ts'
import { EPOCH_BLOCKS, type Step } from './chain-script.ts'

/** How a step ended: its block, the error's name or `ok`, and every event of it. */
export type Outcome = { name: string; block: number; ends: string; events: unknown[] }

/** Hands the calls in one after the other, each when the one before is in a block, on a chain that goes by the clock. */
export async function runByClock(api: ApiPromise, steps: Step[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const step of steps) {
    await reach(api, step.after)
    if (step.isOfEpoch) await leaveEpochEnd(api)
    outcomes.push(await submit(api, step))
  }
  return outcomes
}

/**
 * The same calls on a chain whose blocks are built by hand, each in the block in which the other chain has it.
 * @param build builds one block and tells its number
 */
export async function runAgain(api: ApiPromise, build: () => Promise<number>, steps: Step[], blocks: number[]) {
  const outcomes: Outcome[] = []
  for (const [i, step] of steps.entries()) {
    await buildUntil(api, build, (blocks[i] as number) - 1)
    outcomes.push(await submit(api, step, build))
  }
  return outcomes
}

/** Builds empty blocks up to this height. */
export async function buildUntil(api: ApiPromise, build: () => Promise<number>, height: number): Promise<void> {
  let head = (await api.rpc.chain.getHeader()).number.toNumber()
  while (head < height) head = await build()
}

/** Waits for the next epoch if the present one is about to end: what is signed in it would come too late. */
async function leaveEpochEnd(api: ApiPromise): Promise<void> {
  const head = (await api.rpc.chain.getHeader()).number.toNumber()
  const block = head % EPOCH_BLOCKS
  if (block === 0 || block > EPOCH_BLOCKS / 2) await reach(api, head - block + (block === 0 ? 1 : EPOCH_BLOCKS + 1))
}

/** Waits until the head is this high. */
export async function reach(api: ApiPromise, height: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const stop = api.rpc.chain.subscribeNewHeads((head) => {
      if (head.number.toNumber() < height) return
      stop.then((end) => end()).then(resolve, reject)
    })
    stop.catch(reject)
  })
}

async function submit(api: ApiPromise, step: Step, build?: () => Promise<number>): Promise<Outcome> {
  const who = account(step.who)
  const nonce = await api.rpc.system.accountNextIndex(who.address)
  const signed = await (await step.call(api)).signAsync(who, { nonce })
  const included = await new Promise<{ hash: string; index: number }>((resolve, reject) => {
    signed
      .send(({ status, txIndex }) => {
        if (status.isReady) build?.().catch(reject)
        else if (status.isFinalized) resolve({ hash: status.asFinalized.toHex(), index: txIndex ?? -1 })
        else if (status.isInvalid || status.isDropped || status.isUsurped)
          reject(new Error(`${step.name}: ${status.type}`))
      })
      .catch(reject)
  })
  const block = (await api.rpc.chain.getHeader(included.hash)).number.toNumber()
  const records = (await (await api.at(included.hash)).query.system?.events?.()) as unknown as EventRecord[]
  const own = records.filter(({ phase }) => phase.isApplyExtrinsic && phase.asApplyExtrinsic.eqn(included.index))
  const events = own.map(({ event }) => [event.section, event.method, withoutProofSize(event.data.toHuman())])
  return { name: step.name, block, ends: endOf(api, own), events }
}

/** The size of the proof of what a call read is measured by a node that keeps a trie; the embedded chain keeps none. */
function withoutProofSize(human: unknown): unknown {
  return JSON.parse(JSON.stringify(human), (key, value: unknown) => (key === 'proofSize' ? undefined : value))
}

function endOf(api: ApiPromise, own: EventRecord[]): string {
  const failed = own.find(({ event }) => api.events.system?.ExtrinsicFailed?.is(event))
  const sudid = own.find(({ event }) => api.events.sudo?.Sudid?.is(event))
  if (sudid && !failed) return JSON.stringify(sudid.event.data.toJSON()).includes('err') ? 'sudo failed' : 'ok'
  if (!failed) return 'ok'
  const error = failed.event.data[0] as unknown as {
    isModule: boolean
    asModule: Parameters<typeof api.registry.findMetaError>[0]
    type: string
  }
  if (error.isModule) return api.registry.findMetaError(error.asModule).name
  return error.type
}

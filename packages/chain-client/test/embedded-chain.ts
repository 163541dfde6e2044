import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Keyring } from '@polkadot/keyring'
import { freePort } from '../../../tools/start/free-port.ts'
import type { Call } from '../src/calls.ts'
import type { Chain } from '../src/chain.ts'
import type { Outcome, SignedCall } from '../src/reading/outcome.ts'
import { signerOf } from '../src/signers.ts'
import type { Signer, SubmitOptions } from '../src/submit.ts'

const root = join(import.meta.dirname, '../../..')
const MAIN = join(root, 'apps/embedded-chain/src/main.ts')

export type TestChain = {
  url: string
  /** Ends the chain as a power cut does; its folder stays. */
  kill(): Promise<void>
  /** Starts it again on its folder and port; with another time from one block to the next where that is given. */
  restart(blockMs?: number): Promise<void>
  /** Ends the chain and takes its folder away. */
  remove(): Promise<void>
}

/**
 * The embedded chain as `npm start` runs it, in a process of its own with a folder of its own.
 * @param blockMs from one block to the next; less than a machine can do, so that it answers meanwhile
 * @param settings further ones of its process
 */
export async function startTestChain(blockMs = 600, settings: NodeJS.ProcessEnv = {}): Promise<TestChain> {
  const folder = mkdtempSync(join(tmpdir(), 'trove-chain-'))
  let child: ChildProcess | undefined
  // Not one that the system hands out: while the chain is gone that may be given to another program.
  const port = String(await freePort())
  async function start(pace = blockMs): Promise<string> {
    const env = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      CHAIN_DATA_DIR: folder,
      CHAIN_PORT: port,
      CHAIN_BLOCK_MS: String(pace),
      // It ends with the test, however that ends.
      CHAIN_PARENT_WATCH: '1',
      ...settings,
    }
    const started = spawn(process.execPath, [MAIN], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    child = started
    const ended = once(started, 'exit').then(([code]) => Promise.reject(new Error(`the chain ended with ${code}`)))
    ended.catch(() => undefined)
    const [line] = await Promise.race([once(createInterface(started.stdout), 'line'), ended])
    const { url } = JSON.parse(line) as { url: string }
    return url
  }
  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  const url = await start()
  return {
    url,
    kill,
    restart: async (pace) => void (await start(pace)),
    async remove() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type DevAccount = {
  address: string
  publicKey: Uint8Array
  signer: Signer
  sign(bytes: Uint8Array): Uint8Array
}

/** A development account by its name; only the usual six have a balance. */
export function devAccount(name: string): DevAccount {
  const pair = new Keyring({ type: 'sr25519' }).addFromUri(`//${name}`)
  const sign = (bytes: Uint8Array) => pair.sign(bytes)
  return { address: pair.address, publicKey: pair.publicKey, signer: signerOf(pair.publicKey, sign), sign }
}

/** Between two tries: without it the tries at a chain that is gone would leave no other work a turn. */
const TRY_AGAIN_MS = 200
/** How long a busy machine is waited for. */
const TRIES_MS = 300_000

/** Whether the machine was too busy for the node to be read before the call was sent: nothing was sent then. */
export const isUnsent = (outcome: Outcome): boolean => outcome.kind === 'unreachable'

/**
 * Tries until there is an answer.
 * @param attempt answers undefined where it is to be tried again
 * @throws Error when the time for tries is up
 */
export async function untilAnswered<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + TRIES_MS; Date.now() < end; await sleep(TRY_AGAIN_MS)) {
    const answer = await attempt()
    if (answer !== undefined) return answer
  }
  throw new Error(`nothing was answered for ${TRIES_MS / 1000} s`)
}

/**
 * Signs and sends a call and waits for its block, however busy the machine is: a call that was not sent, or came into no
 * block and never will, is made again. One that could not be followed to its end is looked for in the final blocks.
 */
export async function submitAgain(
  chain: Pick<Chain, 'submitAndWatch' | 'askFate'>,
  call: Call,
  { signer }: Pick<DevAccount, 'signer'>,
  options: SubmitOptions = {},
): Promise<Outcome> {
  return await untilAnswered(async () => {
    const outcome = await chain.submitAndWatch(call, signer, options)
    const known = outcome.kind === 'lost' ? await endOf(chain, outcome.signed, options.until) : outcome
    return known && !isUnsent(known) ? known : undefined
  })
}

/** What became of a call that could not be followed to its end; undefined if it came into no block and never will. */
async function endOf(
  chain: Pick<Chain, 'askFate'>,
  signed: SignedCall,
  until: SubmitOptions['until'] = 'in-block',
): Promise<Outcome | undefined> {
  const fate = await untilAnswered(async () => {
    const now = await chain.askFate(signed).catch(() => undefined)
    return now?.kind === 'open' ? undefined : now
  })
  if (fate.kind === 'gone') throw new Error('the chain keeps no more what became of the call')
  if (fate.kind === 'impossible') return undefined
  if (fate.kind === 'done') return { ...fate, kind: until }
  const { kind, refusal, detail, ...inclusion } = fate
  return { kind, refusal, detail, inclusion }
}

import '../src/lean-chopsticks.ts'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Keyring } from '@polkadot/api'
import { vi } from 'vitest'
import { openHost, type Troubles } from '../src/host.ts'
import { readSettings } from '../src/settings.ts'

/** The repository's root. */
export const root = join(import.meta.dirname, '../../..')

/** Whether the runtime's WASM is there; that it is and fits its sources is another test's to tell. */
export const hasRuntime = existsSync(readSettings({ CHAIN_DATA_DIR: '-' }, root).wasmFile)

// Each opens a chain, which is a hundred times slower on a machine that is short of processors.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const STANDARD_ENV = { CHAIN_PORT: '0', CHAIN_BLOCK_MS: '50' }

/** A folder for a chain that goes with the test. */
export function makeFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'trove-chain-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A chain in this process, for which every trouble that is not expected is a failure; its driver is started by the test, or builds blocks one by one. */
export async function openChain(folder: string, env: NodeJS.ProcessEnv = {}, expected: Partial<Troubles> = {}) {
  const settings = readSettings({ ...STANDARD_ENV, CHAIN_DATA_DIR: folder, ...env }, root)
  const fail = (what: string, error?: unknown) => {
    throw new Error(what, { cause: error })
  }
  return openHost(settings, { onTrouble: fail, onNews: fail, onHopeless: fail, ...expected })
}

export type ChainProcess = { child: ChildProcess; url: string; networkId: string; height: number }

/** A chain as `npm start` runs it. */
export async function spawnChain(folder: string, env: NodeJS.ProcessEnv = {}): Promise<ChainProcess> {
  const child = spawn(process.execPath, [join(root, 'apps/embedded-chain/src/main.ts')], {
    // Told by its standard input when the test is gone, however it went.
    env: {
      ...STANDARD_ENV,
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      CHAIN_DATA_DIR: folder,
      CHAIN_PARENT_WATCH: '1',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the chain ended with code ${code}`)
  })
  ended.catch(() => undefined)
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended])
  return { child, ...(JSON.parse(line) as Omit<ChainProcess, 'child'>) }
}

/** Ends a chain at once, as a power cut does. */
export async function killChain({ child }: ChainProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** A development account by its name. */
export function account(name: string) {
  return new Keyring({ type: 'sr25519' }).addFromUri(`//${name}`)
}

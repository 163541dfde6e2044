import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createClient } from '@trove/contract/client'
import type { RouteData, RouteInput, RouteSpec } from '@trove/contract/kit/route'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { freePort } from '../../../../tools/start/free-port.ts'
import { createLedger, type Ledger } from '../../src/modules/ledger/module.ts'
import { createNotices } from '../../src/modules/notices/module.ts'
import { createPayment, type PaymentParts } from '../../src/modules/payment/module.ts'
import { createAlipay } from '../../src/modules/payment/providers/alipay.ts'
import { createWallet, type WalletParts } from '../../src/modules/wallet/module.ts'
import type { Jobs } from '../../src/platform/jobs/jobs.ts'
import { createSealer } from '../../src/platform/sealing/sealing.ts'
import { createTestOwner } from '../stand-ins/test-owner.ts'
import { firstLine } from '../world/postgres.ts'
import { type MoneyLab, type Simulator, startLab, startSimulator } from './money-lab.ts'
import { settingsOf } from './payment-lab.ts'

const MAIN = fileURLToPath(new URL('../processes/money-process.ts', import.meta.url))
/** A claim of the dead ends after 20 s and a question about an unknown outcome comes 15 s later at most: within 30 s. */
const RECOVERY_MS = 29_000
/** Only ends what would never come. */
const LIMIT_MS = 200_000
const POLL_MS = 50

/** The money modules in a process that dies where it is told to, and a fresh one that has to finish what it left. */
export type KillLab = {
  lab: MoneyLab
  simulator: Simulator
  /** Of this process: they write what a caller would; all jobs run in the one that is killed. */
  ledger: Ledger
  payment: PaymentParts
  wallet: WalletParts
  /** Calls a route of the process that runs, as that user; fails when it dies meanwhile. */
  call<R extends RouteSpec>(route: R, input: RouteInput<R>, as: string): Promise<RouteData<R>>
  /**
   * Does the deed with a process that dies at the point, then lets a fresh one finish it. `again` is what a person does
   * who got no answer.
   */
  killAt(
    point: string,
    deed: () => Promise<unknown>,
    isFinished: () => Promise<boolean>,
    again?: () => Promise<unknown>,
  ): Promise<void>
  /** Does something with a process that lives. */
  live(deed: () => Promise<unknown>): Promise<void>
  until(what: string, check: () => Promise<boolean>): Promise<void>
  stop(): Promise<void>
}

/** Starts the lab; no process of the money modules runs yet. */
export async function startKillLab(): Promise<KillLab> {
  const [lab, simulator, port] = await Promise.all([startLab(), startSimulator(), freePort()])
  await sql`create table test_told (seq bigint generated always as identity, event text not null)`.execute(lab.db)
  const publicUrl = () => `http://127.0.0.1:${port}`
  const parts = buildParts(lab, simulator, publicUrl)
  let running: ChildProcess | undefined

  async function start(crashAt = ''): Promise<ChildProcess> {
    const own = { DATABASE_URL: lab.url, SETTINGS: JSON.stringify(settingsOf(simulator)), PORT: String(port) }
    const child = spawn(process.execPath, [MAIN], {
      env: { ...process.env, ...own, TROVE_CRASH_AT: crashAt },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running = child
    try {
      await firstLine(child)
    } catch (error) {
      // It may reach its point before it serves: what was left over from before is done first.
      if (!crashAt || child.signalCode !== 'SIGKILL') throw error
    }
    return child
  }
  async function end(child: ChildProcess): Promise<void> {
    child.kill('SIGKILL')
    await ended(child)
    running = undefined
  }
  async function until(what: string, check: () => Promise<boolean>): Promise<void> {
    for (const end = performance.now() + LIMIT_MS; performance.now() < end; await sleep(POLL_MS)) {
      if (await check()) return
      await lab.jobs.poke()
    }
    throw new Error(`never came true: ${what}`)
  }

  return {
    lab,
    simulator,
    ...parts,
    until,
    call: (route, input, as) =>
      createClient({
        baseUrl: publicUrl(),
        product: 'trove',
        language: () => 'zh-CN',
        authorization: () => `Bearer ${as}`,
      })(route, input),
    async killAt(point, deed, isFinished, again) {
      const dying = await start(point)
      const death = ended(dying)
      // A caller sees the process die as a call without an answer.
      await deed().catch((error: unknown) => {
        if (!again) throw error
      })
      await sweepsUntilGone(lab, dying)
      expect(await death).toBe('SIGKILL')
      const living = await start()
      await again?.()
      await lab.advance(RECOVERY_MS)
      await until(`${point} finished`, isFinished)
      await end(living)
      expect(await parts.ledger.verify()).toEqual([])
    },
    async live(deed) {
      const living = await start()
      await deed()
      await end(living)
    },
    async stop() {
      running?.kill('SIGKILL')
      await simulator.stop()
      await lab.stop()
    },
  }
}

function buildParts(lab: MoneyLab, simulator: Simulator, publicUrl: () => string) {
  const jobs: Jobs = {
    enqueue: lab.jobs.enqueue,
    enqueueAll: lab.jobs.enqueueAll,
    define: () => {},
    every: () => {},
    soon: () => {},
  }
  const provider = createAlipay(settingsOf(simulator))
  const ledger = createLedger({ ...lab, jobs })
  const payment = createPayment({ ...lab, jobs, ledger, provider, publicUrl })
  const wallet = createWallet({
    ...lab,
    jobs,
    ledger,
    provider,
    publicUrl,
    sealer: createSealer([{ id: 'k', key: Buffer.alloc(32, 7) }], Buffer.alloc(32, 8)),
    notices: createNotices({ db: lab.db, jobs }),
    owner: createTestOwner(lab.db),
    findPeople: async () => new Map(),
    findIdsByName: async () => [],
    findStaff: async (_, userIds) => new Set(userIds),
    holdPerson: async (_, userId) => !userId.startsWith('gone-'),
    unclearedFen: async () => 0n,
    findOrders: async () => new Map(),
  })
  return { ledger, payment, wallet }
}

const ended = (child: ChildProcess) =>
  new Promise<string | null>((resolve) => {
    if (child.signalCode !== null) resolve(child.signalCode)
    child.once('exit', (_, signal) => resolve(signal))
  })

/** Makes the sweeps due until the process is gone. */
async function sweepsUntilGone(lab: MoneyLab, child: ChildProcess): Promise<void> {
  for (const end = performance.now() + LIMIT_MS; child.signalCode === null; await sleep(POLL_MS)) {
    if (performance.now() > end) throw new Error('the process never came to its point')
    await sql`select graphile_worker.add_job(name, job_key := 'every:' || name, run_at := now())
      from unnest(array['payment.look', 'payment.pursue', 'payment.reconcile', 'wallet.pursue']) name`.execute(lab.db)
  }
}

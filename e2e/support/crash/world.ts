import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openKeys } from '../../../tools/start/keys.ts'
import type { PartSpec } from '../../../tools/start/part.ts'
import { cashierPart, databasePart, machinePart, type PartNeeds, serverPart } from '../../../tools/start/parts.ts'
import { freePorts, type Program, startProgram } from '../world/children.ts'
import { openSite } from '../world/site.ts'

/**
 * A world of its own for sudden deaths: the same parts as `start.ts` starts, and a server that is started again at once
 * whenever it dies, each time told the next point to die at.
 */

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
const RESTART_LIMIT_MS = 180_000

export type CrashWorld = Awaited<ReturnType<typeof openCrashWorld>>

export async function openCrashWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'trove-crash-'))
  const dataDir = join(folder, 'data')
  const site = await freePorts(7)
  const programs: Program[] = []
  const run = async (spec: PartSpec, extra: NodeJS.ProcessEnv = {}) => {
    const program = await startProgram(spec.file, { ...spec.env(), ...extra }, spec.isReady)
    return program
  }
  let databaseUrl = ''
  const needs: PartNeeds = {
    root,
    settings: {
      dataDir,
      host: '127.0.0.1',
      localHost: '127.0.0.1',
      wantedPort: site,
      isDemo: true,
      hasDemoMachines: true,
      hasDemoMarket: false,
      hasOwnDatabase: true,
      hasOwnCashier: true,
      hasOwnChain: false,
      storageNodes: 0,
    },
    ports: {
      site,
      cashier: site + 1,
      machine: site + 2,
      machineInfo: site + 3,
      chain: site + 4,
      storage: site + 5,
      storageNodes: site + 6,
      relay: site + 7,
      relayed: [],
      market: [],
    },
    keys: openKeys(dataDir, {}),
    databaseUrl: () => databaseUrl,
  }
  const database = await run(databasePart(needs))
  databaseUrl = (JSON.parse(database.readyLine) as { url: string }).url
  const cashier = await run(cashierPart(needs))
  const machine = await run(machinePart(needs))
  programs.push(database, cashier, machine)
  const server = superviseServer((point) =>
    run(serverPart(needs), {
      DEV_CLOCK: '1',
      TRUST_PROXY: '127.0.0.1',
      CALLS_PER_MINUTE: '0',
      NODE_ENV: 'test',
      ...(point ? { TROVE_CRASH_AT: point } : {}),
    }),
  )
  await server.arm([])
  const url = `http://127.0.0.1:${site}`
  return {
    ...openSite(url, `http://127.0.0.1:${site + 1}`),
    cashier: `http://127.0.0.1:${site + 1}`,
    databaseUrl: () => databaseUrl,
    machinePid: machine.child.pid!,
    /** Has the server die at each of these points in turn. */
    arm: server.arm,
    /** Points it has died at since it was armed. */
    deaths: server.deaths,
    async stop() {
      await server.stop()
      for (const program of programs.toReversed()) await program.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function superviseServer(start: (point: string | undefined) => Promise<Program>) {
  let program: Program | undefined
  let points: string[] = []
  let died: string[] = []
  let isStopping = false

  async function begin(): Promise<void> {
    const point = points.shift()
    let begun: Program
    try {
      begun = await start(point)
    } catch (error) {
      // It may reach its point before it serves: what was left over is done first.
      if ((error as { signal?: string }).signal !== 'SIGKILL' || !point) throw error
      died.push(point)
      return begin()
    }
    program = begun
    begun.child.once('exit', (_, signal) => {
      if (isStopping || program !== begun) return
      program = undefined
      if (signal === 'SIGKILL' && point) died.push(point)
      else console.error(`the server ended by itself (${signal})`)
      begin().catch((error: unknown) => console.error(error))
    })
  }

  async function end(): Promise<void> {
    const running = program
    program = undefined
    await running?.stop()
  }

  return {
    deaths: () => [...died],
    async arm(wanted: string[]): Promise<void> {
      const until = Date.now() + RESTART_LIMIT_MS
      while (!program && died.length > 0 && Date.now() < until) await sleep(100)
      await end()
      points = [...wanted]
      died = []
      await begin()
    },
    async stop(): Promise<void> {
      isStopping = true
      const running = program
      if (running && running.child.exitCode === null && running.child.signalCode === null) {
        const ended = once(running.child, 'exit')
        running.child.kill('SIGTERM')
        await ended
      }
    },
  }
}

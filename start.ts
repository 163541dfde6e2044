import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listDemoMachines } from './tools/demo/goods.ts'
import { openKeys } from './tools/start/keys.ts'
import { LockedError, noteChildren, takeLock } from './tools/start/lock.ts'
import { openLogFile } from './tools/start/log-file.ts'
import { Part, type PartEvents, type PartSpec } from './tools/start/part.ts'
import {
  cashierPart,
  chainPart,
  chainUrl,
  databasePart,
  machinePart,
  type PartNeeds,
  serverPart,
  storageNodesPart,
} from './tools/start/parts.ts'
import { choosePorts, PortTakenError } from './tools/start/ports.ts'
import { readSettings, type Settings } from './tools/start/settings.ts'
import { both, table } from './tools/start/speak.ts'
import { buildWeb } from './tools/start/web-build.ts'

/**
 * `npm start`: the embedded world. Starts every part that was not given by the environment as a process of its own,
 * waits until all serve, prints the addresses, keeps the parts running, and stops them in order.
 */

const root = dirname(fileURLToPath(import.meta.url))
const startedAt = Date.now()
const WANTED_MAJOR = 24
const POLL_MS = 150
const TELL_EVERY_MS = 15_000
/** The server, then the parts beside it at once, then the database: together within 10 s. */
const STOP_LIMITS_MS: Record<string, number> = {
  server: 5500,
  'alipay-simulator': 1000,
  'demo-machine': 1000,
  'storage-nodes': 1000,
  chain: 1000,
  database: 2500,
}

const running = new Map<string, Part>()
let release: (() => void) | undefined
let databaseUrl = process.env.DATABASE_URL ?? ''
let settings: Settings
let isStopping = false
/** Programs that end by themselves, beside the running site. */
const besides: ChildProcess[] = []

const events: PartEvents = {
  started: () =>
    noteChildren(
      settings.dataDir,
      [...running.values()].map((part) => part.pid).filter((pid) => pid !== undefined),
    ),
  restarting: (name, seconds) => console.log(both('restarting', { name, seconds })),
  back(name, line) {
    if (name !== 'database') return
    const url = urlOf(line)
    // Without unix sockets a restarted database has a new address, which only a new server learns.
    const isMoved = url !== databaseUrl
    databaseUrl = url
    if (isMoved) running.get('server')?.restart()
  },
}

function urlOf(line: string): string {
  return (JSON.parse(line) as { url: string }).url
}

function run(spec: PartSpec): Promise<string> {
  const part = new Part(spec, join(settings.dataDir, 'logs'), events)
  running.set(spec.name, part)
  return part.start()
}

async function start(): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) < WANTED_MAJOR) throw new Error(`Node ${WANTED_MAJOR}+ (npm start)`)
  settings = readSettings(root, process.env)
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 })
  release = await takeLock(settings.dataDir)
  const marketSize = settings.hasDemoMarket ? listDemoMachines().length : 0
  const ports = await choosePorts(settings.dataDir, settings.host, settings.wantedPort, marketSize)
  const keys = openKeys(settings.dataDir, process.env)
  const needs: PartNeeds = { root, settings, ports, keys, databaseUrl: () => databaseUrl }
  console.log(both('starting'))
  const building = buildWeb(root, () => console.log(both('building'))).catch((error: Error) => {
    console.log(`${both('buildFailed')}\n${error.message}`)
  })
  // The longest to load, so the first to start; the server only needs its address.
  const chain = settings.hasOwnChain ? run(chainPart(needs)) : undefined
  chain?.catch(() => undefined)
  if (settings.hasOwnDatabase) databaseUrl = urlOf(await run(databasePart(needs)))
  if (settings.hasOwnCashier) await run(cashierPart(needs))
  const machineLine = settings.hasDemoMachines ? await run(machinePart(needs)) : undefined
  await building
  await run(serverPart(needs))
  await chain
  if (settings.storageNodes > 0) await run(storageNodesPart(needs))
  const site = `http://${settings.localHost}:${ports.site}`
  await untilReady(site)
  if (isStopping) return
  console.log(addresses(site, needs, machineLine))
  if (settings.isDemo && !settings.hasDemoMachines) console.log(both('noMachines'))
  if (settings.hasDemoMarket) runBeside('demo-market', 'tools/demo-market.ts', 'fill')
  // Two downloads of some 50 MB on the very first start: after all parts serve, so that nobody waits for them.
  if (process.env.AGENT_PACKS !== '0') runBeside('pack-agent', 'tools/pack-agent.ts')
}

/** Runs a program of its own beside the running site until it is done: it fills the demo market, or packs the agents. */
function runBeside(name: string, program: string, ...args: string[]): void {
  const log = openLogFile(join(settings.dataDir, `logs/${name}.log`))
  const env = { ...process.env, DATA_DIR: settings.dataDir }
  const child = spawn(process.execPath, [join(root, program), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => log.write(text))
  // Whoever looks at the site comes first.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  child.once('error', () => undefined)
  child.once('close', () => log.close())
  besides.push(child)
}

/** Waits until all parts serve; says now and then which do not. */
async function untilReady(site: string): Promise<void> {
  let told = Date.now()
  while (!isStopping) {
    const answer = await fetch(`${site}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    if (Date.now() - told > TELL_EVERY_MS) {
      told = Date.now()
      console.log(both('waiting', { parts: await missingParts(answer) }))
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

async function missingParts(answer: Response | undefined): Promise<string> {
  const { parts = {} } = ((await answer?.json().catch(() => undefined)) ?? {}) as { parts?: Record<string, string> }
  const missing = Object.entries(parts).filter(([, state]) => state.startsWith('not serving'))
  return missing.map(([name, state]) => `${name} (${state})`).join(', ') || 'server'
}

function addresses(site: string, { settings, ports }: PartNeeds, machineLine: string | undefined): string {
  const title = both('ready', { seconds: ((Date.now() - startedAt) / 1000).toFixed(1) })
  const hasOutbox = (process.env.SMS_PROVIDER || 'outbox') === 'outbox'
  return table(
    title,
    [
      ['site', process.env.PUBLIC_URL || site],
      ...(hasOutbox ? [['outbox', `${site}/dev/outbox`] as ['outbox', string]] : []),
      ...(settings.hasOwnCashier
        ? [['cashier', `http://${settings.localHost}:${ports.cashier}`] as ['cashier', string]]
        : []),
      ...(machineLine ? [['machine', `127.0.0.1:${ports.machine}`] as ['machine', string]] : []),
      ...(settings.hasOwnChain ? [['chain', chainUrl(ports)] as ['chain', string]] : []),
      ...(settings.storageNodes > 0
        ? [['storageNodes', `http://127.0.0.1:${ports.storageNodes}`] as ['storageNodes', string]]
        : []),
      ['docs', `${site}/docs/`],
      ['data', settings.dataDir],
    ],
    both('stopHint'),
  )
}

async function stop(code: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  if (running.size > 0) console.log(both('stopping'))
  for (const child of besides) child.kill('SIGKILL')
  const end = (name: string) => running.get(name)?.stop(STOP_LIMITS_MS[name] ?? 1000)
  await end('server')
  await Promise.all(['alipay-simulator', 'demo-machine', 'storage-nodes', 'chain'].map(end))
  await end('database')
  release?.()
  if (running.size > 0) console.log(both('stopped'))
  process.exit(code)
}

function reasonOf(error: unknown): string {
  if (error instanceof LockedError) return both('taken', { dir: settings.dataDir, pid: error.pid })
  if (error instanceof PortTakenError) return both('portTaken', { port: error.port })
  return both('failed', { reason: (error as Error).message })
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
start().catch(async (error: unknown) => {
  if (isStopping) return
  console.error(reasonOf(error))
  await stop(1)
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fillMarket } from './support/fill-market.ts'
import { CASES, type Case, differentQuestions, questions } from './support/market-questions.ts'
import { cpuMs, type Started, startProgram, stopProgram } from './support/processes.ts'
import { migrateWith, startServer } from './support/server.ts'
import { median } from './support/timings.ts'

/** List, count and detail of the compute market over HTTP at several sizes. See README.md. */

const { values: args } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '400' },
    cases: { type: 'string', default: CASES.join(',') },
    clients: { type: 'string', default: '1' },
  },
})
const [rounds, requests, clients] = [args.rounds, args.requests, args.clients].map(Number) as [number, number, number]

type Round = { p50: number; p95: number; cpu: number }

const at = (of: number[], share: number) => of[Math.min(of.length - 1, Math.floor(of.length * share))]!

/** Asks each path once, `clients` at a time; milliseconds of each, sorted. */
async function ask(url: string, paths: string[]): Promise<number[]> {
  const taken: number[] = []
  let next = 0
  async function client(): Promise<void> {
    for (let path = paths[next++]; path; path = paths[next++]) {
      const start = performance.now()
      const response = await fetch(url + path)
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
      taken.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return taken.sort((a, b) => a - b)
}

/** A round's paths. Of `different` no round asks what another or the warming-up asked: with `--requests 1000` 5,000 of them. */
function pathsOf(name: Case, offers: number, round: number): string[] {
  if (name !== 'different') return questions(name, offers, requests)
  return differentQuestions(offers, requests * (rounds + 1)).slice((round + 1) * requests, (round + 2) * requests)
}

async function measure(url: string, pids: number[], paths: string[]): Promise<Round> {
  const before = await cpuMs(pids)
  const taken = await ask(url, paths)
  const cpu = ((await cpuMs(pids)) - before) / paths.length
  return { p50: at(taken, 0.5), p95: at(taken, 0.95), cpu }
}

function print(offers: number, name: string, found: Round[]): void {
  const show = (pick: (round: Round) => number) => {
    const all = found.map(pick)
    return `${median(all).toFixed(2)} [${Math.min(...all).toFixed(2)}..${Math.max(...all).toFixed(2)}]`
  }
  const columns = [show((r) => r.p50), show((r) => r.p95), show((r) => r.cpu)]
  console.log([String(offers).padStart(8), name.padEnd(7), ...columns.map((text) => text.padEnd(22))].join('  '))
}

/** One size of the market, asked of a server that knows nothing of another. */
async function measureSize(postgres: Started, databaseUrl: string, dataDir: string, offers: number): Promise<void> {
  await migrateWith(databaseUrl, dataDir)
  const seconds = await fillMarket(databaseUrl, offers)
  console.error(`${offers} offers filled in ${seconds.toFixed(1)} s`)
  const server = await startServer(databaseUrl, dataDir)
  try {
    const [url, pids] = [String(server.said.url), [postgres.child.pid!, server.child.pid!]]
    const names = args.cases.split(',') as Case[]
    for (const name of names) await ask(url, pathsOf(name, offers, -1))
    const found = new Map<Case, Round[]>(names.map((name) => [name, []]))
    // Cases alternate within a round, so that a drift of the machine meets them all.
    for (let round = 0; round < rounds; round++)
      for (const name of names) found.get(name)!.push(await measure(url, pids, pathsOf(name, offers, round)))
    for (const name of names) print(offers, name, found.get(name)!)
  } finally {
    await stopProgram(server)
  }
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trove-bench-'))
  const postgres = await startProgram('apps/embedded-postgres/src/main.ts', { PG_DATA_DIR: join(dataDir, 'pg') })
  try {
    console.log(
      `milliseconds, median of ${rounds} rounds [least..most], ${requests} requests a round, ${clients} client(s)`,
    )
    console.log('  offers  case     p50                     p95                     CPU a request')
    for (const offers of args.sizes.split(',').map(Number))
      await measureSize(postgres, String(postgres.said.url), dataDir, offers)
  } finally {
    await stopProgram(postgres)
    await rm(dataDir, { recursive: true, force: true })
  }
}

await main()

import { parseArgs } from 'node:util'
import { fillSearch, type Market, wordOf } from './support/fill-search.ts'
import { withOwnDatabase } from './support/own-database.ts'
import { cpuMs, type Started, startProgram, stopProgram } from './support/processes.ts'
import { migrateWith, startServer } from './support/server.ts'
import { median, percentiles } from './support/timings.ts'

/**
 * The search of the talent and the code market by two Chinese characters, and the rankings of works, beside the floor: the same
 * tables and indexes behind bare Fastify and pg (performance, goals 9, 10 and 18). `node bench/text-search.ts`; see README.md.
 */

const { values: args } = parseArgs({
  options: {
    market: { type: 'string', default: 'experts' },
    sizes: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    requests: { type: 'string', default: '60' },
  },
})
const market = args.market as Market
const [rounds, requests] = [Number(args.rounds), Number(args.requests)]

type Case = { name: string; ours: (index: number) => string; floor: (index: number) => string }
type Measured = { cpu: number[]; times: number[] }

const LIST = { experts: '/api/manpower/product/page', works: '/api/codemart/product/page' }[market]
const TERM = { experts: 'name', works: 'keyword' }[market]
/** A search for the words of these numbers; 0 is the most common of 2,000. */
const search = (name: string, words: number[]): Case => {
  const word = (index: number) => encodeURIComponent(wordOf(words[index % words.length]!))
  return {
    name,
    ours: (index) => `${LIST}?size=20&page=0&${TERM}=${word(index)}`,
    floor: (index) => `/${market}?q=${word(index)}`,
  }
}
const ranking = (name: string, path: string): Case => ({
  name,
  ours: () => `/api/codemart/recommend/hot/${path}`,
  floor: () => '/ranking',
})
const CASES: Case[] = [
  search('rare', [1500, 1600, 1700, 1800, 1900, 1950]),
  search('usual', [60, 80, 100, 120, 150]),
  search('common', [0, 1, 2]),
  { name: 'list', ours: () => `${LIST}?size=20&page=0`, floor: () => `/${market}` },
]
const RANKINGS = [ranking('popular', 'get/product'), ranking('commented', 'get/comment'), ranking('mvp', 'mvp/product')]

/** One round of one system: CPU of a request with the database's, and how long each took. */
async function ask(program: Started, postgresPid: number, path: (index: number) => string, into: Measured) {
  const pids = [postgresPid, program.child.pid!]
  const before = await cpuMs(pids)
  for (let index = 0; index < requests; index++) {
    const start = performance.now()
    const answer = await fetch(String(program.said.url) + path(index))
    const { data } = (await answer.json()) as { data: { content?: unknown[] } | unknown[] }
    const rows = Array.isArray(data) ? data : data?.content
    if (answer.status !== 200 || !rows?.length) throw new Error(`${path(index)}: nothing found (${answer.status})`)
    into.times.push(performance.now() - start)
  }
  into.cpu.push(((await cpuMs(pids)) - before) / requests)
}

async function measure(ours: Started, floor: Started, postgresPid: number, one: Case): Promise<void> {
  const found = { ours: { cpu: [], times: [] } as Measured, floor: { cpu: [], times: [] } as Measured }
  const turns = [
    () => ask(floor, postgresPid, one.floor, found.floor),
    () => ask(ours, postgresPid, one.ours, found.ours),
  ]
  for (const turn of turns) await turn()
  for (const { cpu, times } of Object.values(found)) cpu.length = times.length = 0
  for (let round = 0; round < rounds; round++) for (const turn of round % 2 ? turns.toReversed() : turns) await turn()
  const ratios = found.ours.cpu.map((cpu, round) => cpu / found.floor.cpu[round]!)
  const spread = `${median(ratios).toFixed(2)} [${Math.min(...ratios).toFixed(2)}..${Math.max(...ratios).toFixed(2)}]`
  console.log(
    `${one.name.padEnd(9)} CPU ms floor ${median(found.floor.cpu).toFixed(2)} ours ${median(found.ours.cpu).toFixed(2)}, ratio ${spread}`,
  )
  console.log(`${''.padEnd(9)} floor ${percentiles(found.floor.times)}, ours ${percentiles(found.ours.times)}`)
}

await withOwnDatabase(async ({ dataDir, databaseUrl, postgres, keep }) => {
  const pid = postgres.child.pid!
  await migrateWith(databaseUrl, dataDir)
  const floor = keep(await startProgram('bench/floor-search.ts', { DATABASE_URL: databaseUrl }))
  const sizes = args.sizes ?? { experts: '10000,200000', works: '100000' }[market]
  for (const rows of sizes.split(',').map(Number)) {
    const seconds = await fillSearch(databaseUrl, market, rows)
    console.log(`${rows} ${market}, filled in ${seconds.toFixed(0)} s`)
    // A server that knows nothing of another size.
    const ours = await startServer(databaseUrl, dataDir)
    for (const one of market === 'works' ? [...CASES, ...RANKINGS] : CASES) await measure(ours, floor, pid, one)
    await stopProgram(ours)
  }
})

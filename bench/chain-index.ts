import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { cpuMs, startProgram, stopProgram } from './support/processes.ts'
import { migrateWith, startServer } from './support/server.ts'

/**
 * The chain's index catching up from nothing with blocks of an idle embedded chain: blocks a second, and who used the
 * processor meanwhile. `--blocks 1000 --rounds 3`.
 */

const { values } = parseArgs({
  options: { blocks: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '3' } },
})
const [blocks, rounds] = [Number(values.blocks), Number(values.rounds)]
const POLL_MS = 20
/** Longer than a run: the chain stands still while it is read. */
const STILL_MS = '600000'

const folder = await mkdtemp(join(tmpdir(), 'trove-bench-index-'))
const startChain = (blockMs: string) =>
  startProgram('apps/embedded-chain/src/main.ts', {
    CHAIN_DATA_DIR: join(folder, 'chain'),
    CHAIN_PORT: '0',
    CHAIN_BLOCK_MS: blockMs,
  })

/** Builds the blocks; they are kept in the folder. */
async function buildChain(): Promise<void> {
  const chain = await startChain('0')
  const url = String(chain.said.url).replace('ws:', 'http:')
  for (let height = 0; height < blocks; ) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    height = ((await (await fetch(`${url}/health`)).json()) as { height: number }).height
  }
  await stopProgram(chain)
}

async function waitFor(height: number): Promise<number> {
  for (;;) {
    if ((await indexedHeight()) >= height) return performance.now()
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

const database = await startProgram('apps/embedded-postgres/src/main.ts', { PG_DATA_DIR: join(folder, 'db') })
const pool = new pg.Pool({ connectionString: String(database.said.url) })
pool.on('error', () => undefined)
try {
  await migrateWith(String(database.said.url), folder)
  await buildChain()
  const chain = await startChain(STILL_MS)
  const roots = [chain, database].map(({ child }) => child.pid as number)
  console.log('blocks  blocks/s  CPU ms/block: server  chain  database')
  for (let round = 0; round < rounds; round++) {
    await pool.query('truncate chain_network cascade')
    const server = await startServer(String(database.said.url), folder, { CHAIN_URL: String(chain.said.url) })
    const pids = [server.child.pid as number, ...roots]
    const cpuOf = () => Promise.all(pids.map((pid) => cpuMs([pid])))
    const began = await waitFor(1)
    const [first, before] = [await indexedHeight(), await cpuOf()]
    const seconds = ((await waitFor(blocks)) - began) / 1000
    const after = await cpuOf()
    const each = after.map((ms, i) => ((ms - before[i]!) / (blocks - first)).toFixed(2))
    console.log([blocks, (blocks / seconds).toFixed(0), ...each].join('  '))
    await stopProgram(server)
  }
  await stopProgram(chain)
} finally {
  await pool.end()
  await stopProgram(database)
  await rm(folder, { recursive: true, force: true })
}

async function indexedHeight(): Promise<number> {
  const { rows } = await pool.query<{ height: number | null }>('select max(height) as height from chain_block')
  return rows[0]?.height ?? 0
}

import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { SMALL_NODE_ARGS } from '../tools/start/parts.ts'
import { cpuMs, type Started, startProgram, stopProgram } from './support/processes.ts'

/**
 * The embedded chain: what a block and a page of orders take; then, in a fast run, blocks a second, memory and disk over
 * many blocks, and how soon it serves again afterwards. `--blocks 10000 --every 500 --restarts 3 --samples 40`.
 */

const { values } = parseArgs({
  options: {
    blocks: { type: 'string', default: '10000' },
    every: { type: 'string', default: '500' },
    restarts: { type: 'string', default: '3' },
    samples: { type: 'string', default: '40' },
  },
})
const [blocks, every, restarts] = [values.blocks, values.every, values.restarts].map(Number) as [number, number, number]
const POLL_MS = 500

const samples = Number(values.samples)
if (samples > 0) {
  const work = fileURLToPath(new URL('../apps/embedded-chain/test/measure-work.ts', import.meta.url))
  spawnSync(process.execPath, [...SMALL_NODE_ARGS, work, String(samples)], { stdio: 'inherit' })
}

const folder = await mkdtemp(join(tmpdir(), 'trove-bench-chain-'))
const start = (blockMs: number): Promise<Started> =>
  startProgram(
    'apps/embedded-chain/src/main.ts',
    { CHAIN_DATA_DIR: folder, CHAIN_PORT: '0', CHAIN_BLOCK_MS: String(blockMs) },
    [],
    SMALL_NODE_ARGS,
  )

async function heightOf(chain: Started): Promise<number> {
  const answer = await fetch(`${String(chain.said.url).replace('ws:', 'http:')}/health`)
  return ((await answer.json()) as { height: number }).height
}

/** Resident memory, all of it and the part no other process shares, in MiB (Linux). */
async function memoryOf(pid: number): Promise<{ resident: number; own: number }> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  const mib = (name: string) => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]) / 1024)
  return { resident: mib('Rss'), own: mib('Private_Dirty') + mib('Private_Clean') }
}

async function diskMib(): Promise<string> {
  const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size))
  return (sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20).toFixed(1)
}

try {
  const chain = await start(0)
  const pid = chain.child.pid as number
  console.log('height  blocks/s  CPU ms/block  resident MiB  own MiB  disk MiB')
  let last = { height: await heightOf(chain), at: performance.now(), cpu: await cpuMs([pid]) }
  for (let next = every; last.height < blocks; next += every) {
    let height = last.height
    while (height < next) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      height = await heightOf(chain)
    }
    const now = { height, at: performance.now(), cpu: await cpuMs([pid]) }
    const count = now.height - last.height
    const { resident, own } = await memoryOf(pid)
    const perSecond = ((count * 1000) / (now.at - last.at)).toFixed(1)
    const cpuEach = ((now.cpu - last.cpu) / count).toFixed(0)
    console.log([height, perSecond, cpuEach, resident, own, await diskMib()].join('  '))
    last = now
  }
  await stopProgram(chain)
  for (let i = 0; i < restarts; i++) {
    const began = performance.now()
    const again = await start(6000)
    const seconds = ((performance.now() - began) / 1000).toFixed(2)
    await new Promise((resolve) => setTimeout(resolve, 15_000))
    const { resident, own } = await memoryOf(again.child.pid as number)
    console.log(
      `warm start ${seconds} s at height ${again.said.height}; idle after 15 s: ${resident} MiB resident, ${own} own`,
    )
    await stopProgram(again)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

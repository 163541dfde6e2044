import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { listNodePacks } from '@trove/contract/storage/packs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openStorageMarket, type StorageMarket, TTC, until } from '../../apps/server/test/labs/storage-market.ts'
import { firstLine } from '../../apps/server/test/world/postgres.ts'
import {
  installCommands,
  packAddress,
  START_COMMANDS,
  settingsCommands,
} from '../../apps/web/src/features/storage/share/manual-commands.ts'
import { packAgents } from './agents.ts'

/** The packed agent as the site serves it, and the manual's own commands on a machine that has nothing but a shell. */
vi.setConfig({ testTimeout: 1_800_000, hookTimeout: 1_800_000 })

const ROOT = join(import.meta.dirname, '../..')
const PACKS = join(ROOT, 'apps/storage-agent/dist')
const run = promisify(execFile)
let market: StorageMarket
let home: string
let node: ChildProcess | undefined
beforeAll(async () => {
  await packAgents(ROOT, PACKS)
  market = await openStorageMarket(400, { AGENT_PACKS_DIR: PACKS })
  home = mkdtempSync(join(tmpdir(), 'trove-home-'))
})
afterAll(async () => {
  if (node?.pid && node.exitCode === null) {
    // The shell and what it started.
    process.kill(-node.pid, 'SIGKILL')
    await once(node, 'exit')
  }
  await market?.stop()
  rmSync(home, { recursive: true, force: true })
})

const packs = () => market.lab.world.call(listNodePacks, {})
const packOf = async (system: 'windows' | 'linux') => (await packs()).find((pack) => pack.system === system)!
/** What a shell has on a machine without Node or this repository. */
const bare = () => ({ HOME: home, PATH: '/usr/bin:/bin' })

test('the site serves an archive for each system whole and by ranges, with the SHA-256 it says', async () => {
  expect((await packs()).map(({ system }) => system).sort()).toEqual(['linux', 'windows'])
  for (const pack of await packs()) {
    const address = packAddress(market.lab.world.url, pack)
    const whole = Buffer.from(await (await fetch(address)).arrayBuffer())
    expect([whole.length, createHash('sha256').update(whole).digest('hex')]).toEqual([pack.bytes, pack.sha256])
    const rest = await fetch(address, { headers: { range: `bytes=${pack.bytes - 9}-` } })
    expect(rest.status).toBe(206)
    expect(Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(-9))).toBe(true)
  }
  for (const other of ['packs.json', '..%2fpackage.json', 'nothing.tar.gz'])
    expect((await fetch(`${market.lab.world.url}/downloads/${other}`)).status).toBe(404)
})

test('the archive for Windows has Node for Windows, the program, and a command that starts it', async () => {
  const { file } = await packOf('windows')
  const { stdout: names } = await run('tar', ['-tzf', join(PACKS, file)])
  expect(names.trim().split('\n').sort()).toEqual(
    ['LICENSE', 'LICENSE.node', 'agent.mjs', 'node.exe', 'start.cmd'].map((name) => `trove-agent/${name}`),
  )
  await run('tar', ['-xzf', join(PACKS, file), '-C', home])
  const { stdout: start } = await run('cat', [join(home, 'trove-agent/start.cmd')])
  expect(start).toBe('@echo off\r\n"%~dp0node.exe" "%~dp0agent.mjs" %*\r\n')
  const { stdout: head } = await run('head', ['-c', '2', join(home, 'trove-agent/node.exe')])
  expect(head).toBe('MZ')
  rmSync(join(home, 'trove-agent'), { recursive: true })
})

test('the steps of the Linux manual give a serving node on a clean home, and its grant comes once', async () => {
  const addresses = { chainUrl: market.node.url, gatewayUrl: market.lab.gateway }
  const steps = [
    installCommands(market.lab.world.url, await packOf('linux')),
    settingsCommands('linux', addresses),
    START_COMMANDS.linux,
  ]
  // Any port for its page: that of the manual may be in use on the machine of a test.
  const env = { ...bare(), AGENT_PORT: '0' }
  node = spawn('/bin/sh', ['-ec', steps.join('\n')], {
    ...{ cwd: '/', env, detached: true },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ready = JSON.parse(await firstLine(node, (line) => line.startsWith('{"ready"'))) as { addresses: string[] }
  const address = ready.addresses[0]!
  await market.fill(address)
  await until(() => market.chain.findMiner(address))
  const { id } = await market.store(Buffer.alloc(300_000, 7), 1)
  const order = await until(async () => {
    const found = await market.chain.findOrder(id)
    return found?.consumerStatus === 'Serving' && found
  })
  expect(order?.replicas.map(({ miner }) => miner)).toEqual([address])
  const { freePlanck, heldPlanck } = await market.chain.getBalance(address)
  expect(freePlanck + heldPlanck).toBeGreaterThan(5n * TTC)
  expect(freePlanck + heldPlanck).toBeLessThan(6n * TTC)
})

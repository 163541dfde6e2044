import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const STOP_LIMIT_MS = 10_000

type Readiness = { parts: Record<string, string>; addresses: Record<string, string> }

let dataDir: string
let port: number
const started: ChildProcess[] = []

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'trove-npm-start-'))
  port = await freePort()
})
afterAll(async () => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGTERM')
  await Promise.all(started.map((child) => child.exitCode === null && child.signalCode === null && once(child, 'exit')))
  rmSync(dataDir, { recursive: true, force: true })
})

function start(): { child: ChildProcess; text: () => string } {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), DATA_DIR: dataDir, PG_FSYNC: 'off' }
  const child = spawn(process.execPath, [join(root, 'start.ts')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      text += part
    })
  started.push(child)
  return { child, text: () => text }
}

async function until(isTrue: () => boolean | Promise<boolean>, limitMs = 90_000): Promise<void> {
  const end = Date.now() + limitMs
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error('it never came true')
    await sleep(50)
  }
}

const readiness = () =>
  fetch(`http://127.0.0.1:${port}/readyz`)
    .then((answer) => (answer.ok ? (answer.json() as Promise<Readiness>) : undefined))
    .catch(() => undefined)
const isReady = async () => (await readiness()) !== undefined
const childPids = () =>
  (JSON.parse(readFileSync(join(dataDir, 'children.json'), 'utf8')) as { pid: number }[]).map(({ pid }) => pid)

function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0] !== 'Z'
  } catch {
    return false
  }
}

test('npm start brings the world up, keeps it up, and takes it down in order', async () => {
  const first = start()
  await until(isReady)
  await until(() => first.text().includes(`http://127.0.0.1:${port}`))
  expect(first.text()).toContain('/dev/outbox')
  const state = await readiness()
  expect(state?.parts.chain).toBe('ok')
  expect(first.text()).toContain(state?.addresses.chain)

  const second = start()
  const [code] = await once(second.child, 'exit')
  expect(code).toBe(1)
  expect(second.text().trim().split('\n')).toHaveLength(1)
  expect(second.text()).toContain(dataDir)

  const [chain, database, , , server] = childPids() as [number, number, number, number, number]
  process.kill(server, 'SIGKILL')
  await until(async () => !childPids().includes(server) && (await isReady()))
  process.kill(database, 'SIGKILL')
  await until(async () => !childPids().includes(database) && (await isReady()))

  process.kill(chain, 'SIGKILL')
  await until(async () => !childPids().includes(chain) && (await isReady()))

  const pids = childPids()
  const began = Date.now()
  first.child.kill('SIGTERM')
  const [ended] = await once(first.child, 'exit')
  expect(ended).toBe(0)
  expect(Date.now() - began).toBeLessThan(STOP_LIMIT_MS)
  expect(pids.filter(isAlive)).toEqual([])
})

test('after a sudden death of the whole start the next one goes on with the same data and addresses', async () => {
  const first = start()
  await until(isReady)
  const before = await readiness()
  const orphans = childPids()
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const second = start()
  await until(() => second.text().includes(`http://127.0.0.1:${port}`))
  expect(orphans.filter(isAlive)).toEqual([])
  expect(await readiness()).toEqual(before)
  second.child.kill('SIGINT')
  await once(second.child, 'exit')
})

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: found } = probe.address() as { port: number }
      probe.close(() => resolve(found))
    })
  })
}

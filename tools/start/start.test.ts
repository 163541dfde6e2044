import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from './free-port.ts'
import { findMark } from './process-mark.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

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
  // What a failed test left behind: the parts, and `start.ts` itself where npm is gone.
  for (const pid of [lockPid(), ...childPids()]) if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGTERM')
  await Promise.all(started.map((child) => child.exitCode === null && child.signalCode === null && once(child, 'exit')))
  rmSync(dataDir, { recursive: true, force: true })
})

function start(
  command = process.execPath,
  args = [join(root, 'start.ts')],
): { child: ChildProcess; text: () => string } {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: String(port),
    DATA_DIR: dataDir,
    DEMO_MARKET: '0',
    AGENT_PACKS: '0',
    PG_FSYNC: 'off',
  }
  // A group of its own, as a terminal gives each command one.
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      text += part
    })
  started.push(child)
  return { child, text: () => text }
}

async function until(isTrue: () => boolean | Promise<boolean>, limitMs = 200_000): Promise<void> {
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
function read<T>(file: string, otherwise: T): T {
  const path = join(dataDir, file)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : otherwise
}
const childPids = () => read<{ pid: number }[]>('children.json', []).map(({ pid }) => pid)
const lockPid = () => read<{ pid?: number }>('lock', {}).pid

const isAlive = (pid: number) => findMark(pid) !== undefined

const startByNpm = () => start('npm', ['start'])
const hasSaidWhere = ({ text }: { text: () => string }) => text().includes(`http://127.0.0.1:${port}`)

/** Everything that `npm start` began is gone, and the folder is given back, last of all. */
async function expectAllEnded(pids: number[]): Promise<void> {
  await until(() => pids.filter(isAlive).length === 0)
  expect([lockPid(), childPids()]).toEqual([undefined, []])
}

test('npm start brings the world up, keeps it up, and SIGTERM to the npm process alone takes all of it down in order', async () => {
  const first = startByNpm()
  await until(isReady)
  await until(() => hasSaidWhere(first))
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
  // Three at once: each is brought back, whichever of the others is gone meanwhile.
  for (const pid of [server, database, chain]) process.kill(pid, 'SIGKILL')
  await until(async () => ![server, database, chain].some((pid) => childPids().includes(pid)) && (await isReady()))

  const pids = [lockPid()!, ...childPids()]
  expect(pids.filter(isAlive)).toEqual(pids)
  first.child.kill('SIGTERM')
  await expectAllEnded(pids)
  await until(() => first.text().includes('Stopped'))
})

test('after a sudden death of the whole start the next one goes on with the same data and addresses, and Ctrl-C, which reaches the whole group, ends it in order', async () => {
  const first = start()
  await until(isReady)
  const before = await readiness()
  const orphans = childPids()
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const second = startByNpm()
  await until(() => hasSaidWhere(second))
  expect(orphans.filter(isAlive)).toEqual([])
  // Only where it is: how far each part has come differs from moment to moment.
  expect((await readiness())?.addresses).toEqual(before?.addresses)
  const pids = [lockPid()!, ...childPids()]
  process.kill(-second.child.pid!, 'SIGINT')
  await expectAllEnded(pids)
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, expect, it, vi } from 'vitest'

const launcher = join(import.meta.dirname, 'main.ts')
const root = mkdtempSync(join(tmpdir(), 'trove-pg-test-'))
const started: ChildProcess[] = []

type Launched = { child: ChildProcess; line: Promise<{ ready: boolean; url: string }>; errors: () => string }

function launch(name: string, env: Record<string, string> = {}): Launched {
  const child = spawn(process.execPath, [launcher], {
    env: { ...process.env, PG_DATA_DIR: join(root, name), PG_FSYNC: 'off', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  started.push(child)
  let errors = ''
  child.stderr.on('data', (part) => (errors += part))
  const line = new Promise<{ ready: boolean; url: string }>((resolve, reject) => {
    createInterface(child.stdout).once('line', (text) => resolve(JSON.parse(text)))
    child.once('exit', () => reject(new Error(errors)))
  })
  line.catch(() => {})
  return { child, line, errors: () => errors }
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const closed = once(child, 'exit')
  child.kill(signal)
  return (await closed)[0]
}

const postmasterPid = (name: string) =>
  Number(readFileSync(join(root, name, 'cluster/postmaster.pid'), 'utf8').split('\n')[0])

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

afterEach(async () => {
  for (const child of started.splice(0)) await end(child, 'SIGTERM')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

it('starts, sorts Chinese by pinyin, and keeps its data over a stop and a second start', async () => {
  const first = launch('kept')
  const { ready, url } = await first.line
  expect(ready).toBe(true)
  await query(url, 'CREATE TABLE names (name text)')
  await query(url, "INSERT INTO names VALUES ('张'), ('王'), ('阿'), ('李')")
  const rows = await query(url, 'SELECT name FROM names ORDER BY name')
  expect(rows.map((row) => row.name).join('')).toBe('阿李王张')
  expect(await query(url, 'SHOW server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
  const trigrams = "SELECT cardinality(show_trgm('算力市场')) > 0 AS found"
  await query(url, 'CREATE EXTENSION pg_trgm')
  expect(await query(url, trigrams)).toEqual([{ found: true }])
  const pid = postmasterPid('kept')
  expect(await end(first.child, 'SIGTERM')).toBe(0)
  expect(isAlive(pid)).toBe(false)

  const again = await launch('kept').line
  expect(await query(again.url, 'SELECT count(*)::int AS rows FROM names')).toEqual([{ rows: 4 }])
})

it('stops although a client holds a transaction open', async () => {
  const { child, line } = launch('kept')
  const client = new pg.Client({ connectionString: (await line).url })
  client.on('error', () => {})
  await client.connect()
  await client.query('BEGIN; CREATE TABLE IF NOT EXISTS open_work (id int)')
  // Without an end of that transaction by the server this would wait for the client.
  expect(await end(child, 'SIGINT')).toBe(0)
})

it('starts anew after its launcher was killed, ending the server left behind, with acknowledged rows kept', async () => {
  const first = launch('killed', { PG_FSYNC: '' })
  const { url } = await first.line
  await query(url, 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (7)')
  const orphan = postmasterPid('killed')
  await end(first.child, 'SIGKILL')
  expect(isAlive(orphan)).toBe(true)

  const second = await launch('killed').line
  expect(isAlive(orphan)).toBe(false)
  expect(postmasterPid('killed')).not.toBe(orphan)
  expect(await query(second.url, 'SELECT id FROM kept')).toEqual([{ id: 7 }])
})

it('recovers when launcher and server were both killed and the process number now belongs to another program', async () => {
  const first = launch('killed twice', { PG_FSYNC: '' })
  const { url } = await first.line
  await query(url, 'CREATE TABLE IF NOT EXISTS kept (id int); INSERT INTO kept VALUES (8)')
  const server = postmasterPid('killed twice')
  await end(first.child, 'SIGKILL')
  process.kill(server, 'SIGKILL')
  const socketFolder = new URL(url.replace('@/', '@local/')).searchParams.get('host')!
  for (const file of [join(root, 'killed twice/cluster/postmaster.pid'), join(socketFolder, '.s.PGSQL.5432.lock')]) {
    const lines = readFileSync(file, 'utf8').split('\n')
    writeFileSync(file, [String(process.pid), ...lines.slice(1)].join('\n'))
  }

  const second = await launch('killed twice').line
  expect(await query(second.url, 'SELECT DISTINCT id FROM kept')).toEqual([{ id: 8 }])
})

it.runIf(process.platform === 'linux')("waits for a killed server's last child to let go of its memory", async () => {
  const first = launch('held', { PG_FSYNC: '' })
  await first.line
  const server = postmasterPid('held')
  const child = Number(readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').trim().split(' ').at(-1))
  process.kill(child, 'SIGSTOP')
  await end(first.child, 'SIGKILL')
  process.kill(server, 'SIGKILL')

  const second = launch('held')
  const lockFile = join(root, 'held/cluster/postmaster.pid')
  // The first try writes its own number there, and takes the file away when it fails.
  const hasTried = () => !existsSync(lockFile) || readFileSync(lockFile, 'utf8').split('\n')[0] !== String(server)
  await vi.waitUntil(hasTried, 60_000)
  process.kill(child, 'SIGCONT')
  expect(await query((await second.line).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

it('refuses a second launcher on the same data folder with one clear line, and the first goes on', async () => {
  const first = launch('kept')
  const { url } = await first.line
  const second = launch('kept')
  await expect(second.line).rejects.toThrow(/another process already runs the database/)
  expect(second.errors().trim().split('\n')).toHaveLength(1)
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

it('stops when its parent is gone and PG_PARENT_WATCH is set', async () => {
  const { child, line } = launch('kept', { PG_PARENT_WATCH: '1' })
  await line
  const pid = postmasterPid('kept')
  const closed = once(child, 'exit')
  child.stdin?.end()
  expect((await closed)[0]).toBe(0)
  expect(isAlive(pid)).toBe(false)
})

it('asks for the kept password over TCP, the way used where there are no unix sockets', async () => {
  const { url } = await launch('kept', { PG_TRANSPORT: 'tcp' }).line
  const password = new URL(url)
  password.password = 'wrong'
  expect(await query(url, 'SELECT 1 AS one').catch((error) => error.message)).toEqual([{ one: 1 }])
  await expect(query(password.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
})

it.skipIf(process.getuid?.() !== 0)('runs as root also where no other user can reach the data folder', async () => {
  mkdirSync(join(root, 'closed'), { mode: 0o700 })
  const first = launch('closed/data')
  await query((await first.line).url, 'CREATE TABLE hidden (id int)')
  await end(first.child, 'SIGTERM')
  const again = await launch('closed/data').line
  expect(await query(again.url, 'SELECT count(*)::int AS rows FROM hidden')).toEqual([{ rows: 0 }])
})

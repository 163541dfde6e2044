import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type CallExtras, createClient } from '@trove/contract/client'
import { sendSms, token } from '@trove/contract/identity/routes'
import type { RouteData, RouteInput, RouteSpec } from '@trove/contract/kit/route'
import { freePort } from '../../../../tools/start/free-port.ts'
import { type App, createApp, ROLES } from '../../src/app/app.ts'
import type { Log } from '../../src/platform/base/log.ts'
import { type Environment, makeKeyText, readConfig } from '../../src/platform/config/config.ts'
import { startSimulator } from '../stand-ins/simulator.ts'
import { createTestDatabase } from './database.ts'
import { firstLine } from './postgres.ts'
import { settle } from './settle.ts'

const SERVER_MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** A person signed in to the world. */
export type WorldUser = { userId: string; mobile: string; accessToken: string; refreshToken: string | undefined }

export type WorldOptions = {
  /** Start the Alipay simulator too (default yes; no saves a process). */
  hasPayment?: boolean
  /** Run jobs in this process (default yes). */
  hasJobs?: boolean
  /** More settings, as environment variables. */
  env?: Environment
  /** Where the server's log goes, for tests that read it. */
  log?: Log
}

export type CallOptions = CallExtras & {
  as?: WorldUser
  language?: 'zh-CN' | 'en'
  headers?: Record<string, string>
}

/** A server process of its own on the world's database, for tests of several processes and of sudden death. */
export type SpawnedServer = {
  url: string | undefined
  child: ChildProcess
  stop(signal?: NodeJS.Signals): Promise<void>
}

export type World = Awaited<ReturnType<typeof startWorld>>

/**
 * Starts the whole server in this process on a real, fresh database: HTTP on loopback, disk blobs, SMS outbox, a movable
 * clock, and the Alipay simulator as a process of its own.
 */
export async function startWorld(options: WorldOptions = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'trove-world-'))
  const database = await createTestDatabase()
  const simulator = options.hasPayment === false ? undefined : await startSimulator(join(dataDir, 'simulator'))
  const port = await freePort()
  const env: Environment = {
    ...worldEnvironment(dataDir, database.url, port),
    ...simulator?.environment,
    ...options.env,
  }
  const spawned: SpawnedServer[] = []
  const roles = ROLES.filter((role) => role !== 'jobs' || options.hasJobs !== false)
  // Jobs that are due wake the queue by themselves; only what waits for a later time is looked for.
  const app = await createApp(readConfig(env), { roles, jobPollMs: 300, log: options.log })
  const { url } = await app.listen()
  if (!url) throw new Error('the world does not listen')
  return {
    app,
    url,
    env,
    dataDir,
    db: app.platform.db,
    platform: app.platform,
    simulator,
    ...callers(url, app),
    /** Moves business time, here and in the simulator, and makes every sweep due. Follow it with `settle`. */
    async advance(ms: number): Promise<void> {
      await app.platform.clock.advance(app.platform.db, ms)
      await simulator?.control('POST', '/control/clock', { advanceMs: ms })
      await app.platform.jobs.poke()
    },
    /** Waits until no job is due or running. @throws Error when that takes longer than the limit */
    settle: (limitMs?: number) => settle(app.platform, limitMs),
    /** Starts another server process on the same database. */
    async spawnServer(extra: Environment = {}, args: string[] = []): Promise<SpawnedServer> {
      const server = await spawnServer({ ...env, PORT: '0', PUBLIC_URL: '', ...extra }, args)
      spawned.push(server)
      return server
    },
    async stop(): Promise<void> {
      await Promise.all(spawned.map((server) => server.stop('SIGKILL')))
      await app.stop()
      await simulator?.stop()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function worldEnvironment(dataDir: string, databaseUrl: string, port: number): Environment {
  return {
    EMBEDDED: '1',
    DEMO: '0',
    DEV_CLOCK: '1',
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    // Lets a test call from many addresses, as people do.
    TRUST_PROXY: '127.0.0.1',
    CALLS_PER_MINUTE: '0',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    KEK: makeKeyText(),
    INDEX_KEY: makeKeyText(),
    TOKEN_KEY: makeKeyText(),
  }
}

/** Ways to use the world as people and programs do: through HTTP. */
function callers(url: string, app: App) {
  const { product, ssoClient } = app.platform.config
  const basic = `Basic ${Buffer.from(ssoClient).toString('base64')}`

  function call<R extends RouteSpec>(route: R, input: RouteInput<R>, options: CallOptions = {}): Promise<RouteData<R>> {
    const { as, language = 'zh-CN', headers, ...extras } = options
    const client = createClient({
      baseUrl: url,
      product,
      language: () => language,
      headers,
      authorization: ({ auth }) => (auth === 'client' ? basic : as && `Bearer ${as.accessToken}`),
    })
    return client(route, input, extras)
  }

  /** Signs a phone in with the code from the outbox; each phone comes from an address of its own. */
  async function signIn(mobile: string, device: 'pc' | 'mobile' = 'pc'): Promise<WorldUser> {
    const digits = mobile.padStart(11, '0')
    const address = `10.${Number(digits.slice(2, 5)) % 256}.${Number(digits.slice(5, 8)) % 256}.${Number(digits.slice(8)) % 256}`
    const headers = { 'x-forwarded-for': address }
    await call(sendSms, { query: { mobile } } as RouteInput<typeof sendSms>, { headers })
    const answer = await fetch(`${url}/dev/outbox.json?mobile=${encodeURIComponent(mobile)}`)
    const newest = ((await answer.json()) as { code: string | null }[]).find(({ code }) => code !== null)
    if (!newest?.code) throw new Error(`no text message went to ${mobile}`)
    const body = { grant_type: 'mobile', scope: 'server', mobile, smsCode: newest.code, device }
    const pair = await call(token, { body }, { headers })
    return { userId: pair.user_id, mobile, accessToken: pair.access_token, refreshToken: pair.refresh_token }
  }

  /** A plain HTTP call, for what no proper client sends. */
  const raw = (path: string, init?: RequestInit): Promise<Response> =>
    fetch(url + path, { redirect: 'manual', ...init })

  return { call, signIn, raw }
}

async function spawnServer(env: Environment, args: string[]): Promise<SpawnedServer> {
  const child = spawn(process.execPath, [SERVER_MAIN, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', process.env.TEST_LOG ? 'inherit' : 'ignore'],
  })
  const ready = await readyLine(child).catch((error) => {
    // It may reach its point before it serves: what was left over from before is done first.
    if (!env.TROVE_CRASH_AT || child.signalCode !== 'SIGKILL') throw error
    return '{}'
  })
  const { url } = JSON.parse(ready) as { url: string | undefined }
  return {
    url,
    child,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}

async function readyLine(child: ChildProcess): Promise<string> {
  return firstLine(child, (line) => line.startsWith('{"ready"'))
}

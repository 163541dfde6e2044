import type { ChildProcess } from 'node:child_process'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { endFormerPostmaster } from './former-postmaster.ts'
import { type RunAs, spawnAs } from './run-as.ts'

/** Where the server listens: a unix socket folder, or a TCP port on loopback. */
export type Endpoint = { kind: 'socket'; folder: string } | { kind: 'tcp'; port: number }

/** A running server: its child process, and the last lines it wrote to standard error. */
export type Postmaster = { child: ChildProcess; errorText: () => string }

/** Recovery after a crash reads back the log, which may take a while on a slow disk. */
const startLimitMs = 120_000

/** A crashed server's last children hold its shared memory until they notice, which a slow disk may put off. */
const formerLimitMs = 60_000
const retryPauseMs = 500

/**
 * Names the process that holds the socket. One left behind stops every later server once its number is another
 * program's, or while the system has not buried the killed server yet. We know better: we hold the launcher's lock,
 * and the former server has been ended.
 */
const socketLock = '.s.PGSQL.5432.lock'

/**
 * Starts the server and waits until it accepts connections. `onSpawn` learns each child at once, so that a stop asked
 * for during a long recovery reaches it.
 * @throws Error with the server's own last words when it does not start
 */
export async function startPostmaster(
  binaries: Binaries,
  runAs: RunAs,
  cluster: string,
  endpoint: Endpoint,
  onSpawn: (child: ChildProcess) => void,
): Promise<Postmaster> {
  const end = Date.now() + formerLimitMs
  for (;;) {
    await endFormerPostmaster(binaries, cluster)
    if (endpoint.kind === 'socket') await rm(join(endpoint.folder, socketLock), { force: true })
    const postmaster = spawnPostmaster(binaries, runAs, cluster, endpoint)
    onSpawn(postmaster.child)
    if (await isReady(postmaster.child, cluster)) return postmaster
    // Before it takes its files a server complains to standard error; the log then still ends with the former one.
    const words = postmaster.errorText()
    const meetsFormer = /shared memory|lock file/.test(words)
    if (!meetsFormer || Date.now() > end) {
      throw new Error(`PostgreSQL did not start: ${lastLines(await newestLog(cluster))} | ${lastLines(words)}`)
    }
    await sleep(retryPauseMs)
  }
}

const lastLines = (text: string) => text.trim().split('\n').slice(-5).join(' | ')

function spawnPostmaster(binaries: Binaries, runAs: RunAs, cluster: string, endpoint: Endpoint): Postmaster {
  const settings = { ...commonSettings(), ...endpointSettings(endpoint) }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // Its own process group: Ctrl-C in the terminal reaches the launcher, which stops the database last and in order.
  const child = spawnAs(runAs, binaries.postgres, ['-D', cluster, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // On Windows a console that nobody sees does the same, and a detached server would open a window for each connection.
    detached: process.platform !== 'win32',
    windowsHide: true,
    cwd: cluster,
  })
  let text = ''
  child.stderr?.on('data', (part) => {
    text = (text + part).slice(-4000)
  })
  child.on('error', (error) => {
    text += error.message
  })
  return { child, errorText: () => text }
}

function commonSettings(): Record<string, string> {
  const settings: Record<string, string> = {
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'on',
    log_directory: 'log',
    // One file for each day of the week, overwritten a week later: the log stays bounded.
    log_filename: 'postgresql-%a.log',
    log_truncate_on_rotation: 'on',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    ...memorySettings(totalmem()),
  }
  const { PG_FSYNC, PG_MAX_CONNECTIONS } = process.env
  if (PG_MAX_CONNECTIONS) settings.max_connections = PG_MAX_CONNECTIONS
  if (PG_FSYNC !== 'off') return settings
  return { ...settings, fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
}

/**
 * Sized for a laptop that has other things to do: an eighth of its memory, at most 512 MB, as the database's own cache.
 * It is taken as the data grows, not at the start. Disks are taken to be solid-state, and queries are too short to be
 * worth compiling.
 */
function memorySettings(totalBytes: number): Record<string, string> {
  const totalMb = totalBytes / 2 ** 20
  return {
    shared_buffers: `${Math.round(Math.min(512, Math.max(128, totalMb / 8)))}MB`,
    effective_cache_size: `${Math.round(Math.max(512, totalMb / 2))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '2GB',
    random_page_cost: '1.1',
    jit: 'off',
  }
}

function endpointSettings(endpoint: Endpoint): Record<string, string> {
  if (endpoint.kind === 'tcp') {
    return { listen_addresses: '127.0.0.1', port: String(endpoint.port), unix_socket_directories: '' }
  }
  return {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: endpoint.folder,
    unix_socket_permissions: '0700',
  }
}

/** The end of the newest log file: once logging has begun there, standard error says nothing more. */
async function newestLog(cluster: string): Promise<string> {
  const dir = join(cluster, 'log')
  let newest = { mtimeMs: 0, file: '' }
  for (const name of await readdir(dir).catch(() => [])) {
    const { mtimeMs } = await stat(join(dir, name))
    if (mtimeMs > newest.mtimeMs) newest = { mtimeMs, file: join(dir, name) }
  }
  return newest.file ? (await readFile(newest.file, 'utf8')).slice(-2000) : ''
}

/** The eighth line of postmaster.pid turns to `ready`: the same sign that pg_ctl waits for. */
async function isReady(child: ChildProcess, cluster: string): Promise<boolean> {
  const end = Date.now() + startLimitMs
  while (Date.now() < end) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return false
    const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return true
    await sleep(25)
  }
  child.kill('SIGKILL')
  return false
}

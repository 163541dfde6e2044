import { execFile } from 'node:child_process'
import { readFile, readlink, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'

const run = promisify(execFile)

/** Signals of the PostgreSQL shutdown modes, gentle first, with the time each gets in milliseconds. */
const stopSteps: [NodeJS.Signals, number][] = [
  ['SIGINT', 3500],
  ['SIGQUIT', 1000],
  ['SIGKILL', 1000],
]

/** A process number no system hands out. */
const nobodysPid = 2_147_483_647

/**
 * Ends a postmaster that a killed launcher left behind on this cluster. When the process id in its lock file belongs to
 * another program by now (usual after a restart of the machine), only the id is replaced. The rest of the file stays,
 * because PostgreSQL reads there whether a former server's children still use the files. The caller holds the lock.
 */
export async function endFormerPostmaster(binaries: Binaries, cluster: string): Promise<void> {
  const lockFile = join(cluster, 'postmaster.pid')
  const text = await readFile(lockFile, 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  if (!Number.isInteger(pid) || pid <= 1 || !sendSignal(pid, 0)) return
  if (!(await isPostmasterOf(pid, cluster))) return writeFile(lockFile, text.replace(/^\d+/, String(nobodysPid)))
  if (process.platform === 'win32') {
    await run(binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-w', '-t', '10'])
    return
  }
  await stopByPid(pid)
}

/** Ends a postmaster by the shutdown signals: fast, then immediate, then kill. Returns when it is gone. */
export async function stopByPid(pid: number): Promise<void> {
  for (const [signal, waitMs] of stopSteps) {
    if (!sendSignal(pid, signal)) return
    const end = Date.now() + waitMs
    while (Date.now() < end) {
      if (!sendSignal(pid, 0)) return
      await sleep(25)
    }
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch {
    return false
  }
}

/** A process number alone proves nothing; a postmaster of this cluster works in its folder. */
async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    return folder === (await realpath(cluster))
  }
  if (process.platform === 'win32') {
    const { stdout } = await run('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'])
    return stdout.toLowerCase().includes('postgres')
  }
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.includes('postgres') && stdout.includes(cluster)
}

import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chown, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'

/**
 * How the PostgreSQL programs are started. They refuse to run as root, so root either drops to an unprivileged user
 * or hides behind a user namespace in which root has another number.
 */
export type RunAs =
  | { kind: 'self' }
  | { kind: 'user'; uid: number; gid: number }
  | { kind: 'namespace'; uid: number; gid: number }

const nobodyUid = 65534
const nobodyGid = 65534

/**
 * Chooses the way to run for this process: as is when not root. Otherwise as the unprivileged owner of an existing
 * cluster, or as `nobody`, when that user can run the binaries and reach the data folder; otherwise in a user namespace.
 * @throws Error with one clear line when root has neither way
 */
export async function chooseRunAs(binaries: Binaries, dataDir: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return { kind: 'self' }
  const owner = await lstat(join(dataDir, 'cluster')).catch(() => undefined)
  const users = owner && owner.uid !== 0 ? [{ uid: owner.uid, gid: owner.gid }] : []
  for (const user of [...users, { uid: nobodyUid, gid: nobodyGid }]) {
    const asUser: RunAs = { kind: 'user', ...user }
    const canRun = runOnce(asUser, binaries.postgres, ['--version'])
    if (canRun && runOnce(asUser, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', dataDir])) return asUser
  }
  const namespace: RunAs = { kind: 'namespace', uid: 0, gid: 0 }
  if (runOnce(namespace, binaries.postgres, ['--version'])) return namespace
  throw new Error('PostgreSQL does not run as root here: start Trove as a normal user, or set DATABASE_URL')
}

function runOnce(runAs: RunAs, command: string, args: string[]): boolean {
  const [program, list, options] = commandFor(runAs, command, args)
  return spawnSync(program, list, { ...options, stdio: 'ignore', cwd: '/' }).status === 0
}

function commandFor(runAs: RunAs, command: string, args: string[]): [string, string[], { uid?: number; gid?: number }] {
  if (runAs.kind === 'user') return [command, args, { uid: runAs.uid, gid: runAs.gid }]
  if (runAs.kind === 'self') return [command, args, {}]
  // `unshare` without --fork becomes the program itself, so the process id stays the one we know.
  const mapping = ['--user', `--map-user=${nobodyUid}`, `--map-group=${nobodyGid}`, '--', command]
  return ['unshare', [...mapping, ...args], {}]
}

/** Starts a PostgreSQL program in the chosen way. Same options as node:child_process.spawn. */
export function spawnAs(runAs: RunAs, command: string, args: string[], options: SpawnOptions): ChildProcess {
  const [program, list, identity] = commandFor(runAs, command, args)
  return spawn(program, list, { ...options, ...identity, env: cleanEnvironment() })
}

/** PG* variables of the developer's shell (PGDATA, PGPORT ...) must not steer the embedded server. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name)))
}

/** Gives a folder tree to the user that runs PostgreSQL; does nothing when its top already belongs to that user. */
export async function giveTree(runAs: RunAs, dir: string): Promise<void> {
  if (runAs.kind === 'self') return
  if ((await lstat(dir)).uid === runAs.uid) return
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    await chown(join(entry.parentPath, entry.name), runAs.uid, runAs.gid)
  }
  // The top goes last: it is the mark that the whole tree was given away, also after a crash in the middle.
  await chown(dir, runAs.uid, runAs.gid)
}

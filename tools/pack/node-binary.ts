import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import tar from 'tar-stream'
import type { Platform } from './platforms.ts'

type Locked = { version: string; integrity: string }

/** Version and integrity of a platform's Node, as the lock file beside `tools/node` pins them. */
export function lockedNode(root: string, { nodePackage }: Platform): Locked {
  const lock = JSON.parse(readFileSync(join(root, 'tools/node/package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const locked = lock.packages[`node_modules/${nodePackage}`]
  if (!locked) throw new Error(`tools/node does not name ${nodePackage}`)
  return locked
}

/**
 * A platform's Node from the npm registry, with its licence where the package has it. npm keeps what it fetched once.
 * @throws Error when the registry has it not, or it is not what the lock file names
 */
export async function readNode(
  root: string,
  platform: Platform,
): Promise<{ binary: Buffer; licence: Buffer | undefined }> {
  const { version, integrity } = lockedNode(root, platform)
  const folder = mkdtempSync(join(tmpdir(), 'trove-node-'))
  try {
    await npm(folder, ['pack', '--silent', `${platform.nodePackage}@${version}`])
    const archive = await readFile(join(folder, `${platform.nodePackage}-${version}.tgz`))
    const found = `sha512-${createHash('sha512').update(archive).digest('base64')}`
    if (found !== integrity) throw new Error(`${platform.nodePackage} ${version} is not what the lock file names`)
    const files = await filesOf(gunzipSync(archive), [`package/${platform.nodePath}`, 'package/LICENSE'])
    const [binary, licence] = files
    if (!binary) throw new Error(`${platform.nodePackage} ${version} has no ${platform.nodePath}`)
    return { binary, licence }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function npm(cwd: string, args: string[]): Promise<void> {
  const cli = process.env.npm_execpath
  if (cli) await promisify(execFile)(process.execPath, [cli, ...args], { cwd })
  else await promisify(execFile)('npm', args, { cwd, shell: process.platform === 'win32' })
}

/** Some files of an archive, in the order asked for. */
async function filesOf(archive: Buffer, names: string[]): Promise<(Buffer | undefined)[]> {
  const found = new Map<string, Buffer>()
  const extract = tar.extract()
  extract.end(archive)
  for await (const entry of extract) {
    const pieces: Buffer[] = []
    for await (const piece of entry) if (names.includes(entry.header.name)) pieces.push(piece as Buffer)
    if (pieces.length > 0) found.set(entry.header.name, Buffer.concat(pieces))
  }
  return names.map((name) => found.get(name))
}

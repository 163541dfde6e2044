import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const SOURCES = [
  'apps/web',
  'packages/ui',
  'packages/messages',
  'packages/contract',
  'packages/units',
  'package-lock.json',
]
const NOT_SOURCES = new Set(['node_modules', 'dist', '.vite'])
const COMPRESSED = /\.(js|css|html|svg|json|webmanifest|txt)$/
const LEAST_BYTES = 1024

/**
 * Builds the web app when its sources changed since the last build, and compresses what a browser can take compressed.
 * @throws Error with the build's last lines when it fails
 */
export async function buildWeb(root: string, told: () => void): Promise<void> {
  const web = join(root, 'apps/web')
  if (!existsSync(join(web, 'index.html'))) return
  const dist = join(web, 'dist')
  const stamp = join(dist, '.stamp')
  const wanted = hashOf(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  told()
  // Built aside and moved into place whole: nobody is ever served half a build, nor do two builds meet.
  const aside = join(root, 'node_modules/.cache', `web-build-${process.pid}`)
  try {
    await runVite(web, aside)
    await compress(aside)
    writeFileSync(join(aside, '.stamp'), wanted)
    rmSync(dist, { recursive: true, force: true })
    renameSync(aside, dist)
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

function hashOf(root: string): string {
  const hash = createHash('sha256')
  for (const source of SOURCES) addTo(hash, join(root, source), source)
  return hash.digest('hex')
}

function addTo(hash: ReturnType<typeof createHash>, path: string, name: string): void {
  const facts = statSync(path, { throwIfNoEntry: false })
  if (!facts) return
  if (facts.isFile()) {
    hash.update(`${name}\0${facts.size}\0`).update(readFileSync(path))
    return
  }
  for (const entry of readdirSync(path).sort())
    if (!NOT_SOURCES.has(entry)) addTo(hash, join(path, entry), `${name}/${entry}`)
}

function runVite(web: string, outDir: string): Promise<void> {
  const vite = join(dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')), 'bin/vite.js')
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, 'build', '--emptyOutDir', '--outDir', outDir], {
      cwd: web,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let errors = ''
    child.stderr.on('data', (text) => {
      errors = (errors + text).slice(-4000)
    })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(errors.trim() || `vite ended with ${code}`)),
    )
  })
}

async function compress(dist: string): Promise<void> {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && COMPRESSED.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files) {
    const bytes = await readFile(file)
    if (bytes.length < LEAST_BYTES) continue
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }
}

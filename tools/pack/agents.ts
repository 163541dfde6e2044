import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { build } from 'esbuild'
import tar from 'tar-stream'
import { lockedNode, readNode } from './node-binary.ts'
import { PACK_FOLDER, PLATFORMS, type Platform } from './platforms.ts'

/** An archive as `packs.json` lists it; the server reads that file. */
export type Pack = { system: Platform['system']; file: string; bytes: number; sha256: string }

/** The same program gives the same bytes on every machine. */
const MADE_AT = new Date('2026-01-01T00:00:00Z')
const REQUIRE = "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);"

/** Packs the agent for every platform, unless the folder has just these archives. The folder is replaced whole. */
export async function packAgents(root: string, folder: string): Promise<Pack[]> {
  const program = await bundle(root, 'apps/storage-agent/src/main.ts')
  const stamp = stampOf(root, program)
  const known = existsSync(join(folder, 'packs.json'))
    ? (JSON.parse(readFileSync(join(folder, 'packs.json'), 'utf8')) as { stamp: string; packs: Pack[] })
    : undefined
  if (known?.stamp === stamp) return known.packs
  const aside = join(root, 'node_modules/.cache', `agent-packs-${process.pid}`)
  mkdirSync(aside, { recursive: true })
  try {
    const packs: Pack[] = []
    // Node's licence is in the package of one platform, and stands for all.
    let licence: Buffer | undefined
    for (const platform of PLATFORMS) {
      const node = await readNode(root, platform)
      licence ??= node.licence
      if (!licence) throw new Error(`${platform.nodePackage} has no licence`)
      const files = [
        { name: platform.nodeName, bytes: node.binary, mode: 0o755 },
        { name: platform.startName, bytes: Buffer.from(platform.startText), mode: 0o755 },
        { name: 'agent.mjs', bytes: program, mode: 0o644 },
        { name: 'LICENSE', bytes: readFileSync(join(root, 'LICENSE')), mode: 0o644 },
        { name: 'LICENSE.node', bytes: licence, mode: 0o644 },
      ]
      packs.push({
        system: platform.system,
        file: platform.file,
        ...(await writeArchive(join(aside, platform.file), files)),
      })
    }
    writeFileSync(join(aside, 'packs.json'), JSON.stringify({ stamp, packs }))
    rmSync(folder, { recursive: true, force: true })
    renameSync(aside, folder)
    return packs
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

/** Packs the agent of machines without a public address into one file, which the relay serves. The file is replaced whole. */
export async function packComputeAgent(root: string, file: string): Promise<void> {
  const program = await bundle(root, 'apps/compute-agent/src/main.ts')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, program)
  renameSync(`${file}.new`, file)
}

/** A whole program in one file, which needs nothing but Node. */
async function bundle(root: string, start: string): Promise<Buffer> {
  const { outputFiles } = await build({
    ...{ absWorkingDir: root, entryPoints: [start], write: false, outfile: 'agent.mjs' },
    ...{ bundle: true, platform: 'node', format: 'esm', target: 'node24', charset: 'utf8', legalComments: 'inline' },
    banner: { js: REQUIRE },
    logLevel: 'error',
  })
  return Buffer.from(outputFiles[0]!.contents)
}

function stampOf(root: string, program: Buffer): string {
  const hash = createHash('sha256').update(program)
  for (const platform of PLATFORMS) hash.update(JSON.stringify([platform, lockedNode(root, platform).integrity]))
  return hash.digest('hex')
}

type Entry = { name: string; bytes: Buffer; mode: number }

async function writeArchive(path: string, files: Entry[]): Promise<Pick<Pack, 'bytes' | 'sha256'>> {
  const archive = tar.pack()
  for (const { name, bytes, mode } of files)
    archive.entry({ name: `${PACK_FOLDER}/${name}`, mode, mtime: MADE_AT }, bytes)
  archive.finalize()
  const hash = createHash('sha256')
  let bytes = 0
  const counted = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      hash.update(piece)
      bytes += piece.length
      yield piece
    }
  }
  await pipeline(archive, createGzip(), counted, createWriteStream(path))
  return { bytes, sha256: hash.digest('hex') }
}

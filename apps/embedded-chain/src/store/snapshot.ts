import { createHash } from 'node:crypto'
import { access, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { BlockRecord } from './block-record.ts'
import { writeDurably } from './durable-file.ts'
import type { State } from './state.ts'

/** A block and the whole state after it. */
export type Snapshot = { block: BlockRecord; entries: [string, string][] }

type Stored = { format: 1; block: BlockRecord; entries: [string, string][]; large: [string, string][] }

const SUFFIX = '.snapshot'
const LARGE_SUFFIX = '.value'
/** Values as long as the runtime's code are kept once, in files named by their content, not in every snapshot. */
const LARGE_CHARS = 65_536
const DIGEST_CHARS = 64

/** Writes the state after a block, which is the state's newest. Interrupted at any step, it leaves no half snapshot. */
export async function writeSnapshot(folder: string, block: BlockRecord, state: State): Promise<void> {
  const entries: [string, string][] = []
  const large: [string, string][] = []
  for (const [key, value] of state.entries()) {
    if (value.length < LARGE_CHARS) entries.push([key, value])
    else large.push([key, await keepLarge(folder, value)])
  }
  const stored: Stored = { format: 1, block, entries, large }
  await writeDurably(snapshotPath(folder, block.number), seal(Buffer.from(JSON.stringify(stored))))
}

/** Reads a snapshot; undefined when it is damaged or gone. */
export async function findSnapshot(folder: string, number: number): Promise<Snapshot | undefined> {
  try {
    const stored = JSON.parse(unseal(await readFile(snapshotPath(folder, number))).toString()) as Stored
    const large = await Promise.all(
      stored.large.map(async ([key, digest]): Promise<[string, string]> => {
        const value = unseal(await readFile(largePath(folder, digest))).toString()
        if (sha256(value) !== digest) throw new Error('damaged')
        return [key, value]
      }),
    )
    return { block: stored.block, entries: [...stored.entries, ...large] }
  } catch {
    return undefined
  }
}

/** The numbers of the blocks that have a snapshot, lowest first. */
export async function listSnapshots(folder: string): Promise<number[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(SUFFIX))
  return names.map((name) => Number(name.slice(0, -SUFFIX.length))).sort((a, b) => a - b)
}

/** Takes a snapshot away. Its large values stay: a chain has few runtimes in its life. */
export async function removeSnapshot(folder: string, number: number): Promise<void> {
  await rm(snapshotPath(folder, number), { force: true })
}

function snapshotPath(folder: string, number: number): string {
  return join(folder, `${String(number).padStart(10, '0')}${SUFFIX}`)
}

function largePath(folder: string, digest: string): string {
  return join(folder, `${digest}${LARGE_SUFFIX}`)
}

async function keepLarge(folder: string, value: string): Promise<string> {
  const digest = sha256(value)
  const path = largePath(folder, digest)
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (!isThere) await writeDurably(path, seal(Buffer.from(value)))
  return digest
}

/** Packed, with a digest before it, so that a damaged file is known as one. */
function seal(content: Buffer): Buffer {
  const packed = zstdCompressSync(content)
  return Buffer.concat([Buffer.from(sha256(packed)), packed])
}

function unseal(sealed: Buffer): Buffer {
  const packed = sealed.subarray(DIGEST_CHARS)
  if (sha256(packed) !== sealed.subarray(0, DIGEST_CHARS).toString()) throw new Error('damaged')
  return zstdDecompressSync(packed)
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

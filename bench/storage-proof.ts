import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FRAME_BYTES } from '@trove/stored-file/frames'
import { createMerkle, LEAF_BYTES, leafCount } from '@trove/stored-file/merkle'
import { percentiles } from './support/timings.ts'

/**
 * What a storage node does for one proof of a large file. It reads the roots of its frames and the frames of the asked leaves
 * from the disk, shows each leaf with its path, and holds it against the root. Beside it the floor, the same reads alone.
 * `node bench/storage-proof.ts --mib 1024 --proofs 50 --leaves 4`; the goal is 200 ms a proof (issue 13).
 */

const { values } = parseArgs({
  options: {
    mib: { type: 'string', default: '1024' },
    proofs: { type: 'string', default: '50' },
    leaves: { type: 'string', default: '4' },
  },
})
const [mib, proofs, leaves] = [values.mib, values.proofs, values.leaves].map(Number) as [number, number, number]
const sizeBytes = mib * 2 ** 20
const PER_FRAME = FRAME_BYTES / LEAF_BYTES
const HASH_BYTES = 32

const folder = await mkdtemp(join(tmpdir(), 'trove-bench-proof-'))
const [data, roots] = [join(folder, 'data'), join(folder, 'roots')]
try {
  const merkle = await createMerkle()
  const root = await fill()
  const times = { floor: [] as number[], proof: [] as number[] }
  for (let round = 0; round < proofs; round++) {
    const wanted = Array.from({ length: leaves }, () => Math.floor(Math.random() * leafCount(sizeBytes)))
    await timed(times.floor, () => read(wanted))
    await timed(times.proof, async () => {
      const { frames, frameRoots } = await read(wanted)
      for (const [i, index] of wanted.entries()) {
        const shown = merkle.sample(index, frames[i]!, frameRoots)
        if (!merkle.verify(root, sizeBytes, index, shown)) throw new Error(`leaf ${index} does not hold`)
      }
    })
  }
  console.log(`${mib} MiB, ${leaves} leaves a proof, ${proofs} proofs`)
  for (const [name, all] of Object.entries(times)) console.log(`${name.padEnd(6)} ${percentiles(all)}`)

  /** Writes the file frame by frame, and the roots of its frames; answers its own root. */
  async function fill(): Promise<Uint8Array> {
    const file = await open(data, 'w')
    const frame = crypto.getRandomValues(new Uint8Array(65_536))
    const all: ReturnType<typeof merkle.frameRoot>[] = []
    const whole = new Uint8Array(FRAME_BYTES)
    for (let at = 0; at < FRAME_BYTES; at += frame.length) whole.set(frame, at)
    for (let index = 0; index < sizeBytes / FRAME_BYTES; index++) {
      new DataView(whole.buffer).setUint32(0, index)
      await file.write(whole)
      all.push(merkle.frameRoot(whole))
    }
    await file.close()
    await writeFile(roots, Buffer.concat(all))
    return merkle.fileRoot(all)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function read(wanted: number[]) {
  const list = await readFile(roots)
  const frameRoots = Array.from(
    { length: list.length / HASH_BYTES },
    (_, i) => new Uint8Array(list.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES)),
  )
  const frames: Uint8Array<ArrayBuffer>[] = []
  for (const index of wanted) {
    const file = await open(data, 'r')
    const frame = new Uint8Array(FRAME_BYTES)
    await file.read(frame, 0, FRAME_BYTES, Math.floor(index / PER_FRAME) * FRAME_BYTES)
    await file.close()
    frames.push(frame)
  }
  return { frames, frameRoots }
}

async function timed(into: number[], work: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await work()
  into.push(performance.now() - began)
}

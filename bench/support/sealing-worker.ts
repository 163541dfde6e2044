import { createCommitter } from '@trove/stored-file/commitment'
import { FRAME_PLAIN_BYTES, newFileKey, readFileKey, sealFrame } from '@trove/stored-file/frames'

/** Runs in a worker of a browser: the same bytes by WebCrypto alone, and as an upload seals and commits them. */

const MIB = 2 ** 20

async function rate(bytes: number, work: (frames: number) => Promise<void>): Promise<number> {
  const frames = Math.ceil(bytes / FRAME_PLAIN_BYTES)
  const began = performance.now()
  await work(frames)
  return (1000 * frames * FRAME_PLAIN_BYTES) / MIB / (performance.now() - began)
}

/** What a worker has of a browser's window; these files are checked with Node's types. */
type Worker = {
  addEventListener(type: 'message', heard: (message: { data: { mib: number; rounds: number } }) => void): void
  postMessage(data: unknown): void
}
const worker = globalThis as unknown as Worker

worker.addEventListener('message', async ({ data }) => {
  const plain = new Uint8Array(FRAME_PLAIN_BYTES)
  for (let at = 0; at < plain.length; at += 65_536) crypto.getRandomValues(plain.subarray(at, at + 65_536))
  const key = await readFileKey(newFileKey())
  const floor = () =>
    rate(data.mib * MIB, async (frames) => {
      const iv = new Uint8Array(12)
      for (let index = 0; index < frames; index++) {
        new DataView(iv.buffer).setUint32(8, index)
        await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain)
      }
    })
  const ours = () =>
    rate(data.mib * MIB, async (frames) => {
      const committer = await createCommitter()
      for (let index = 0; index < frames; index++)
        await committer.add(await sealFrame(key, { index, isLast: index === frames - 1 }, plain))
      await committer.finish()
    })
  const all: { floor: number[]; ours: number[] } = { floor: [], ours: [] }
  for (let round = 0; round < data.rounds; round++)
    for (const name of round % 2 ? (['ours', 'floor'] as const) : (['floor', 'ours'] as const))
      all[name].push(await (name === 'ours' ? ours() : floor()))
  worker.postMessage(all)
})

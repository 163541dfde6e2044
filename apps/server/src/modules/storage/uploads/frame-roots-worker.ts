import { parentPort } from 'node:worker_threads'
import { createMerkle } from '@trove/stored-file/merkle'
import type { Answered, Asked } from './frame-roots.ts'

const merkle = createMerkle()

parentPort?.on('message', async ({ id, bytes, lengths }: Asked) => {
  const { frameRoot } = await merkle
  let at = 0
  const roots = lengths.map((length) => {
    at += length
    return frameRoot(bytes.subarray(at - length, at))
  })
  parentPort?.postMessage({ id, roots } satisfies Answered)
})

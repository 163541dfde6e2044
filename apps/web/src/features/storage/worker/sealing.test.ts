import { createHash, randomBytes } from 'node:crypto'
import { joined } from '@trove/stored-file/bytes'
import { readPart } from '@trove/stored-file/car'
import { createCommitter } from '@trove/stored-file/commitment'
import { newFileKey, openFile, readFileKey, storedBytes } from '@trove/stored-file/frames'
import { partCount } from '@trove/stored-file/layout'
import { expect, test } from 'vitest'
import { commitFile, sealPart } from './sealing.ts'

const sizes = [0, 1, 262_128, 262_129, 8_200_000]

test.each(sizes)(
  'a file of %d bytes is sealed in parts that are what the order says, and opens again',
  async (size) => {
    const plain = randomBytes(size)
    const file = new Blob([new Uint8Array(plain)])
    const fileKey = newFileKey()
    const told: number[] = []
    const facts = await commitFile(file, fileKey, (bytes) => told.push(bytes))
    expect([facts.bytes, told.at(-1)]).toEqual([storedBytes(size), size])
    const committer = await createCommitter()
    const frames: Uint8Array[] = []
    for (let number = 0; number < partCount(facts.bytes); number++) {
      const { bytes, sha256 } = await sealPart(file, fileKey, number)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
      for (const block of await readPart(bytes, sha256)) {
        await committer.add(block.bytes)
        frames.push(block.bytes)
      }
    }
    const { cid, root } = await committer.finish()
    expect([cid.toString(), Buffer.from(root).toString('hex')]).toEqual([facts.cid, facts.root])
    async function* stored() {
      yield* frames
    }
    const opened: Uint8Array[] = []
    for await (const piece of openFile(await readFileKey(fileKey), stored())) opened.push(piece)
    expect(Buffer.from(joined(...opened)).equals(plain)).toBe(true)
  },
)

test('there is no part behind the last', async () => {
  await expect(sealPart(new Blob(['x']), newFileKey(), 1)).rejects.toThrow(RangeError)
})

import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { giveMemory } from '../uploads/part-memory.ts'
import { createSpool } from './spool.ts'

/** A folder for temporary files that no other test uses; in it the folder of this spool, and how many files lie there. */
let temporary: string
let folder: string
let spool: ReturnType<typeof createSpool>
const count = async () => (await readdir(folder)).length
async function* body(...parts: string[]) {
  for (const part of parts) yield Buffer.from(part)
}

beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'trove-spool-test-'))
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, temporary)
  spool = createSpool({ inMemory: 0 })
  await (await spool.take(body('x'), 1)).remove()
  const found = await readdir(temporary)
  expect(found).toEqual([expect.stringMatching(/^trove-parts-/)])
  folder = join(temporary, found[0]!)
})
afterEach(async () => {
  await spool.close()
  vi.unstubAllEnvs()
  await rm(temporary, { recursive: true, force: true })
})

test('gives back what it took, until it is removed', async () => {
  const taken = await spool.take(body('sealed ', 'bytes'), 12)
  expect(Buffer.from(await taken.read()).toString()).toBe('sealed bytes')
  expect(await count()).toBe(1)
  await taken.remove()
  expect(await count()).toBe(0)
})

test('keeps nothing of a body that is too large, whatever its head said, or whose caller goes away', async () => {
  await expect(spool.take(body('123', '4'), 3)).rejects.toMatchObject({ code: 'request.too-large' })
  async function* cut() {
    yield Buffer.from('half')
    throw new Error('aborted')
  }
  // Of a thousand some go away while their file is being opened.
  for (let round = 0; round < 20; round++)
    await Promise.all(Array.from({ length: 50 }, () => expect(spool.take(cut(), 100)).rejects.toThrow('aborted')))
  expect(await count()).toBe(0)
})

test('takes its folder along when it closes', async () => {
  await spool.take(body('left behind'), 100)
  await spool.close()
  expect(existsSync(folder)).toBe(false)
})

test('keeps the first few in memory, gives their places free, and the others on the disk', async () => {
  const mixed = createSpool({ inMemory: 1 })
  const made = async () => (await readdir(temporary)).filter((name) => join(temporary, name) !== folder)
  const first = await mixed.take(body('in ', 'memory'), 20)
  expect(Buffer.from(await first.read()).toString()).toBe('in memory')
  expect(await made()).toEqual([])
  const second = await mixed.take(body('on disk'), 20)
  const [disk] = await made()
  expect(await readdir(join(temporary, disk!))).toHaveLength(1)
  expect(Buffer.from(await second.read()).toString()).toBe('on disk')
  await first.remove()
  await first.remove()
  await expect(mixed.take(body('123', '4'), 3)).rejects.toMatchObject({ code: 'request.too-large' })
  const third = await mixed.take(body('short'), 20)
  const fourth = await mixed.take(body('on disk'), 20)
  expect(await readdir(join(temporary, disk!))).toHaveLength(2)
  // Memory that was used before: nothing of a longer body is left in a shorter one.
  const readOnce = await third.read()
  expect(Buffer.from(readOnce).toString()).toBe('short')
  giveMemory(readOnce)
  expect(Buffer.from(await fourth.read()).toString()).toBe('on disk')
  for (const taken of [second, third, fourth]) await taken.remove()
  await mixed.close()
})

import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { giveMemory } from '../uploads/part-memory.ts'
import { createSpool } from './spool.ts'

/** A folder for temporary files that no other test uses. */
let temporary: string
let spool: ReturnType<typeof createSpool>
/** Files that lie there, also those without a name, which the system shows among what this process has open. */
async function count(): Promise<number> {
  const open = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return open.filter((path) => path.startsWith(temporary)).length
}
/** Only Linux tells what a process has open. */
const countTest = test.skipIf(process.platform !== 'linux')
async function* body(...parts: string[]) {
  for (const part of parts) yield Buffer.from(part)
}

beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'trove-spool-test-'))
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, temporary)
  spool = createSpool({ inMemory: 0 })
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(temporary, { recursive: true, force: true })
})

countTest('gives back what it took, until it is removed', async () => {
  const taken = await spool.take(body('sealed ', 'bytes'), 12)
  expect(Buffer.from(await taken.read()).toString()).toBe('sealed bytes')
  expect(await count()).toBe(1)
  await taken.remove()
  expect(await count()).toBe(0)
})

countTest('keeps nothing of a body that is too large, whatever its head said, or whose caller goes away', async () => {
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

test('a process that is killed leaves none of the parts behind that waited in it', async () => {
  const taken = await spool.take(body('sealed'), 100)
  expect(await readdir(temporary)).toEqual([])
  expect(Buffer.from(await taken.read()).toString()).toBe('sealed')
  await taken.remove()
  await taken.remove()
})

countTest('keeps the first few in memory, gives their places free, and the others on the disk', async () => {
  const mixed = createSpool({ inMemory: 1 })
  const first = await mixed.take(body('in ', 'memory'), 20)
  expect(Buffer.from(await first.read()).toString()).toBe('in memory')
  expect(await count()).toBe(0)
  const second = await mixed.take(body('on disk'), 20)
  expect(await count()).toBe(1)
  expect(Buffer.from(await second.read()).toString()).toBe('on disk')
  await first.remove()
  await first.remove()
  await expect(mixed.take(body('123', '4'), 3)).rejects.toMatchObject({ code: 'request.too-large' })
  const third = await mixed.take(body('short'), 20)
  const fourth = await mixed.take(body('on disk'), 20)
  expect(await count()).toBe(2)
  // Memory that was used before: nothing of a longer body is left in a shorter one.
  const readOnce = await third.read()
  expect(Buffer.from(readOnce).toString()).toBe('short')
  giveMemory(readOnce)
  expect(Buffer.from(await fourth.read()).toString()).toBe('on disk')
  for (const taken of [second, third, fourth]) await taken.remove()
})

import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { oidOf } from '../format/objects.ts'
import { PackWriter } from './write.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'git-write-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

async function write(name: string): Promise<Buffer> {
  const writer = await PackWriter.open(join(folder, name))
  for (const text of ['one', 'two']) {
    const data = Buffer.from(text)
    await writer.addWhole(oidOf('blob', data), 'blob', data)
  }
  await writer.end()
  return await readFile(join(folder, name))
}

test('a pack is whole also where the system writes only some bytes at a time', async () => {
  const whole = await write('whole')
  const handle = await open(join(folder, 'whole'))
  const prototype = Object.getPrototypeOf(handle)
  await handle.close()
  const plain = prototype.write
  const short = vi.spyOn(prototype, 'write').mockImplementation(function (this: unknown, ...args: unknown[]) {
    const [bytes, from, length, at] = args as [Buffer, number, number, number]
    return plain.call(this, bytes, from, Math.min(length, 7), at)
  })
  expect(await write('short')).toEqual(whole)
  expect(short.mock.calls.length).toBeGreaterThan(6)
})

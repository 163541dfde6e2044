import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderStore } from '../test/folder-store.ts'
import {
  blob,
  commit,
  copy,
  delta,
  deltaPart,
  insert,
  named,
  type Part,
  packOf,
  partBytes,
  sealed,
  tree,
  type Whole,
} from '../test/make-pack.ts'
import { LIMITS } from './format/limits.ts'
import { ZERO_OID } from './format/objects.ts'
import { GitRefused } from './format/refusal.ts'
import { acceptPush } from './push/accept.ts'
import { openObjects, type VersionStore } from './store/repository.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'git-fuzz-'))
  await mkdir(join(folder, 'scratch'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function push(store: VersionStore, pack: Buffer, to: string, from = ZERO_OID, limits = LIMITS) {
  const policy = { mayDelete: false, mayRewrite: false }
  const commands = [{ name: 'refs/heads/main', from, to }]
  const given = { store, scratch: join(folder, 'scratch'), limits, policy, commands }
  async function* source() {
    yield pack
  }
  return await acceptPush({ ...given, pack: source() })
}

const OLD = blob('a file that is long enough to be worth a delta\n')
const NEW = blob('a file that is long enough to be worth a delta\nand more\n')
const folderOf = (...files: Whole[]) =>
  tree(...files.map((file, i) => ({ mode: '100644', name: `f${i}`, oid: named(file) })))
const [first, second] = [folderOf(OLD), folderOf(OLD, NEW)]
const ONE = commit(named(first))
const TWO = commit(named(second), named(ONE))
const grown = delta(OLD.data.length, NEW.data.length, copy(0, OLD.data.length), insert('and more\n'))

test('a delta on an object of an earlier version becomes whole, and what is there already is left out', async () => {
  const store = await folderStore(join(folder, 'versions'))
  await push(store, packOf([ONE, first, OLD]), named(ONE))
  // A thin pack that also repeats the old file, and has a delta on the new one.
  const parts: Part[] = [TWO, second, deltaPart(named(OLD), grown), OLD]
  const version = await push(store, packOf(parts), named(TWO), named(ONE))
  expect(version).toMatchObject({ number: 2, objects: 3, isForward: true })
  const objects = await openObjects(store, await store.versions())
  expect((await objects.read(named(NEW), 1000)).data).toEqual(NEW.data)
  expect(objects.find(named(OLD))).toMatchObject({ version: 1 })
  expect(objects.packs[1]!.index.includes(Buffer.from(named(OLD), 'hex'))).toBe(false)
})

test('a version that costs too much reading or time to check is refused', async () => {
  const store = await folderStore(join(folder, 'versions'))
  await push(store, packOf([ONE, first, OLD]), named(ONE))
  const thin = packOf([TWO, second, deltaPart(named(OLD), grown)])
  for (const less of [{ readBytes: 100 }, { workMs: 0 }])
    await expect(push(store, thin, named(TWO), named(ONE), { ...LIMITS, ...less })).rejects.toMatchObject({
      code: 'pack.too-costly',
    })
  expect(await store.versions()).toHaveLength(1)
  expect(await push(store, thin, named(TWO), named(ONE))).toMatchObject({ number: 2 })
})

test('what an earlier version has is not taken for another kind of object', async () => {
  const store = await folderStore(join(folder, 'versions'))
  await push(store, packOf([ONE, first, OLD]), named(ONE))
  const wrong = tree({ mode: '100644', name: 'a', oid: named(first) })
  const next = commit(named(wrong), named(ONE))
  const refused = push(store, packOf([next, wrong]), named(next), named(ONE))
  await expect(refused).rejects.toMatchObject({ code: 'object.wrong-kind' })
  expect(await store.versions()).toHaveLength(1)
})

test('a pack with any byte changed under a right checksum is refused or taken whole, and never a fault of ours', async () => {
  const chain = [ONE, first, OLD, deltaPart(partBytes(OLD).length, grown), TWO, second]
  const body = packOf(chain).subarray(0, -20)
  let round = 0
  let refused = 0
  await fc.assert(
    fc.asyncProperty(fc.nat(body.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const bytes = Buffer.from(body)
      bytes[at]! ^= change
      const store = await folderStore(join(folder, `versions-${round++}`))
      const outcome = await push(store, sealed(bytes), named(TWO)).catch((error) => error)
      const versions = await store.versions()
      if (outcome instanceof GitRefused) {
        refused++
        expect(versions).toEqual([])
        return
      }
      // Spare bits of a deflated stream mean nothing: then everything is as it was.
      if (outcome instanceof Error) throw outcome
      const objects = await openObjects(store, versions)
      for (const one of [ONE, first, OLD, TWO, second, NEW])
        expect((await objects.read(named(one), 1000)).data).toEqual(one.data)
    }),
    { numRuns: 300 },
  )
  expect(refused).toBeGreaterThan(200)
})

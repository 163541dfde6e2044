import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createArchiveTicket } from '@trove/contract/code/vault'
import { createWork } from '@trove/contract/code/works'
import { ZERO_OID } from '@trove/git-server/format/objects'
import { acceptPush } from '@trove/git-server/push/accept'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIN } from '../../../../../../packages/git-server/test/hostile-push.ts'
import { blob, commit, named, packOf, tree } from '../../../../../../packages/git-server/test/make-pack.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'
import { GIT_LIMITS } from '../model/limits.ts'
import { sweepWritings, versionStore } from '../versions/store.ts'

let world: World
let author: WorldUser
let scratch: string
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'trove-archives-'))
  world = await startWorld({ hasPayment: false, hasJobs: false })
  author = await world.signIn('13500000031')
})
afterAll(async () => {
  await world?.stop()
  await rm(scratch, { recursive: true, force: true })
})

test('no archive is made of a version that names one file so often that a disk would fill, and it is said so', async () => {
  const { id } = await world.call(createWork, { body: { title: 'Large' } }, { as: author })
  const file = blob(Buffer.alloc(20 * 2 ** 20))
  const names = Array.from({ length: 110 }, (_, i) => `file-${String(i).padStart(3, '0')}`)
  const root = tree(...names.map((name) => ({ mode: '100644', name, oid: named(file) })))
  const { db, blobs } = world.platform
  async function* pack() {
    yield packOf([commit(named(root)), root, file])
  }
  // As such a version was taken before pushes were refused for it.
  await acceptPush({
    store: versionStore({ db, blobs }, id, { madeBy: 'push', notes: '' }),
    scratch,
    limits: { ...GIT_LIMITS, checkoutBytes: Number.POSITIVE_INFINITY },
    policy: { mayDelete: false, mayRewrite: false },
    commands: [{ name: MAIN, from: ZERO_OID, to: named(commit(named(root))) }],
    pack: pack(),
  })
  await expect(world.call(createArchiveTicket, { params: { id }, body: {} }, { as: author })).rejects.toMatchObject({
    code: 'code.version-too-large',
  })
  const { rows } = await sql`select from code_archives where work_id = ${id}`.execute(world.db)
  expect(rows).toEqual([])
})

test('a left-over blob that cannot be deleted holds up no other, and is tried again', async () => {
  const { db, blobs } = world.platform
  for (const [blobKey, hours] of [
    ['code/broken', 9],
    ['code/other', 8],
    ['code/fresh', 1],
  ] as const)
    await sql`insert into code_writings (blob_key, created_at)
      values (${blobKey}, now() - ${hours} * interval '1 hour')`.execute(db)
  await blobs.put('code/other.pack', Buffer.from('x'), 'text/plain')
  const broken = async (key: string) => {
    if (key.startsWith('code/broken')) throw new Error('a broken disk')
    await blobs.delete(key)
  }
  await expect(sweepWritings({ db, blobs: { ...blobs, delete: broken } })).rejects.toThrow('1 left-over')
  const left = async () =>
    (await sql<{ key: string }>`select blob_key as key from code_writings order by 1`.execute(db)).rows.map(
      ({ key }) => key,
    )
  expect(await left()).toEqual(['code/broken', 'code/fresh'])
  expect(await blobs.head('code/other.pack')).toBeUndefined()
  await sweepWritings({ db, blobs })
  expect(await left()).toEqual(['code/fresh'])
})

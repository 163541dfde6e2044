import { getSshKey, putSshKey } from '@trove/contract/compute/routes'
import { addSshKey, listSshKeys, removeSshKey, SSH_KEYS_MAX } from '@trove/contract/compute/ssh-keys'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ComputeLab, openOwnComputeLab } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines } from '../../../../test/stand-ins/fake-machine.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { copyPersonalData, erasePersonalData } from '../../../platform/personal-data.ts'
import { createSealer } from '../../../platform/sealing/sealing.ts'
import { computePersonalData } from '../personal-data.ts'
import { sshKeyPair } from './key-pair-lab.ts'

/** The SSH keys a person has saved. */

let lab: ComputeLab

beforeAll(async () => {
  lab = await openOwnComputeLab(createFakeMachines())
})
afterAll(() => lab.close())

let people = 0
const somebody = () => `person-${++people}`
/** A fresh key without its comment. */
const freshKey = () => sshKeyPair().public.split(' ').slice(0, 2).join(' ')
const add = (userId: string, name: string, publicKey = freshKey()) =>
  lab.call(addSshKey, { body: { name, publicKey } }, userId)
const namesOf = async (userId: string) => (await lab.call(listSshKeys, {}, userId)).map(({ name }) => name)

describe('the keys of a person', () => {
  it('are several, each with its name and fingerprint, oldest first', async () => {
    const me = somebody()
    const publicKey = freshKey()
    const laptop = await add(me, '  laptop ', `${publicKey} me@home`)
    expect(laptop).toMatchObject({ name: 'laptop', publicKey, fingerprint: expect.stringMatching(/^SHA256:/) })
    const desk = await add(me, 'desk')
    expect(await lab.call(listSshKeys, {}, me)).toEqual([laptop, desk])
    await lab.call(removeSshKey, { params: { id: laptop.id } }, me)
    expect(await lab.call(listSshKeys, {}, me)).toEqual([desk])
  })

  it('are of the kinds that were always taken, never private, and have a name', async () => {
    const me = somebody()
    const pair = ssh2.utils.generateKeyPairSync('rsa', { bits: 2048 })
    await expect(add(me, 'no key', 'hello')).rejects.toMatchObject({ code: 'compute.ssh-key-invalid' })
    const start = pair.private.slice(0, 500)
    await expect(add(me, 'private', start)).rejects.toMatchObject({ code: 'compute.ssh-key-private' })
    await expect(add(me, ' ')).rejects.toThrow()
    await add(me, 'rsa', pair.public)
    expect(await namesOf(me)).toEqual(['rsa'])
  })

  it('hold no key twice, whatever its name or comment, also when it is added twice at once', async () => {
    const me = somebody()
    const key = freshKey()
    const both = await Promise.allSettled([add(me, 'one', key), add(me, 'two', `${key} again`)])
    const refused = both.filter((one) => one.status === 'rejected').map(({ reason }) => reason)
    expect(refused).toMatchObject([{ code: 'compute.ssh-key-twice' }])
    // The same key of somebody else is theirs.
    await add(somebody(), 'one', key)
  })

  it('are ten at most, also when more are added at once', async () => {
    const me = somebody()
    const all = await Promise.allSettled(Array.from({ length: SSH_KEYS_MAX + 2 }, (_, i) => add(me, `key ${i}`)))
    const refused = all.filter((one) => one.status === 'rejected').map(({ reason }) => reason)
    const limit = { code: 'compute.ssh-key-limit', params: { most: SSH_KEYS_MAX } }
    expect(refused).toMatchObject([limit, limit])
    expect(await namesOf(me)).toHaveLength(SSH_KEYS_MAX)
  })

  it('are removed by nobody else', async () => {
    const [me, other] = [somebody(), somebody()]
    const { id } = await add(me, 'mine')
    const removal = lab.call(removeSshKey, { params: { id } }, other)
    await expect(removal).rejects.toMatchObject({ code: 'compute.ssh-key-unknown' })
    expect(await namesOf(me)).toEqual(['mine'])
    expect(await namesOf(other)).toEqual([])
  })

  it('are in the person’s copy, and go with the account', async () => {
    const [me, other] = [somebody(), somebody()]
    const { fingerprint } = await add(me, 'mine')
    await add(other, 'theirs')
    const person = { userId: me, phoneIndex: Buffer.alloc(0) }
    const sealer = createSealer([{ id: 'test', key: Buffer.alloc(32, 7) }], Buffer.alloc(32, 8))
    const copy = await copyPersonalData(lab.db, sealer, [computePersonalData], person)
    expect(JSON.stringify(copy)).toContain(fingerprint)
    expect(JSON.stringify(copy)).not.toContain('theirs')
    await inTransaction(lab.db, (tx) => erasePersonalData(tx, [computePersonalData], person))
    expect(await namesOf(me)).toEqual([])
    expect(await namesOf(other)).toEqual(['theirs'])
  })
})

describe('the calls for one key', () => {
  const get = (userId: string) => lab.call(getSshKey, {}, userId)
  const put = (userId: string, publicKey: string | null) => lab.call(putSshKey, { body: { publicKey } }, userId)

  it('save the first key, called by its type, and remove it', async () => {
    const me = somebody()
    expect(await get(me)).toEqual({ publicKey: null, fingerprint: null })
    const saved = await put(me, freshKey())
    expect(await get(me)).toEqual(saved)
    expect(await namesOf(me)).toEqual(['ssh-ed25519'])
    expect(await put(me, null)).toEqual({ publicKey: null, fingerprint: null })
    expect(await put(me, null)).toEqual({ publicKey: null, fingerprint: null })
  })

  it('replace the first and leave the others', async () => {
    const me = somebody()
    await add(me, 'laptop')
    const desk = await add(me, 'desk')
    const publicKey = freshKey()
    expect(await put(me, publicKey)).toMatchObject({ publicKey })
    expect(await lab.call(listSshKeys, {}, me)).toMatchObject([{ name: 'laptop', publicKey }, desk])
    expect(await put(me, null)).toEqual({ publicKey: desk.publicKey, fingerprint: desk.fingerprint })
    expect(await namesOf(me)).toEqual(['desk'])
  })

  it('make another of the keys the first without having it twice', async () => {
    const me = somebody()
    const laptop = await add(me, 'laptop')
    const desk = await add(me, 'desk')
    await put(me, laptop.publicKey)
    expect(await namesOf(me)).toEqual(['laptop', 'desk'])
    await put(me, desk.publicKey)
    expect(await lab.call(listSshKeys, {}, me)).toMatchObject([{ name: 'desk', fingerprint: desk.fingerprint }])
  })
})

import { getAccess } from '@trove/contract/compute/routes'
import { addSshKey, getLeaseKeys, putLeaseKeys, removeSshKey } from '@trove/contract/compute/ssh-keys'
import { createPayment } from '@trove/contract/order-lists/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ComputeLab, openOwnComputeLab } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines, type FakeMachine } from '../../../../test/stand-ins/fake-machine.ts'
import { sshKeyPair } from './key-pair-lab.ts'

/** Which of a buyer's keys get into a machine: chosen with the order, and changed while the lease runs. */

const DAY = 86_400_000
const MINUTE = 60_000
const machines = createFakeMachines()
let lab: ComputeLab

beforeAll(async () => {
  lab = await openOwnComputeLab(machines)
})
afterAll(() => lab.close())

type Key = { id: string; publicKey: string; fingerprint: string }
let people = 0
/** A person with so many keys. */
async function renter(count: number): Promise<{ me: string; keys: Key[] }> {
  const me = `renter-${++people}`
  const keys: Key[] = []
  for (let i = 0; i < count; i++) {
    const publicKey = sshKeyPair().public
    keys.push(await lab.call(addSshKey, { body: { name: `key ${i}`, publicKey } }, me))
  }
  return { me, keys }
}

let lastPort = 0
async function onMarket(): Promise<{ offer: string; machine: FakeMachine }> {
  const serverPort = ++lastPort
  const offer = await lab.publish('seller', { serverPort })
  await lab.settle()
  return { offer, machine: machines.at('8.8.8.8', serverPort) }
}

/** A running lease of a person with three keys, of which the first two are in the machine. */
async function running() {
  const { me, keys } = await renter(3)
  const { offer, machine } = await onMarket()
  const order = await lab.buy(me, offer, { sshKeys: prints(keys.slice(0, 2)) })
  await lab.settle()
  return { me, keys, offer, machine, order }
}
const prints = (keys: Key[]) => keys.map(({ fingerprint }) => fingerprint)
const texts = (keys: Key[]) => keys.map(({ publicKey }) => publicKey)
const get = (me: string, order: string) => lab.call(getLeaseKeys, { params: { id: order } }, me)
const put = (me: string, order: string, sshKeys: string[]) =>
  lab.call(putLeaseKeys, { params: { id: order }, body: { sshKeys } }, me)
const chosenOf = (view: Awaited<ReturnType<typeof get>>) =>
  view.keys.filter(({ isChosen }) => isChosen).map(({ fingerprint }) => fingerprint)
const password = async (me: string, offer: string) =>
  (await lab.call(getAccess, { query: { productId: offer } }, me)).password

describe('the keys chosen with an order', () => {
  it('are all that are saved when nothing is chosen', async () => {
    const { me, keys } = await renter(3)
    const { offer, machine } = await onMarket()
    await lab.buy(me, offer)
    await lab.settle()
    expect(machine.keys).toEqual(texts(keys))
    expect(await password(me, offer)).toBeNull()
  })

  it('are those chosen and no others, and stand in the order', async () => {
    const { keys, machine, order, me } = await running()
    expect(machine.keys).toEqual(texts(keys.slice(0, 2)))
    const { rows } = await sql<{ choice: unknown }>`select choice from orders where id = ${order}`.execute(lab.db)
    expect(rows).toEqual([{ choice: { sshKeys: prints(keys.slice(0, 2)) } }])
    expect(chosenOf(await get(me, order))).toEqual(prints(keys.slice(0, 2)))
  })

  it('may be none: then the password is the way in', async () => {
    const { me } = await renter(2)
    const { offer, machine } = await onMarket()
    await lab.buy(me, offer, { sshKeys: [] })
    await lab.settle()
    expect(machine.calls).not.toContain('installKeys')
    expect(await password(me, offer)).toBe(machine.password)
  })

  it('are the last chosen, when the buyer comes back to the desk before paying', async () => {
    const { me, keys } = await renter(2)
    const { offer, machine } = await onMarket()
    const body = { productId: offer, productType: 'superPoints' as const, sshKeys: prints(keys) }
    await lab.call(createPayment, { body }, me)
    await lab.buy(me, offer, { sshKeys: [keys[1]!.fingerprint] })
    await lab.settle()
    expect(machine.keys).toEqual([keys[1]!.publicKey])
  })

  it('are one’s own, and a key removed before the payment gets into no machine', async () => {
    const [mine, theirs] = [await renter(2), await renter(1)]
    const { offer, machine } = await onMarket()
    const buying = lab.buy(mine.me, offer, { sshKeys: prints([...mine.keys, ...theirs.keys]) })
    await expect(buying).rejects.toMatchObject({ code: 'compute.ssh-key-unknown' })
    const body = { productId: offer, productType: 'superPoints' as const, sshKeys: prints(mine.keys) }
    await lab.call(createPayment, { body }, mine.me)
    await lab.call(removeSshKey, { params: { id: mine.keys[0]!.id } }, mine.me)
    const { rows } = await sql<{ id: string }>`select id from orders where product_id = ${offer}`.execute(lab.db)
    await lab.payment.payAtCashier(rows[0]!.id)
    await lab.payment.notify(rows[0]!.id)
    await lab.settle()
    expect(machine.keys).toEqual([mine.keys[1]!.publicKey])
  })
})

describe('the keys of a running lease', () => {
  it('are changed on the machine, and gone with its end', async () => {
    const { me, keys, machine, order } = await running()
    const changing = await put(me, order, prints(keys.slice(1)))
    expect(changing).toMatchObject({ orderId: order, state: 'changing' })
    expect(chosenOf(changing)).toEqual(prints(keys.slice(1)))
    await lab.settle()
    expect(machine.keys).toEqual(texts(keys.slice(1)))
    expect(await get(me, order)).toMatchObject({ state: 'settled' })
    await lab.advance(31 * DAY)
    await lab.settle()
    expect(machine.keys).toEqual([])
    await expect(get(me, order)).rejects.toMatchObject({ code: 'compute.lease-over' })
  })

  it('are tried again until the machine confirms them, also when it has them and nobody knows', async () => {
    const { me, keys, machine, order } = await running()
    machine.losesAfterKey = true
    await put(me, order, [keys[2]!.fingerprint])
    await lab.settle()
    expect(machine.keys).toEqual([keys[2]!.publicKey])
    expect(await get(me, order)).toMatchObject({ state: 'changing' })
    machine.failure = 'no-connection'
    await lab.advance(MINUTE)
    await lab.settle()
    expect(await get(me, order)).toMatchObject({ state: 'retrying' })
    machine.failure = undefined
    await lab.advance(MINUTE)
    await lab.settle()
    expect(await get(me, order)).toMatchObject({ state: 'settled' })
    expect(machine.calls.filter((call) => call === 'changeKeys')).toHaveLength(3)
  })

  it('are those chosen last, though another choice was on its way to the machine', async () => {
    const { me, keys, machine, order } = await running()
    let release = () => {}
    machine.held = new Promise((resolve) => (release = resolve))
    await put(me, order, [keys[2]!.fingerprint])
    const first = lab.settle()
    await expect.poll(() => machine.calls).toContain('changeKeys')
    await put(me, order, [keys[0]!.fingerprint])
    release()
    await first
    await lab.advance(MINUTE)
    await lab.settle()
    expect(machine.calls.filter((call) => call === 'changeKeys')).toHaveLength(2)
    expect(machine.keys).toEqual([keys[0]!.publicKey])
    expect(await get(me, order)).toMatchObject({ state: 'settled' })
  })

  it('leave the machine alone when nothing would change', async () => {
    const { me, keys, machine, order } = await running()
    expect(await put(me, order, prints([keys[1]!, keys[0]!]))).toMatchObject({ state: 'settled' })
    await lab.settle()
    expect(machine.calls).not.toContain('changeKeys')
  })

  it('show the password as soon as no key may be in, and no sooner', async () => {
    const { me, keys, machine, offer, order } = await running()
    machine.failure = 'no-connection'
    await put(me, order, [keys[2]!.fingerprint])
    expect(await password(me, offer)).toBeNull()
    await put(me, order, [])
    expect(await password(me, offer)).toBe(machine.password)
    machine.failure = undefined
    await lab.settle()
    expect(machine.keys).toEqual([])
    // The first key on its way in is not in yet.
    machine.failure = 'no-connection'
    await put(me, order, [keys[0]!.fingerprint])
    await lab.settle()
    expect(await password(me, offer)).toBe(machine.password)
  })

  it('that are saved no more are still shown, without a name, and can stay or be taken out', async () => {
    const { me, keys, machine, order } = await running()
    await lab.call(removeSshKey, { params: { id: keys[0]!.id } }, me)
    const view = await get(me, order)
    expect(view.keys).toContainEqual({ fingerprint: keys[0]!.fingerprint, name: null, isChosen: true })
    await put(me, order, prints(keys))
    await lab.settle()
    expect(machine.keys.toSorted()).toEqual(texts(keys).toSorted())
    await put(me, order, [keys[1]!.fingerprint])
    await lab.settle()
    expect(machine.keys).toEqual([keys[1]!.publicKey])
    const again = put(me, order, [keys[0]!.fingerprint])
    await expect(again).rejects.toMatchObject({ code: 'compute.ssh-key-unknown' })
  })

  it('are nobody else’s to see or change, and no other person’s keys get in', async () => {
    const [mine, theirs] = [await running(), await renter(1)]
    for (const stranger of ['seller', theirs.me]) {
      await expect(get(stranger, mine.order)).rejects.toMatchObject({ code: 'orders.not-found' })
      await expect(put(stranger, mine.order, [])).rejects.toMatchObject({ code: 'orders.not-found' })
    }
    const taking = put(mine.me, mine.order, prints(theirs.keys))
    await expect(taking).rejects.toMatchObject({ code: 'compute.ssh-key-unknown' })
    await lab.settle()
    expect(mine.machine.keys).toEqual(texts(mine.keys.slice(0, 2)))
  })

  it('wait for the machine to be handed over, and pass to the order that renews the lease', async () => {
    const { me, keys } = await renter(2)
    const { offer, machine } = await onMarket()
    const order = await lab.buy(me, offer, { sshKeys: [keys[0]!.fingerprint] })
    await expect(get(me, order)).rejects.toMatchObject({ code: 'compute.not-provisioned' })
    await lab.settle()
    const refused = { productId: offer, productType: 'superPoints' as const, renews: order, sshKeys: [] }
    const asked = lab.call(createPayment, { body: refused }, me)
    await expect(asked).rejects.toMatchObject({ code: 'orders.choice-unsupported' })
    const { sshKeys: _, ...body } = refused
    await lab.call(createPayment, { body }, me)
    const { rows } = await sql<{ id: string }>`select id from orders where renews = ${order}`.execute(lab.db)
    const next = rows[0]!.id
    await lab.payment.payAtCashier(next)
    await lab.payment.notify(next)
    await lab.settle()
    machine.failure = 'no-connection'
    await put(me, order, prints(keys))
    await lab.advance(30 * DAY + MINUTE)
    await lab.settle()
    await expect(get(me, order)).rejects.toMatchObject({ code: 'compute.lease-over' })
    expect(await get(me, next)).toMatchObject({ state: expect.stringMatching(/changing|retrying/) })
    machine.failure = undefined
    await lab.advance(2 * MINUTE)
    await lab.settle()
    expect(machine.keys).toEqual(texts(keys))
    expect(await get(me, next)).toMatchObject({ state: 'settled' })
  })
})

import { listPurchases } from '@trove/contract/compute/orders'
import {
  bringOnline,
  deleteOffer,
  getAccess,
  getOffer,
  listAccessReads,
  listChecks,
  listShares,
  putSshKey,
  takeOffline,
  updateOffer,
  verifyOffer,
} from '@trove/contract/compute/routes'
import { createPayment, getOrder } from '@trove/contract/order-lists/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ComputeLab, FORM, openOwnComputeLab } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines, type FakeMachine } from '../../../../test/stand-ins/fake-machine.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { erasePersonalData, findHindrances } from '../../../platform/personal-data.ts'
import { computePersonalData } from '../personal-data.ts'

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl'
const DAY = 86_400_000
const machines = createFakeMachines()
let lab: ComputeLab

beforeAll(async () => {
  lab = await openOwnComputeLab(machines)
})
afterAll(() => lab.close())

let lastPort = 0
/** A verified machine on the market. */
async function onMarket(seller = 'seller'): Promise<{ id: string; machine: FakeMachine }> {
  const serverPort = ++lastPort
  const id = await lab.publish(seller, { serverPort })
  await lab.settle()
  return { id, machine: machines.at('8.8.8.8', serverPort) }
}
const access = (id: string, user = 'buyer') => lab.call(getAccess, { query: { productId: id } }, user)
const share = async (id: string, seller = 'seller') =>
  (await lab.call(listShares, { query: { size: 100 } }, seller)).content.find((one) => one.id === id)!
const orderState = async (orderId: string) =>
  (await lab.call(getOrder, { params: { id: orderId } }, 'buyer')).orderState

describe('a lease', () => {
  it('begins with a fresh password, serves its buyer alone, and ends with another one', async () => {
    const { id, machine } = await onMarket()
    const orderId = await lab.buy('buyer', id)
    await expect(access(id)).rejects.toMatchObject({ code: 'compute.not-provisioned' })
    await lab.settle()

    const login = await access(id)
    expect(login).toMatchObject({
      username: 'root',
      password: machine.password,
      IPv4: '8.8.8.8',
      hostKey: 'SHA256:fake',
    })
    expect(machine.password).not.toBe('seller-made-it')
    expect(await share(id)).toMatchObject({ status: 1, listing: 'online', orderId })
    for (const other of ['seller', 'stranger'])
      await expect(access(id, other)).rejects.toMatchObject({ code: 'compute.access-denied' })
    const reads = await lab.call(listAccessReads, { params: { id } }, 'seller')
    expect(reads).toMatchObject([{ reader: 'buyer-name', via: 'credentials' }])

    await lab.advance(30 * DAY + 1000)
    await expect(access(id)).rejects.toMatchObject({ code: 'compute.access-denied' })
    await lab.settle()
    expect(machine.password).not.toBe(login.password)
    expect(await share(id)).toMatchObject({ status: 2, cleaning: 'none', orderId: null })
    await expect(access(id)).rejects.toMatchObject({ code: 'compute.access-denied' })
    expect(await orderState(orderId)).toBe('PaymentSuccessful')
    expect(await lab.notices('seller')).toEqual(
      expect.arrayContaining([
        'compute.lease-begun',
        'compute.access-read',
        'compute.lease-ended',
        'compute.lease-cleaned',
      ]),
    )

    await lab.call(bringOnline, { params: { id } }, 'seller')
    expect(await share(id)).toMatchObject({ status: 0 })
    await lab.settle()
    expect(await lab.call(getOffer, { params: { id } })).toMatchObject({ isAvailable: true, pastOrders: 1 })
  })

  it('logs each reading of its login, and tells the seller once an hour', async () => {
    const { id } = await onMarket('told-seller')
    await lab.buy('reading-buyer', id)
    await lab.settle()
    const told = async () => (await lab.notices('told-seller')).filter((kind) => kind === 'compute.access-read').length
    const log = async () => (await lab.call(listAccessReads, { params: { id } }, 'told-seller')).length
    await Promise.all([access(id, 'reading-buyer'), access(id, 'reading-buyer')])
    await access(id, 'reading-buyer')
    expect([await told(), await log()]).toEqual([1, 3])
    await lab.advance(59 * 60_000)
    await access(id, 'reading-buyer')
    expect([await told(), await log()]).toEqual([1, 4])
    await lab.advance(2 * 60_000)
    await access(id, 'reading-buyer')
    expect([await told(), await log()]).toEqual([2, 5])
  })

  it('installs the buyer’s SSH key, shows no password then, and removes the key at its end', async () => {
    const { id, machine } = await onMarket()
    await lab.call(putSshKey, { body: { publicKey: `${KEY} me@home` } }, 'key-buyer')
    await lab.buy('key-buyer', id)
    await lab.settle()
    expect(machine.keys).toEqual([KEY])
    expect(machine.password).not.toBe('seller-made-it')
    expect(await access(id, 'key-buyer')).toMatchObject({ password: null, defaultPassword: null })
    await lab.advance(31 * DAY)
    await lab.settle()
    expect(machine.keys).toEqual([])
  })

  it('is taken back at once when all of its price is given back while it serves', async () => {
    const { id, machine } = await onMarket()
    const orderId = await lab.buy('refunded-buyer', id)
    await lab.settle()
    const login = await access(id, 'refunded-buyer')
    const { rows } = await sql<{ fen: bigint }>`select amount_fen as fen from orders where id = ${orderId}`.execute(
      lab.db,
    )
    const ask = { key: 'broken', amountFen: rows[0]!.fen, reason: 'it is broken' }
    expect(await inTransaction(lab.db, (tx) => lab.orders.refund(tx, orderId, ask))).toBe(true)
    await lab.settle()
    expect(machine.password).not.toBe(login.password)
    expect(await share(id)).toMatchObject({ status: 2, cleaning: 'none' })
    await expect(access(id, 'refunded-buyer')).rejects.toMatchObject({ code: 'compute.access-denied' })
    const order = await lab.call(getOrder, { params: { id: orderId } }, 'refunded-buyer')
    expect(order).toMatchObject({ superPointsStatus: null, refundState: 'PaymentSuccessful' })
  })

  it('warns its buyer 7, 3 and 1 days before the end, once each', async () => {
    const { id } = await onMarket()
    await lab.buy('warned', id)
    await lab.settle()
    const warnings = async () =>
      (await lab.notices('warned')).filter((kind) => kind === 'compute.lease-expires-soon').length
    const seen: number[] = []
    for (const days of [22, 1.5, 3, 1, 1.6]) {
      await lab.advance(days * DAY)
      await lab.settle()
      await lab.settle()
      seen.push(await warnings())
    }
    expect(seen).toEqual([0, 1, 1, 2, 3])
  })

  it('shows the machine’s check on the buyer’s purchase', async () => {
    const { id } = await onMarket()
    await lab.buy('viewer', id)
    await lab.settle()
    const { content } = await lab.call(listPurchases, { query: {} }, 'viewer')
    expect(content[0]).toMatchObject({
      cpuCores: 4,
      ramSize: 8,
      verification: { state: 'verified' },
      authId: expect.stringMatching(/^CP-/),
    })
  })
})

describe('what may not be bought', () => {
  it('is a machine that is unverified, offline or taken', async () => {
    const order = (productId: string) =>
      lab.call(createPayment, { body: { productId, productType: 'superPoints' } }, 'other-buyer')
    const pending = await lab.publish('seller', { serverPort: ++lastPort })
    await expect(order(pending)).rejects.toMatchObject({ code: 'orders.product-unavailable' })
    const { id } = await onMarket()
    await lab.call(takeOffline, { params: { id } }, 'seller')
    await expect(order(id)).rejects.toMatchObject({ code: 'orders.product-unavailable' })
    const taken = await onMarket()
    await lab.buy('buyer', taken.id)
    await expect(order(taken.id)).rejects.toMatchObject({ code: 'orders.product-taken' })
    await expect(order('no-such-offer')).rejects.toMatchObject({ code: 'orders.product-unavailable' })
  })

  it('changes nothing for its seller while it is held or serving', async () => {
    const { id } = await onMarket()
    await lab.buy('buyer', id)
    const acts = [
      () => lab.call(takeOffline, { params: { id } }, 'seller'),
      () => lab.call(deleteOffer, { params: { id } }, 'seller'),
      () => lab.call(updateOffer, { params: { id }, body: { price: '1' } }, 'seller'),
    ]
    for (const act of acts) await expect(act()).rejects.toMatchObject({ code: 'compute.reserved' })
    await lab.settle()
    for (const act of acts) await expect(act()).rejects.toMatchObject({ code: 'compute.serving' })
  })

  it('is sold or offline, never both, when a seller and many buyers are at it', async () => {
    for (let round = 0; round < 8; round++) {
      const { id } = await onMarket()
      const buying = Array.from({ length: 20 }, (_, i) =>
        lab.call(createPayment, { body: { productId: id, productType: 'superPoints' } }, `racer-${i}`),
      )
      const offline = lab.call(takeOffline, { params: { id } }, 'seller')
      const [went, ...sold] = await Promise.allSettled([offline, ...buying])
      const bought = sold.filter(({ status }) => status === 'fulfilled').length
      expect(bought + (went.status === 'fulfilled' ? 1 : 0)).toBe(1)
      expect(await share(id)).toMatchObject(bought ? { isReserved: true, listing: 'online' } : { listing: 'offline' })
    }
  })
})

describe('when the machine fails', () => {
  it('refunds the buyer after ten minutes and takes the offer off the market', async () => {
    const { id, machine } = await onMarket('failing')
    machine.failure = 'no-connection'
    const orderId = await lab.buy('buyer', id)
    await lab.settle()
    await lab.advance(9 * 60_000)
    await lab.settle()
    expect(await share(id, 'failing')).toMatchObject({ isReserved: true })
    await lab.advance(2 * 60_000)
    await lab.settle()
    const order = await lab.call(getOrder, { params: { id: orderId } }, 'buyer')
    expect(order).toMatchObject({ refund: '9.90' })
    expect(await share(id, 'failing')).toMatchObject({
      status: 0,
      isReserved: false,
      verification: { state: 'unreachable' },
    })
    await expect(access(id)).rejects.toMatchObject({ code: 'compute.access-denied' })
  })

  it('refunds at once when the machine is less than what was sold', async () => {
    const { id, machine } = await onMarket()
    machine.facts.ramSize = 2
    const orderId = await lab.buy('buyer', id)
    await lab.settle()
    expect(await lab.call(getOrder, { params: { id: orderId } }, 'buyer')).toMatchObject({ refund: '9.90' })
    expect(machine.calls).not.toContain('beginLease')
    expect((await share(id)).verification).toMatchObject({ state: 'differs', differing: ['ramSize'] })
  })

  it('goes on with the same password when the first try was cut off after the change', async () => {
    const { id, machine } = await onMarket()
    machine.losesAfterChange = true
    await lab.buy('buyer', id)
    await lab.settle()
    const changed = machine.password
    await expect(access(id)).rejects.toMatchObject({ code: 'compute.not-provisioned' })
    await lab.advance(60_000)
    await lab.settle()
    expect(await access(id)).toMatchObject({ password: changed })
  })

  it('is not sold again until it was cleaned, and its seller learns of it once', async () => {
    const { id, machine } = await onMarket('unlucky')
    await lab.buy('buyer', id)
    await lab.settle()
    machine.failure = 'no-connection'
    await lab.advance(30 * DAY + 1000)
    for (let i = 0; i < 5; i++) {
      await lab.settle()
      await lab.advance(3_600_000)
    }
    expect(await share(id, 'unlucky')).toMatchObject({ status: 2, cleaning: 'failed' })
    await expect(lab.call(bringOnline, { params: { id } }, 'unlucky')).rejects.toMatchObject({
      code: 'compute.not-sellable',
    })
    const told = (await lab.notices('unlucky')).filter((kind) => kind === 'compute.lease-clean-failed')
    expect(told).toHaveLength(1)
    machine.failure = undefined
    machine.left = 2
    await lab.advance(2 * 3_600_000)
    await lab.settle()
    expect(await share(id, 'unlucky')).toMatchObject({ cleaning: 'none' })
    const kinds = await lab.notices('unlucky')
    expect(kinds).toContain('compute.lease-cleaned-in-part')
    expect(kinds).not.toContain('compute.lease-cleaned')
  })

  /** A machine whose lease is over and that could not be cleaned. */
  async function uncleaned(seller: string, buyer: string) {
    const { id, machine } = await onMarket(seller)
    await lab.buy(buyer, id)
    await lab.settle()
    machine.failure = 'login-refused'
    await lab.advance(30 * DAY + 1000)
    for (let i = 0; i < 4; i++) {
      await lab.settle()
      await lab.advance(3_600_000)
    }
    expect(await share(id, seller)).toMatchObject({ status: 2, cleaning: 'failed' })
    return { id, machine }
  }

  it('is cleaned, checked and sold again at once when its seller gives another login', async () => {
    const { id, machine } = await uncleaned('mender', 'buyer')
    machine.failure = undefined
    machine.password = 'set-by-hand-1'
    await lab.call(updateOffer, { params: { id }, body: { defaultPassword: 'set-by-hand-1' } }, 'mender')
    await lab.settle()
    expect(await share(id, 'mender')).toMatchObject({ cleaning: 'none', verification: { state: 'verified' } })
    await lab.call(bringOnline, { params: { id } }, 'mender')
    expect(await lab.call(getOffer, { params: { id } })).toMatchObject({ isAvailable: true })
  })

  it('can be checked on demand while it is not cleaned, and the check is not lost', async () => {
    const { id } = await uncleaned('asker', 'buyer')
    await lab.call(verifyOffer, { params: { id } }, 'asker')
    await lab.settle()
    const [newest] = await lab.call(listChecks, { params: { id } }, 'asker')
    expect(newest).toMatchObject({ trigger: 'on-demand', state: 'done', result: { state: 'unreachable' } })
  })

  it('keeps no renter from deleting the account, and its seller only until the offer is deleted', async () => {
    const { id } = await uncleaned('leaver', 'left')
    const hindrances = (userId: string) =>
      findHindrances(lab.db, [computePersonalData], { userId, phoneIndex: Buffer.alloc(0) })
    expect(await hindrances('left')).toEqual([])
    expect(await hindrances('leaver')).toEqual(['identity.delete-leases'])
    await lab.call(deleteOffer, { params: { id } }, 'leaver')
    await lab.settle()
    expect(await hindrances('leaver')).toEqual([])
  })

  it('is cleaned by the next offer when its seller deletes this one, and not rented before', async () => {
    const { id, machine } = await uncleaned('starter', 'forgotten')
    const { serverIPv4, serverPort } = await share(id, 'starter')
    await lab.call(deleteOffer, { params: { id } }, 'starter')
    const me = { userId: 'forgotten', phoneIndex: Buffer.alloc(0) }
    await inTransaction(lab.db, (tx) => erasePersonalData(tx, [computePersonalData], me))
    machine.failure = undefined
    machine.password = FORM.defaultPassword
    machine.keys.push('a key the renter left')
    const next = await lab.publish('starter', { serverIPv4, serverPort })
    expect(await share(next, 'starter')).toMatchObject({ cleaning: 'failed' })
    expect(await lab.call(getOffer, { params: { id: next } })).toMatchObject({ isAvailable: false })
    await lab.settle()
    expect(await share(next, 'starter')).toMatchObject({ cleaning: 'none', verification: { state: 'verified' } })
    expect(machine.keys).toEqual([])
    expect(await lab.call(getOffer, { params: { id: next } })).toMatchObject({ isAvailable: true })
  })

  it('is not cleaned by an offer of another account of the machine, whose files the mark is not of', async () => {
    const { id, machine } = await uncleaned('changer', 'former')
    const { serverIPv4, serverPort } = await share(id, 'changer')
    await lab.call(deleteOffer, { params: { id } }, 'changer')
    machine.failure = undefined
    Object.assign(machine, { username: 'another', password: FORM.defaultPassword })
    machine.keys.push('a key of the other account')
    const other = await lab.publish('changer', { serverIPv4, serverPort, defaultUsername: 'another' })
    await lab.settle()
    expect(await share(other, 'changer')).toMatchObject({ cleaning: 'none', verification: { state: 'verified' } })
    expect(machine.keys).toEqual(['a key of the other account'])
  })

  it('is cleaned, too, when another offer of its seller moves to its address', async () => {
    const { id, machine } = await uncleaned('mover', 'left-behind')
    const { serverIPv4, serverPort } = await share(id, 'mover')
    const { id: other } = await onMarket('mover')
    await lab.call(deleteOffer, { params: { id } }, 'mover')
    machine.failure = undefined
    const body = { serverIPv4, serverPort, defaultPassword: machine.password }
    await lab.call(updateOffer, { params: { id: other }, body }, 'mover')
    expect(await share(other, 'mover')).toMatchObject({ cleaning: 'failed' })
    await lab.settle()
    expect(await share(other, 'mover')).toMatchObject({ cleaning: 'none' })
  })

  it('cannot be moved to another address before, where the cleaning would meet another machine', async () => {
    const { id, machine } = await uncleaned('shifter', 'buyer')
    const other = machines.at('8.8.8.8', 4_444)
    other.keys.push('a key of the other machine')
    machine.failure = undefined
    const move = lab.call(updateOffer, { params: { id }, body: { serverPort: 4_444 } }, 'shifter')
    await expect(move).rejects.toMatchObject({ code: 'compute.not-cleaned' })
    await lab.advance(2 * 3_600_000)
    await lab.settle()
    expect(await share(id, 'shifter')).toMatchObject({ cleaning: 'none' })
    expect(other.keys).toEqual(['a key of the other machine'])
    await lab.call(updateOffer, { params: { id }, body: { serverPort: 4_444 } }, 'shifter')
  })

  it('keeps its account until then, for what was noted is of that one', async () => {
    const { id, machine } = await uncleaned('renamer', 'buyer')
    machine.failure = undefined
    machine.keys.push('a key the renter left')
    const rename = () => lab.call(updateOffer, { params: { id }, body: { defaultUsername: 'another' } }, 'renamer')
    await expect(rename()).rejects.toMatchObject({ code: 'compute.not-cleaned' })
    await lab.advance(2 * 3_600_000)
    await lab.settle()
    expect(await share(id, 'renamer')).toMatchObject({ cleaning: 'none' })
    expect(machine.keys).toEqual([])
    await rename()
  })

  it('is still cleaned after its renter deleted the account', async () => {
    const { id, machine } = await uncleaned('stayer', 'gone')
    const me = { userId: 'gone', phoneIndex: Buffer.alloc(0) }
    await inTransaction(lab.db, (tx) => erasePersonalData(tx, [computePersonalData], me))
    machine.failure = undefined
    await lab.advance(2 * 3_600_000)
    await lab.settle()
    expect(await share(id, 'stayer')).toMatchObject({ cleaning: 'none' })
  })
})

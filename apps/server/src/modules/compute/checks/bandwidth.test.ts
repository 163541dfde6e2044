import { getOffer, listChecks, verifyOffer } from '@trove/contract/compute/routes'
import { createPayment, getOrder } from '@trove/contract/order-lists/routes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ComputeLab, openOwnComputeLab } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines } from '../../../../test/stand-ins/fake-machine.ts'

/** Bandwidth is measured on a line that others use: a busy moment stops the sale of no honest machine. */

const MINUTE = 60_000
const machines = createFakeMachines()
let lab: ComputeLab

beforeAll(async () => {
  lab = await openOwnComputeLab(machines)
})
afterAll(() => lab.close())

let lastPort = 0
async function onMarket(seller: string, bandwidth?: number) {
  const serverPort = ++lastPort
  const machine = machines.at('8.8.8.8', serverPort)
  const usual = machine.facts.bandwidth
  if (bandwidth !== undefined) machine.facts.bandwidth = bandwidth
  const id = await lab.publish(seller, { serverPort })
  await lab.settle()
  return { id, machine, usual, seller }
}
const offer = (id: string) => lab.call(getOffer, { params: { id } })
const stateOf = async (id: string) => (await offer(id)).verification.state
const found = async (id: string, seller: string) =>
  (await lab.call(listChecks, { params: { id } }, seller)).map(({ result }) => result.state)
async function later(minutes: number) {
  await lab.advance(minutes * MINUTE)
  await lab.settle()
}

describe('a check that finds bandwidth alone below the declared', () => {
  it('stops no sale, and one that finds the same ten minutes later does', async () => {
    const { id, machine, seller } = await onMarket('slow')
    machine.facts.bandwidth = 5
    await lab.call(verifyOffer, { params: { id } }, seller)
    await lab.settle()
    expect(await found(id, seller)).toEqual(['differs', 'verified'])
    expect(await offer(id)).toMatchObject({ isAvailable: true, verification: { state: 'verified' } })
    expect(await lab.notices(seller)).toEqual([])
    await later(11)
    expect(await offer(id)).toMatchObject({ isAvailable: false, verification: { differing: ['bandwidth'] } })
    expect(await lab.notices(seller)).toEqual(['compute.check-differs'])
  })

  it('is forgotten when the next finds the bandwidth', async () => {
    const { id, machine, usual, seller } = await onMarket('busy')
    machine.facts.bandwidth = 5
    await lab.call(verifyOffer, { params: { id } }, seller)
    await lab.settle()
    machine.facts.bandwidth = usual
    await later(11)
    expect(await found(id, seller)).toEqual(['verified', 'differs', 'verified'])
    machine.facts.bandwidth = 5
    await lab.call(verifyOffer, { params: { id } }, seller)
    await lab.settle()
    expect(await stateOf(id)).toBe('verified')
  })

  it('is not confirmed by one that is made at once', async () => {
    const { id, machine, seller } = await onMarket('hasty')
    machine.facts.bandwidth = 5
    for (let i = 0; i < 2; i++) {
      await lab.call(verifyOffer, { params: { id } }, seller)
      await lab.settle()
    }
    expect(await stateOf(id)).toBe('verified')
  })

  it('keeps a new machine waiting for its check, unsold, until the second', async () => {
    const { id } = await onMarket('new', 5)
    expect(await offer(id)).toMatchObject({ isAvailable: false, verification: { state: 'pending' } })
    await expect(
      lab.call(createPayment, { body: { productId: id, productType: 'superPoints' } }, 'buyer'),
    ).rejects.toMatchObject({ code: 'orders.product-unavailable' })
    await later(11)
    expect(await stateOf(id)).toBe('differs')
  })

  it('hands a machine over that passed until now, and refunds where an earlier check found it too', async () => {
    const busy = await onMarket('let')
    busy.machine.facts.bandwidth = 5
    const served = await lab.buy('buyer', busy.id)
    await lab.settle()
    expect(busy.machine.calls).toContain('beginLease')
    expect(await lab.call(getOrder, { params: { id: served } }, 'buyer')).toMatchObject({ superPointsStatus: 1 })

    const slow = await onMarket('refunding')
    slow.machine.facts.bandwidth = 5
    await lab.call(verifyOffer, { params: { id: slow.id } }, slow.seller)
    await lab.settle()
    await lab.advance(6 * MINUTE)
    const refunded = await lab.buy('buyer', slow.id)
    await lab.settle()
    expect(slow.machine.calls).not.toContain('beginLease')
    expect(await lab.call(getOrder, { params: { id: refunded } }, 'buyer')).toMatchObject({ refund: '9.90' })
  })

  it('does nothing for a machine that lacks memory as well', async () => {
    const { id, machine, seller } = await onMarket('less')
    Object.assign(machine.facts, { bandwidth: 5, ramSize: 2 })
    await lab.call(verifyOffer, { params: { id } }, seller)
    await lab.settle()
    expect(await offer(id)).toMatchObject({ verification: { state: 'differs', differing: ['ramSize', 'bandwidth'] } })
  })
})

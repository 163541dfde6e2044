import { getDowntime } from '@trove/contract/compute/downtime'
import { stopLease } from '@trove/contract/compute/leases'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ComputeLab, openOwnComputeLab, openRounds } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines } from '../../../../test/stand-ins/fake-machine.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Greeting, MachineAddress } from '../machine/machine.ts'

/** Rounds that come late or have nobody to compare with, and silences that outlive their lease. */

const DAY = 86_400_000
const fakes = createFakeMachines()
/** What was heard is known, and reaches the round only when this settles. */
let held: Promise<void> | undefined
let asked = 0
async function answers(address: MachineAddress): Promise<Greeting> {
  const greeting = await fakes.answers(address)
  asked++
  await held
  return greeting
}
let lab: ComputeLab
let rounds: ReturnType<typeof openRounds>

let count = 0
/** A lease of a day that has just begun. */
async function serving() {
  const n = ++count
  const [seller, buyer, host] = [`seller${n}`, `buyer${n}`, `8.8.8.${n}`]
  const id = await lab.publish(seller, { serverIPv4: host, servePeriod: 1, price: '14.40' })
  await lab.settle()
  const orderId = await lab.buy(buyer, id)
  await lab.settle()
  const read = () => lab.call(getDowntime, { params: { id: orderId } }, buyer)
  return { machine: fakes.at(host), buyer, orderId, read }
}

beforeAll(async () => {
  lab = await openOwnComputeLab({ ...fakes, answers })
  rounds = openRounds(lab)
})
afterAll(() => lab.close())

it('a round that ends after a later one does not end the silence that the later one found', async () => {
  const [one] = [await serving(), await serving()]
  await rounds.minutes(2)
  await rounds.newMinute()
  let release = () => {}
  held = new Promise((resolve) => {
    release = resolve
  })
  asked = 0
  const late = lab.sweep('compute.probe')
  await expect.poll(() => asked).toBeGreaterThanOrEqual(2)
  held = undefined
  one.machine.failure = 'no-connection'
  await rounds.minutes(1)
  release()
  await late
  await rounds.minutes(11)
  expect(await one.read()).toMatchObject({ silences: [{ minutes: 12, state: 'silent' }], silentMinutes: 12 })
  one.machine.failure = undefined
  await rounds.minutes(1)
  expect(await one.read()).toMatchObject({ silences: [{ minutes: 12, state: 'returning' }] })
  await lab.advance(2 * DAY)
  await lab.settle()
})

it('a minute in which nobody answers counts for nobody, also when all were silent before', async () => {
  const [one, other] = [await serving(), await serving()]
  one.machine.failure = 'no-connection'
  await rounds.minutes(5)
  await lab.call(stopLease, { params: { id: other.orderId }, body: { refundAmount: '0.00' } }, other.buyer)
  await rounds.minutes(20)
  one.machine.failure = undefined
  await rounds.minutes(3)
  expect(await one.read()).toMatchObject({ silences: [{ minutes: 5, state: 'restart' }], unknownMinutes: 20 })
  await lab.advance(2 * DAY)
  await lab.settle()
})

it('a silence is over with its lease, also where all of the price goes back for another reason', async () => {
  const [one] = [await serving(), await serving()]
  one.machine.failure = 'no-connection'
  await rounds.minutes(12)
  const all = { key: 'fault:stand-in', amountFen: 1440n, reason: 'a ruling about a fault' }
  await inTransaction(lab.db, (tx) => lab.orders.refund(tx, one.orderId, all))
  one.machine.failure = undefined
  await lab.sweep('compute.pay-downtime')
  await lab.settle()
  expect(await one.read()).toMatchObject({ silences: [{ minutes: 12, state: 'returned', refundAmount: '0.00' }] })
  await lab.advance(2 * DAY)
  await lab.settle()
})

import { getOffer, listChecks, listShares, putSshKey, verifyOffer } from '@trove/contract/compute/routes'
import { getOrder } from '@trove/contract/order-lists/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ComputeLab, openOwnComputeLab } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines, type FakeMachine } from '../../../../test/stand-ins/fake-machine.ts'
import { openLog } from '../../../platform/base/log.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { createHandOver, type HandOverDeps } from './hand-over.ts'
import { createLeaseStore } from './store.ts'

/** A paid order is served or refunded, whatever fails on the way. */

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl'
const MINUTE = 60_000
const machines = createFakeMachines()
let lab: ComputeLab
let lastPort = 0

beforeAll(async () => {
  lab = await openOwnComputeLab(machines)
})
afterAll(() => lab.close())

/** A verified machine on the market, of a seller of its own. */
async function onMarket(): Promise<{ id: string; seller: string; machine: FakeMachine }> {
  const serverPort = ++lastPort
  const seller = `seller-${serverPort}`
  const id = await lab.publish(seller, { serverPort })
  await lab.settle()
  return { id, seller, machine: machines.at('8.8.8.8', serverPort) }
}
const share = async (seller: string) => (await lab.call(listShares, { query: {} }, seller)).content[0]!
const refundOf = async (orderId: string) => (await lab.call(getOrder, { params: { id: orderId } }, 'buyer')).refund
/** A paid order whose own try has had the machine for longer than a turn is waited for, until it is let go. */
async function heldTry() {
  const { id, machine } = await onMarket()
  const { promise, resolve } = Promise.withResolvers<void>()
  machine.held = promise
  const orderId = await lab.buy('buyer', id)
  const count = () => machine.calls.filter((call) => call === 'probe').length
  const before = count()
  const probes = () => count() - before
  const trying = lab.settle()
  await expect.poll(probes).toBe(1)
  await wait(14)
  const letGo = async () => {
    resolve()
    await trying
  }
  return { orderId, machine, probes, letGo }
}

async function wait(minutes: number): Promise<void> {
  await lab.advance(minutes * MINUTE)
  await lab.settle()
}
const leaseOf = async (orderId: string) =>
  (await sql<{ state: string }>`select state from compute_leases where order_id = ${orderId}`.execute(lab.db)).rows[0]!
    .state

describe('a paid order', () => {
  it('is handed to the jobs once while its try waits there, and again should the job be lost', async () => {
    const { id } = await onMarket()
    const orderId = await lab.buy('buyer', id)
    const claim = async () => {
      const claimed = await inTransaction(lab.db, (tx) => createLeaseStore(lab.db).claimDue(tx))
      return claimed.filter((lease) => lease.order_id === orderId)
    }
    expect(await claim()).toEqual([{ order_id: orderId, state: 'provisioning' }])
    expect(await claim()).toEqual([])
    await lab.advance(31_000)
    expect(await claim()).toEqual([{ order_id: orderId, state: 'provisioning' }])
  })

  it('is tried again and refunded when overdue although no try fails by the machine being out of reach', async () => {
    const { id, seller, machine } = await onMarket()
    // More than its column holds: the transaction that would write the check fails each time.
    machine.facts.cpuScore = 3_000_000_000
    const orderId = await lab.buy('buyer', id)
    await lab.settle()
    await wait(5)
    expect(await refundOf(orderId)).toBeNull()
    expect(machine.calls.filter((call) => call === 'probe').length).toBeGreaterThanOrEqual(3)
    await wait(6)
    expect(await refundOf(orderId)).toBe('9.90')
    expect(await leaseOf(orderId)).toBe('failed')
    expect(await share(seller)).toMatchObject({ isReserved: false, verification: { state: 'unreachable' } })
    machine.facts.cpuScore = 900
  })

  it('is refunded in an outage of our own network, which is not held against the machine', async () => {
    const { id, seller, machine } = await onMarket()
    machine.failure = 'no-connection'
    const orderId = await lab.buy('buyer', id)
    await lab.settle()
    for (let i = 0; i < 11; i++) {
      await sql`insert into compute_probe_rounds (minute, probed, silent, verdict)
        values (date_trunc('minute', business_now()), 2, 2, 'unknown') on conflict (minute) do update
          set verdict = 'unknown'`.execute(lab.db)
      await wait(1)
    }
    expect(await refundOf(orderId)).toBe('9.90')
    expect(await share(seller)).toMatchObject({ isReserved: false, verification: { state: 'verified' } })
    await wait(5)
  })

  it('is served in time when what failed is mended', async () => {
    const { id, machine } = await onMarket()
    machine.facts.cpuScore = 3_000_000_000
    const orderId = await lab.buy('buyer', id)
    await lab.settle()
    machine.facts.cpuScore = 900
    await wait(5)
    expect(await leaseOf(orderId)).toBe('active')
  })

  it('is refunded although what was found out about its machine cannot be written', async () => {
    const { id, seller, machine } = await onMarket()
    await sql`create function test_refuse() returns trigger language plpgsql as $$
      begin raise exception 'this check cannot be written'; end $$`.execute(lab.db)
    await sql`create trigger test_refuse before update on compute_offers
      for each row when (new.check_state = 'unreachable') execute function test_refuse()`.execute(lab.db)
    machine.failure = 'timed-out'
    const orderId = await lab.buy('buyer', id)
    await lab.settle()
    await wait(11)
    await sql`drop trigger test_refuse on compute_offers`.execute(lab.db)
    expect(await refundOf(orderId)).toBe('9.90')
    expect(await share(seller)).toMatchObject({ isReserved: false, verification: { state: 'verified' } })
  })

  it('says that the machine differs, and not that it is out of reach, when that is why it was given up late', async () => {
    const { id, seller, machine } = await onMarket()
    machine.failure = 'timed-out'
    const orderId = await lab.buy('buyer', id)
    await lab.settle()
    machine.failure = undefined
    machine.facts.ramSize = 1
    await wait(11)
    expect(await refundOf(orderId)).toBe('9.90')
    expect(await share(seller)).toMatchObject({ verification: { state: 'differs', differing: ['ramSize'] } })
  })

  it('is not handed over on another machine than the one that was just checked', async () => {
    const { id, machine } = await onMarket()
    // As after a changed login: nothing is known of the machine's host key.
    await sql`update compute_offers set host_key = null where id = ${id}`.execute(lab.db)
    machine.changesHostKey = true
    const orderId = await lab.buy('buyer', id)
    await lab.settle()
    expect(machine.calls).toContain('beginLease')
    expect(await leaseOf(orderId)).toBe('provisioning')
    expect(machine.password).toBe('seller-made-it')
    machine.hostKey = 'SHA256:fake'
    await wait(1)
    expect(await leaseOf(orderId)).toBe('active')
  })

  it('is refunded when others have every turn on its machine', async () => {
    const { id, machine } = await onMarket()
    const orderId = await lab.buy('buyer', id)
    await sql`update compute_offers set busy_token = 'other', busy_until = now() + interval '1 hour',
      busy_by = ${lab.processKey} where id = ${id}`.execute(lab.db)
    await wait(5)
    expect(machine.calls.filter((call) => call === 'beginLease')).toEqual([])
    expect(await refundOf(orderId)).toBeNull()
    await wait(9)
    expect(await refundOf(orderId)).toBe('9.90')
    await sql`update compute_offers set busy_token = null, busy_by = null, busy_until = null where id = ${id}`.execute(
      lab.db,
    )
  })

  it('is not refunded while its own earlier try still has the machine, and is served by it', async () => {
    const { orderId, probes, letGo } = await heldTry()
    expect([await refundOf(orderId), await leaseOf(orderId)]).toEqual([null, 'provisioning'])
    await letGo()
    expect([await refundOf(orderId), await leaseOf(orderId)]).toEqual([null, 'active'])
    expect(probes()).toBe(1)
  })

  it('is tried a last time and refunded when its own try ended in vain after the time was up', async () => {
    const { orderId, machine, letGo } = await heldTry()
    machine.failure = 'timed-out'
    await letGo()
    await wait(1)
    expect(await refundOf(orderId)).toBe('9.90')
  })
})

describe('a paid order whose time is up', () => {
  it('is not refunded when its own try gets the machine while another run of it looks for a turn', async () => {
    const { id, machine } = await onMarket()
    const { promise, resolve } = Promise.withResolvers<void>()
    machine.held = promise
    const orderId = await lab.buy('buyer', id)
    const probes = () => machine.calls.filter((call) => call === 'probe').length
    const before = probes()
    await lab.advance(14 * MINUTE)
    let trying: Promise<unknown> | undefined
    const other = createHandOver({
      ...{ db: lab.db, store: createLeaseStore(lab.db), orders: lab.orders, log: openLog('silent') },
      offers: { lock: async () => undefined },
      withMachine: async () => {
        trying = lab.settle()
        await expect.poll(probes).toBe(before + 1)
        return false
      },
    } as unknown as HandOverDeps)
    await other.run(orderId)
    resolve()
    await trying
    expect([await refundOf(orderId), await leaseOf(orderId)]).toEqual([null, 'active'])
  })
})

describe('a buyer’s key on a machine whose lease never began', () => {
  it('is taken out when the machine answers again, and the machine is not sold before', async () => {
    const { id, seller, machine } = await onMarket()
    await lab.call(putSshKey, { body: { publicKey: KEY } }, 'buyer')
    machine.losesAfterKey = true
    const orderId = await lab.buy('buyer', id)
    await lab.settle()
    await lab.call(putSshKey, { body: { publicKey: null } }, 'buyer')
    // The key is in, nobody knows it, and the machine is gone until the order is given up.
    expect(machine.keys).toEqual([KEY])
    machine.failure = 'no-connection'
    await wait(11)
    expect(await refundOf(orderId)).toBe('9.90')
    const taken = machine.password
    expect(await share(seller)).toMatchObject({ isReserved: false, cleaning: 'running' })
    expect(await lab.call(getOffer, { params: { id } })).toMatchObject({ isAvailable: false })
    machine.failure = undefined
    await wait(240)
    expect(machine.keys).toEqual([])
    expect(await share(seller)).toMatchObject({ cleaning: 'none', verification: { state: 'verified' } })
    expect(await lab.call(getOffer, { params: { id } })).toMatchObject({ isAvailable: true })
    expect(machine.password).toBe(taken)
  })

  it('is taken out at the end of a lease that began at a later try, back to how the account was before the first', async () => {
    const { id, machine } = await onMarket()
    await lab.call(putSshKey, { body: { publicKey: KEY } }, 'buyer')
    machine.losesAfterKey = true
    const orderId = await lab.buy('buyer', id)
    await lab.settle()
    await lab.call(putSshKey, { body: { publicKey: null } }, 'buyer')
    const marks = async () =>
      (
        await sql<{ mark: Buffer }>`select mark_sealed as mark from compute_leases where order_id = ${orderId}`.execute(
          lab.db,
        )
      ).rows[0]!.mark
    const first = await marks()
    await wait(1)
    expect(await leaseOf(orderId)).toBe('active')
    expect(await marks()).toEqual(first)
    await wait(31 * 24 * 60)
    expect(machine.keys).toEqual([])
  })
})

describe('a check that cannot be written', () => {
  it('is tried again for some minutes, then the machine counts as out of reach', async () => {
    const { id, seller, machine } = await onMarket()
    machine.facts.cpuScore = 3_000_000_000
    await lab.call(verifyOffer, { params: { id } }, seller)
    await expect(lab.settle()).rejects.toThrow('out of range')
    expect(await share(seller)).toMatchObject({ verification: { state: 'verified' } })
    await wait(6)
    const [newest] = await lab.call(listChecks, { params: { id } }, seller)
    expect(newest).toMatchObject({ trigger: 'on-demand', state: 'done', result: { state: 'unreachable' } })
    expect(await share(seller)).toMatchObject({ verification: { state: 'unreachable' } })
    machine.facts.cpuScore = 900
  })
})

describe('taking a machine back', () => {
  it('is tried again and its seller told, however it fails', async () => {
    const { id, seller } = await onMarket()
    const orderId = await lab.buy('buyer', id)
    await lab.settle()
    await sql`update compute_leases set mark_sealed = 'unreadable' where order_id = ${orderId}`.execute(lab.db)
    await lab.advance(30 * 24 * 60 * MINUTE)
    for (let tries = 0; tries < 4; tries++) await wait(60)
    expect(await share(seller)).toMatchObject({ cleaning: 'failed' })
    expect((await lab.notices(seller)).filter((kind) => kind === 'compute.lease-clean-failed')).toHaveLength(1)
  })
})

import {
  bringOnline,
  deleteOffer,
  getOffer,
  listAccessReads,
  listChecks,
  listOffers,
  listShares,
  publishOffer,
  takeOffline,
  updateOffer,
  verifyOffer,
} from '@trove/contract/compute/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ComputeLab, FORM, openOwnComputeLab } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines, type FakeMachines } from '../../../../test/stand-ins/fake-machine.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'

let lab: ComputeLab
const machines: FakeMachines = createFakeMachines()

beforeAll(async () => {
  lab = await openOwnComputeLab(machines, [{ host: '127.0.0.1', port: 2222 }])
})
afterAll(() => lab.close())

let lastPort = 0
const freshPort = () => ++lastPort
const stateOf = async (id: string) => (await lab.call(getOffer, { params: { id } })).verification.state
const isListed = async (id: string) => {
  const { products } = await lab.call(listOffers, { query: { size: 100 } })
  return products.content.some((card) => card.id === id)
}

/** Whether somebody waits for the row of an offer. */
async function isAwaited(): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where wait_event_type = 'Lock' and query like '%"compute_offers"%for update%'`.execute(lab.db)
  return rows.length > 0
}

describe('publishing', () => {
  it('shows the card at once as pending and as verified after its check', async () => {
    const id = await lab.publish('seller', { serverPort: freshPort() })
    expect([await stateOf(id), await isListed(id)]).toEqual(['pending', true])
    await lab.settle()
    const detail = await lab.call(getOffer, { params: { id } })
    expect(detail).toMatchObject({
      isAvailable: true,
      verification: { state: 'verified', measured: { cpuScore: 1200 } },
    })
    const [run] = await lab.call(listChecks, { params: { id } }, 'seller')
    expect(run).toMatchObject({ state: 'done', trigger: 'publish', result: { state: 'verified' } })
  })

  it('takes an understated machine off the list and tells the seller which facts differ', async () => {
    const port = freshPort()
    machines.at('8.8.8.8', port).facts.cpuCores = 2
    const id = await lab.publish('understating', { serverPort: port })
    await lab.settle()
    const detail = await lab.call(getOffer, { params: { id } })
    expect(detail).toMatchObject({
      isAvailable: false,
      unavailableReason: 'differs',
      verification: { differing: ['cpuCores'] },
    })
    expect(await isListed(id)).toBe(false)
    expect(await lab.notices('understating')).toEqual(['compute.check-differs'])
  })

  it('sells a machine that differs in its system alone, with the difference on its card', async () => {
    const port = freshPort()
    const id = await lab.publish('other-system', { serverPort: port, operationSystem: '4' })
    await lab.settle()
    expect(await lab.notices('other-system')).toEqual([])
    const detail = await lab.call(getOffer, { params: { id } })
    expect(detail).toMatchObject({
      isAvailable: true,
      unavailableReason: null,
      verification: { state: 'differs', differing: ['operationSystem'] },
    })
    expect(await isListed(id)).toBe(true)
  })

  it('lets nobody publish anew what a former renter was not removed from', async () => {
    const serverPort = freshPort()
    const id = await lab.publish('seller', { serverPort })
    await sql`update compute_offers set cleaning = 'failed' where id = ${id}`.execute(lab.db)
    await expect(lab.publish('seller', { serverPort })).rejects.toMatchObject({ code: 'compute.not-cleaned' })
    await sql`update compute_offers set cleaning = 'none' where id = ${id}`.execute(lab.db)
    await lab.publish('seller', { serverPort })
  })

  it('lets the same seller publish an address anew, in place of the former offer', async () => {
    const serverPort = freshPort()
    const former = await lab.publish('seller', { serverPort })
    const id = await lab.publish('seller', { serverPort })
    expect(id).not.toBe(former)
    await expect(lab.call(getOffer, { params: { id: former } })).rejects.toMatchObject({ code: 'compute.not-found' })
    await lab.settle()
    expect(await isListed(id)).toBe(true)
  })

  it.each(['no-connection', 'login-refused', 'timed-out', 'host-key-changed'] as const)(
    'says no more than unreachable when the reason is %s',
    async (reason) => {
      const port = freshPort()
      machines.at('8.8.8.8', port).failure = reason
      const id = await lab.publish('seller', { serverPort: port })
      await lab.settle()
      const answers = [
        await lab.call(getOffer, { params: { id } }),
        await lab.call(listChecks, { params: { id } }, 'seller'),
      ]
      expect(answers[0]).toMatchObject({ verification: { state: 'unreachable', measured: null } })
      expect(JSON.stringify(answers)).not.toContain(reason)
    },
  )

  it.each([
    '10.0.0.1',
    '127.0.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '198.18.0.1',
  ])('refuses the address %s, which is not public', async (serverIPv4) => {
    await expect(lab.publish('seller', { serverIPv4 })).rejects.toMatchObject({ code: 'compute.address-not-allowed' })
  })

  it('lets in what stands on the allow list, with exactly its port', async () => {
    await expect(lab.publish('seller', { serverIPv4: '127.0.0.1', serverPort: 2222 })).resolves.toBeTruthy()
    const otherPort = lab.publish('seller', { serverIPv4: '127.0.0.1', serverPort: 2223 })
    await expect(otherPort).rejects.toMatchObject({ code: 'compute.address-not-allowed' })
  })

  it('refuses an address that is published already until that offer is deleted', async () => {
    const serverPort = freshPort()
    const first = await lab.publish('seller', { serverPort })
    await expect(lab.publish('other', { serverPort })).rejects.toMatchObject({ code: 'compute.address-taken' })
    await lab.call(deleteOffer, { params: { id: first } }, 'seller')
    await expect(lab.publish('other', { serverPort })).resolves.toBeTruthy()
  })

  it('gives an address that its seller could never log in to to who publishes it next, and says so', async () => {
    const at = { serverIPv4: '9.9.9.11', serverPort: freshPort() }
    const bogus = await lab.publish('squatter', { ...at, defaultPassword: 'made up by a stranger' })
    await expect(lab.publish('owner-of-11', at)).rejects.toMatchObject({ code: 'compute.address-taken' })
    await lab.settle()
    const own = await lab.publish('owner-of-11', at)
    await lab.settle()
    expect(await stateOf(own)).toBe('verified')
    expect(await lab.notices('squatter')).toEqual(['compute.check-unreachable', 'compute.address-claimed'])
    await expect(lab.call(deleteOffer, { params: { id: bogus } }, 'squatter')).rejects.toMatchObject({
      code: 'compute.not-found',
    })
    await expect(lab.publish('squatter', at)).rejects.toMatchObject({ code: 'compute.address-taken' })
  })

  it('gives it to who moves an offer there, too, but never to the next one in haste', async () => {
    const at = { serverIPv4: '9.9.9.12', serverPort: freshPort() }
    await lab.publish('stranger', { ...at, defaultPassword: 'made up by a stranger' })
    const moving = await lab.publish('mover', { serverPort: freshPort() })
    await lab.settle()
    await lab.call(updateOffer, { params: { id: moving }, body: at }, 'mover')
    await expect(lab.publish('stranger', at)).rejects.toMatchObject({ code: 'compute.address-taken' })
    await lab.settle()
    expect(await stateOf(moving)).toBe('verified')
  })

  it('gives it to nobody when its seller was let in there once and mistyped a new password since', async () => {
    const at = { serverIPv4: '9.9.9.13', serverPort: freshPort() }
    const params = { id: await lab.publish('owner-of-13', at) }
    await lab.settle()
    await lab.call(updateOffer, { params, body: { defaultPassword: 'mistyped' } }, 'owner-of-13')
    await lab.settle()
    expect(await stateOf(params.id)).toBe('unreachable')
    await expect(lab.publish('stranger', at)).rejects.toMatchObject({ code: 'compute.address-taken' })
    expect(await stateOf(params.id)).toBe('unreachable')
  })

  it('gives it away, too, when its seller was let in elsewhere and moved the offer there', async () => {
    const at = { serverIPv4: '9.9.9.14', serverPort: freshPort() }
    const params = { id: await lab.publish('squatter-of-14', { serverPort: freshPort() }) }
    await lab.settle()
    await sql`update compute_offers set lease_count = 1 where id = ${params.id}`.execute(lab.db)
    const body = { ...at, defaultPassword: 'made up by a stranger' }
    await lab.call(updateOffer, { params, body }, 'squatter-of-14')
    await lab.settle()
    const own = await lab.publish('owner-of-14', at)
    await lab.settle()
    expect(await stateOf(own)).toBe('verified')
  })

  it.each([
    ['operationSystem', '99'],
    ['servePeriod', 8],
  ])('refuses an unknown option of %s', async (field, value) => {
    const refused = lab.publish('seller', { serverPort: freshPort(), [field]: value })
    await expect(refused).rejects.toMatchObject({ code: 'compute.option-unknown', fields: [{ path: field }] })
  })

  it.each([
    { serverIPv4: '8.8.8' },
    { serverIPv4: '08.8.8.8' },
    { serverPort: 0 },
    { serverPort: 65_536 },
    { serverPort: true },
    { serverPort: [22] },
    { serverPort: '0x16' },
    { cpuCores: '1e1' },
    { servePeriod: [30] },
    { cpuCores: 0 },
    { cpuCores: 10_000 },
    { ramSize: 0 },
    { diskSize: 1.5 },
    { bandwidth: 10_000 },
    { price: '0' },
    { price: '1.001' },
    { price: '1e3' },
    { defaultUsername: 'a b' },
    { defaultPassword: '' },
    { extra: 1 },
  ])('refuses the form with %o', (change) => {
    expect(publishOffer.body.safeParse({ ...FORM, ...change }).success).toBe(false)
  })

  it('keeps the password sealed and answers it nowhere', async () => {
    const defaultPassword = 'canary-5f1e'
    const id = await lab.publish('seller', { serverPort: freshPort(), defaultPassword, description: 'x' })
    const dump = await sql<{
      row: unknown
    }>`select to_jsonb(o) || jsonb_build_object('raw', encode(password_sealed, 'escape')) as row
      from compute_offers o where id = ${id}`.execute(lab.db)
    const answers = await Promise.all([
      lab.call(getOffer, { params: { id } }, 'seller'),
      lab.call(listShares, { query: {} }, 'seller'),
      lab.call(listOffers, { query: { size: 100 } }),
    ])
    expect(JSON.stringify([dump.rows, answers])).not.toContain(defaultPassword)
    const share = answers[1].content.find((one) => one.id === id)
    expect(share).toMatchObject({ defaultUsername: 'root', serverIPv4: '8.8.8.8', status: 0 })
    expect(Object.keys(share!)).not.toContain('defaultPassword')
  })
})

describe('an offer of one’s own', () => {
  it('goes offline and online once each', async () => {
    const params = { id: await lab.publish('seller', { serverPort: freshPort() }) }
    await lab.call(takeOffline, { params }, 'seller')
    expect(await isListed(params.id)).toBe(false)
    await expect(lab.call(takeOffline, { params }, 'seller')).rejects.toMatchObject({ code: 'compute.already-offline' })
    await lab.call(bringOnline, { params }, 'seller')
    expect(await isListed(params.id)).toBe(true)
    await expect(lab.call(bringOnline, { params }, 'seller')).rejects.toMatchObject({ code: 'compute.already-online' })
  })

  it('keeps its check when only price and words change, and loses it with a fact or the login', async () => {
    const params = { id: await lab.publish('seller', { serverPort: freshPort() }) }
    await lab.settle()
    await lab.call(updateOffer, { params, body: { price: '12.50', description: '新说明' } }, 'seller')
    expect(await lab.call(getOffer, { params })).toMatchObject({ price: '12.50', verification: { state: 'verified' } })
    await lab.call(updateOffer, { params, body: { cpuCores: 3 } }, 'seller')
    expect(await stateOf(params.id)).toBe('pending')
    await lab.settle()
    expect(await stateOf(params.id)).toBe('verified')
    await lab.call(updateOffer, { params, body: { defaultPassword: 'not-it' } }, 'seller')
    await lab.settle()
    expect(await stateOf(params.id)).toBe('unreachable')
  })

  it('is not held against it while our own network is out, and is found as soon as that is over', async () => {
    const serverPort = freshPort()
    const machine = machines.at('8.8.8.8', serverPort)
    const id = await lab.publish('seller', { serverPort })
    await lab.settle()
    machine.failure = 'no-connection'
    const outage = () =>
      sql`insert into compute_probe_rounds (minute, probed, silent, verdict)
        values (date_trunc('minute', business_now()), 2, 2, 'unknown') on conflict (minute) do update
          set verdict = 'unknown'`.execute(lab.db)
    await outage()
    await lab.call(verifyOffer, { params: { id } }, 'seller')
    await lab.settle()
    expect(await stateOf(id)).toBe('verified')
    expect(await isListed(id)).toBe(true)
    await lab.advance(5 * 60_000)
    await lab.call(verifyOffer, { params: { id } }, 'seller')
    await lab.settle()
    expect(await stateOf(id)).toBe('unreachable')
  })

  it('may be set up anew: with the new login its new host key is taken, with the old one it stays out of reach', async () => {
    const serverPort = freshPort()
    const machine = machines.at('8.8.8.8', serverPort)
    const id = await lab.publish('seller', { serverPort })
    await lab.settle()
    machine.hostKey = 'SHA256:another'
    await lab.call(verifyOffer, { params: { id } }, 'seller')
    await lab.settle()
    expect(await stateOf(id)).toBe('unreachable')
    machine.password = 'set-up-anew'
    await lab.call(updateOffer, { params: { id }, body: { defaultPassword: 'set-up-anew' } }, 'seller')
    await lab.settle()
    expect(await stateOf(id)).toBe('verified')
  })

  it('that meets another one compares with what that one left: back at its former address it is checked anew', async () => {
    const serverPort = freshPort()
    const id = await lab.publish('two-tabs', { serverPort })
    await lab.settle()
    expect(await stateOf(id)).toBe('verified')
    let late: Promise<unknown> | undefined
    await inTransaction(lab.db, async (tx) => {
      await sql`update compute_offers set port = ${freshPort()} where id = ${id}`.execute(tx)
      const body = { serverIPv4: '8.8.8.8', serverPort }
      late = lab.call(updateOffer, { params: { id }, body }, 'two-tabs')
      // It has read the offer, and waits for it.
      await expect.poll(() => isAwaited(), { timeout: 20_000 }).toBe(true)
    })
    await late
    const { rows } = await sql`select port, host_key, is_entered from compute_offers where id = ${id}`.execute(lab.db)
    expect(rows).toEqual([{ port: serverPort, host_key: null, is_entered: false }])
    expect(await stateOf(id)).toBe('pending')
  })

  it('is nobody else’s: every act on it answers that there is none', async () => {
    const params = { id: await lab.publish('seller', { serverPort: freshPort() }) }
    const acts = [takeOffline, bringOnline, deleteOffer, verifyOffer, listChecks, listAccessReads]
    for (const act of acts) {
      await expect(lab.call(act, { params }, 'stranger')).rejects.toMatchObject({ code: 'compute.not-found' })
    }
    const change = lab.call(updateOffer, { params, body: { price: '1' } }, 'stranger')
    await expect(change).rejects.toMatchObject({ code: 'compute.not-found' })
  })

  it('is found among one’s shares by description, address and resource id, and wildcards are plain signs', async () => {
    const id = await lab.publish('searcher', { serverPort: freshPort(), description: '渲染 100% 快' })
    const find = async (name: string) => (await lab.call(listShares, { query: { name } }, 'searcher')).totalElements
    const { content } = await lab.call(listShares, { query: {} }, 'searcher')
    expect(await Promise.all(['渲染', '8.8.8', content[0]!.authId.toLowerCase(), '100%', '%%', '_'].map(find))).toEqual(
      [1, 1, 1, 1, 0, 0],
    )
    await lab.call(deleteOffer, { params: { id } }, 'searcher')
    expect(await find('渲染')).toBe(0)
  })
})

describe('checks on demand and by the day', () => {
  it('are limited to three an hour and one at a time', async () => {
    const params = { id: await lab.publish('seller', { serverIPv4: '8.8.4.4', serverPort: freshPort() }) }
    await lab.settle()
    const check = () => lab.call(verifyOffer, { params }, 'seller')
    expect(await check()).toMatchObject({ state: 'queued', trigger: 'on-demand' })
    await expect(check()).rejects.toMatchObject({ code: 'compute.check-running' })
    for (let i = 0; i < 2; i++) {
      await lab.settle()
      await check()
    }
    await lab.settle()
    const refusal = (await check().catch((error: unknown) => error)) as { code: string; params: { minutes: number } }
    expect(refusal.code).toBe('compute.check-limit')
    // An hour from the first on, of which the others took a part.
    expect(refusal.params.minutes).toBeGreaterThan(0)
    expect(refusal.params.minutes).toBeLessThanOrEqual(60)
  })

  it('reach one target at most ten times a day, however often it is published', async () => {
    const serverPort = freshPort()
    const machine = machines.at('9.9.9.9', serverPort)
    for (let i = 0; i < 13; i++) {
      const id = await lab.publish('seller', { serverIPv4: '9.9.9.9', serverPort })
      await lab.settle()
      await lab.call(deleteOffer, { params: { id } }, 'seller')
    }
    expect(machine.calls.filter((call) => call === 'probe')).toHaveLength(10)
  })

  it('are not used up by others who publish or move to the address in vain', async () => {
    const at = { serverIPv4: '9.9.9.10', serverPort: freshPort() }
    const id = await lab.publish('owner', at)
    const elsewhere = await lab.publish('other', { serverPort: freshPort() })
    await lab.settle()
    for (let i = 0; i < 6; i++) {
      await expect(lab.publish('other', at)).rejects.toMatchObject({ code: 'compute.address-taken' })
      const moving = lab.call(updateOffer, { params: { id: elsewhere }, body: at }, 'other')
      await expect(moving).rejects.toMatchObject({ code: 'compute.address-taken' })
    }
    expect(await lab.call(verifyOffer, { params: { id } }, 'owner')).toMatchObject({ state: 'queued' })
  })

  it('run again after a day and notice a machine that has gone', async () => {
    const serverPort = freshPort()
    const id = await lab.publish('daily', { serverPort })
    await lab.settle()
    machines.at('8.8.8.8', serverPort).failure = 'no-connection'
    await lab.advance(25 * 3_600_000)
    await lab.settle()
    expect(await stateOf(id)).toBe('unreachable')
    expect(await lab.notices('daily')).toEqual(['compute.check-unreachable'])
    machines.at('8.8.8.8', serverPort).failure = undefined
    await lab.advance(4 * 3_600_000)
    await lab.settle()
    expect([await stateOf(id), await isListed(id)]).toEqual(['verified', true])
  })

  it('do not judge an offer by a login that was changed meanwhile', async () => {
    const serverPort = freshPort()
    const machine = machines.at('8.8.8.8', serverPort)
    machine.password = 'second'
    const id = await lab.publish('seller', { serverPort })
    await lab.call(updateOffer, { params: { id }, body: { defaultPassword: 'second' } }, 'seller')
    await lab.settle()
    expect(await stateOf(id)).toBe('verified')
  })
})

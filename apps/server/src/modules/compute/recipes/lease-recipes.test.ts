import {
  addOwnRecipe,
  getOwnRecipe,
  listOwnRecipes,
  listRecipeRuns,
  OWN_RECIPES_MAX,
  readRecipeLog,
  removeOwnRecipe,
  runRecipe,
} from '@trove/contract/compute/recipes/recipes'
import { RECIPE_SCRIPTS } from '@trove/contract/compute/recipes/scripts'
import { createPayment } from '@trove/contract/order-lists/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ComputeLab, openOwnComputeLab } from '../../../../test/labs/compute-lab.ts'
import { createFakeMachines, type FakeMachine, RUNNING } from '../../../../test/stand-ins/fake-machine.ts'
import { wholeSigns } from './lease-recipes.ts'

/** What a leased machine is made ready with: chosen with the order, run once after the hand-over, and again by hand. */

const MINUTE = 60_000
const DAY = 86_400_000
const DONE: FakeMachine['recipe'] = { ...RUNNING, state: 'ended', code: 0, installed: ['tool 1.2'] }
const machines = createFakeMachines()
let lab: ComputeLab

beforeAll(async () => {
  lab = await openOwnComputeLab(machines)
})
afterAll(() => lab.close())

let count = 0
async function onMarket(): Promise<{ me: string; offer: string; machine: FakeMachine }> {
  const serverPort = ++count
  const offer = await lab.publish('seller', { serverPort })
  await lab.settle()
  return { me: `ready-${serverPort}`, offer, machine: machines.at('8.8.8.8', serverPort) }
}
async function rented(recipe?: string) {
  const found = await onMarket()
  const order = await lab.buy(found.me, found.offer, { recipe })
  await lab.settle()
  return { ...found, order }
}
const runs = (me: string, order: string) => lab.call(listRecipeRuns, { params: { id: order } }, me)
const run = (me: string, order: string, recipe: string) =>
  lab.call(runRecipe, { params: { id: order }, body: { recipe } }, me)
const read = (me: string, id: string, from = 0) => lab.call(readRecipeLog, { params: { id }, query: { from } }, me)
const write = (me: string, script: string, name = 'mine') => lab.call(addOwnRecipe, { body: { name, script } }, me)
/** The machine says so from now on, and is asked. */
async function later(machine: FakeMachine, report: FakeMachine['recipe']): Promise<void> {
  machine.recipe = report
  await lab.advance(6 * MINUTE)
  await lab.settle()
}
const begun = (machine: FakeMachine) => machine.calls.filter((call) => call === 'begun').length

describe('a recipe chosen with an order', () => {
  it('runs once after the hand-over, is followed to its end, and lists what it installed', async () => {
    const { me, order, machine } = await rented('jupyter')
    expect([...machine.runs.values()]).toEqual([RECIPE_SCRIPTS.jupyter])
    expect(await runs(me, order)).toMatchObject([{ recipe: 'jupyter', state: 'running', failure: null }])
    await later(machine, { ...DONE, installed: ['JupyterLab 4'] })
    expect(await runs(me, order)).toMatchObject([{ state: 'done', exitCode: 0, installed: ['JupyterLab 4'] }])
    const { length } = machine.calls
    await later(machine, DONE)
    expect(machine.calls).toHaveLength(length)
    expect(begun(machine)).toBe(1)
  })

  it('stands in the order, and where it fails the machine is given all the same', async () => {
    const { me, order, machine } = await rented('docker')
    const { rows } = await sql<{ choice: unknown }>`select choice from orders where id = ${order}`.execute(lab.db)
    expect(rows).toEqual([{ choice: { recipe: 'docker' } }])
    await later(machine, { ...RUNNING, state: 'ended', code: 69, isMissing: true, missing: 'root' })
    expect(await runs(me, order)).toMatchObject([{ state: 'failed', failure: 'missing', missing: 'root' }])
    const state = await sql<{ state: string }>`select state from orders where id = ${order}`.execute(lab.db)
    expect(state.rows).toEqual([{ state: 'serving' }])
  })

  it('is none unless it is chosen, and an unknown one is refused', async () => {
    const { me, order, machine } = await rented()
    expect(await runs(me, order)).toEqual([])
    expect(machine.calls).not.toContain('runRecipe')
    const other = await onMarket()
    await expect(lab.buy(me, other.offer, { recipe: 'nothing' })).rejects.toMatchObject({
      code: 'compute.recipe-unknown',
    })
    const renewal = { productId: other.offer, productType: 'superPoints' as const, renews: order, recipe: 'docker' }
    const renewing = lab.call(createPayment, { body: renewal }, me)
    await expect(renewing).rejects.toMatchObject({ code: expect.stringMatching(/orders\./) })
  })
})

describe('a run whose outcome is not known', () => {
  it('is asked about and never begun twice, when the connection was lost as it began', async () => {
    const found = await onMarket()
    found.machine.losesAfterRun = true
    const order = await lab.buy(found.me, found.offer, { recipe: 'docker' })
    await lab.settle()
    expect(await runs(found.me, order)).toMatchObject([{ state: 'unknown' }])
    await later(found.machine, DONE)
    expect(await runs(found.me, order)).toMatchObject([{ state: 'done' }])
    expect(begun(found.machine)).toBe(1)
  })

  it('waits while the machine cannot be reached, and begins then', async () => {
    const found = await onMarket()
    const { me, machine } = found
    const order = await lab.buy(me, found.offer, {})
    await lab.settle()
    machine.failure = 'no-connection'
    await run(me, order, 'docker')
    await lab.settle()
    expect(await runs(me, order)).toMatchObject([{ state: 'waiting' }])
    machine.failure = undefined
    await later(machine, RUNNING)
    expect(await runs(me, order)).toMatchObject([{ state: 'running' }])
    expect(begun(machine)).toBe(1)
  })

  it('fails when its files are gone or a restart ended it, without beginning again', async () => {
    const one = await rented('docker')
    one.machine.runs.clear()
    await later(one.machine, RUNNING)
    expect(await runs(one.me, one.order)).toMatchObject([{ state: 'failed', failure: 'gone' }])
    const two = await rented('docker')
    await later(two.machine, { ...RUNNING, state: 'interrupted' })
    expect(await runs(two.me, two.order)).toMatchObject([{ state: 'failed', failure: 'interrupted' }])
    expect([begun(one.machine), begun(two.machine)]).toEqual([1, 1])
  })

  it('stays unknown where it was half begun, is not asked about for ever, and leaves another run free', async () => {
    const { me, order, machine } = await rented('docker')
    await later(machine, { ...RUNNING, state: 'half' })
    for (let i = 0; i < 6; i++) await later(machine, machine.recipe)
    const { length } = machine.calls
    await later(machine, machine.recipe)
    expect(machine.calls).toHaveLength(length)
    expect(await runs(me, order)).toMatchObject([{ state: 'unknown' }])
    await run(me, order, 'docker')
    await later(machine, DONE)
    expect((await runs(me, order)).map(({ state }) => state)).toEqual(['done', 'unknown'])
  })
})

describe('a running lease', () => {
  it('can be given another recipe once the last is over, and no other person’s lease can', async () => {
    const { me, order, machine } = await rented('docker')
    await expect(run(me, order, 'jupyter')).rejects.toMatchObject({ code: 'compute.recipe-running' })
    await later(machine, DONE)
    expect(await run(me, order, 'docker')).toMatchObject({ state: 'waiting' })
    await later(machine, DONE)
    expect(begun(machine)).toBe(2)
    for (const stranger of ['seller', 'nobody']) {
      await expect(run(stranger, order, 'docker')).rejects.toMatchObject({ code: 'orders.not-found' })
      await expect(runs(stranger, order)).rejects.toMatchObject({ code: 'orders.not-found' })
    }
    await expect(run(me, order, 'nothing')).rejects.toMatchObject({ code: 'compute.recipe-unknown' })
  })

  it('ends what still waits, and takes its runs along when it is renewed', async () => {
    const { me, order, machine, offer } = await rented('docker')
    const body = { productId: offer, productType: 'superPoints' as const, renews: order }
    await lab.call(createPayment, { body }, me)
    const { rows } = await sql<{ id: string }>`select id from orders where renews = ${order}`.execute(lab.db)
    const next = rows[0]!.id
    await lab.payment.payAtCashier(next)
    await lab.payment.notify(next)
    await lab.settle()
    await lab.advance(30 * DAY + MINUTE)
    await lab.settle()
    expect(await runs(me, next)).toMatchObject([{ state: 'running' }])
    await lab.advance(31 * DAY)
    await lab.settle()
    expect(await runs(me, next)).toMatchObject([{ state: 'failed', failure: 'lease-over' }])
    expect(machine.runs.size).toBe(0)
    await expect(run(me, next, 'docker')).rejects.toMatchObject({ code: 'compute.lease-over' })
  })

  it('shows the log of a run in whole signs, to its buyer alone, and says when the machine is silent', async () => {
    const { me, order, machine } = await rented('docker')
    const [{ id } = { id: '' }] = await runs(me, order)
    machine.log = Buffer.from('\u001b[31m准备\u001b[0m\u0000 ready\r\n')
    expect(await read(me, id)).toEqual({ text: '准备 ready\n', next: machine.log.length, total: machine.log.length })
    machine.log = Buffer.from('a好').subarray(0, 3)
    expect(await read(me, id)).toEqual({ text: 'a', next: 1, total: 3 })
    await expect(read('seller', id)).rejects.toMatchObject({ code: 'compute.recipe-run-unknown' })
    machine.failure = 'no-connection'
    await expect(read(me, id)).rejects.toMatchObject({ code: 'compute.recipe-log-silent' })
    await lab.advance(31 * DAY)
    await lab.settle()
    await expect(read(me, id)).rejects.toMatchObject({ code: 'compute.lease-over' })
  })

  it('keeps a sign that a piece cuts for the next piece, and lets a piece that is no text go on', () => {
    const text = Buffer.from('a好😀')
    const cut = [...text.keys()].map((end) => wholeSigns(text.subarray(0, end + 1)).length)
    expect(cut).toEqual([1, 0 + 1, 1, 4, 4, 4, 4, 8])
    expect(wholeSigns(Buffer.from([0x80, 0x80, 0x80, 0x80]))).toHaveLength(4)
  })
})

describe('an own script', () => {
  it('is sealed at rest, read by whoever has its id, and runs as it is', async () => {
    const { me, offer, machine } = await onMarket()
    const text = `echo '$(rm -rf /)' "\`id\`" '; 好`
    const { id } = await write(me, text)
    const sealed = await sql<{
      text: string
    }>`select encode(script_sealed, 'escape') as text from compute_scripts where id = ${id}`
    expect((await sealed.execute(lab.db)).rows[0]!.text).not.toContain('echo')
    const get = (who: string) => lab.call(getOwnRecipe, { params: { id } }, who)
    expect(await get('another')).toMatchObject({ script: text, isMine: false })
    expect(await lab.call(listOwnRecipes, {}, me)).toMatchObject([{ id, name: 'mine' }])
    expect(await lab.call(listOwnRecipes, {}, 'another')).toEqual([])
    const order = await lab.buy(me, offer, { recipe: id })
    await lab.settle()
    expect([...machine.runs.values()]).toEqual([text])
    expect(await runs(me, order)).toMatchObject([{ recipe: id, name: 'mine' }])
    const { rows } = await sql<{ choice: unknown }>`select choice from orders where id = ${order}`.execute(lab.db)
    expect(rows).toEqual([{ choice: { recipe: id } }])
  })

  it('that was removed before the payment runs nowhere and says so; the machine is given', async () => {
    const { me, offer, machine } = await onMarket()
    const { id } = await write(me, 'echo 1')
    const body = { productId: offer, productType: 'superPoints' as const, recipe: id }
    await lab.call(createPayment, { body }, me)
    const gone = lab.call(removeOwnRecipe, { params: { id } }, 'another')
    await expect(gone).rejects.toMatchObject({ code: 'compute.recipe-unknown' })
    await lab.call(removeOwnRecipe, { params: { id } }, me)
    const { rows } = await sql<{ id: string }>`select id from orders where product_id = ${offer}`.execute(lab.db)
    await lab.payment.payAtCashier(rows[0]!.id)
    await lab.payment.notify(rows[0]!.id)
    await lab.settle()
    expect(await runs(me, rows[0]!.id)).toMatchObject([{ state: 'failed', failure: 'removed' }])
    expect(machine.runs.size).toBe(0)
  })

  it('has a length and a number that one person may save, also when two come at once', async () => {
    for (const script of ['', '  \n', 'a\0b', 'x'.repeat(16_001)]) await expect(write('many', script)).rejects.toThrow()
    const tries = await Promise.allSettled(Array.from({ length: OWN_RECIPES_MAX + 2 }, () => write('many', 'true')))
    const refused = tries.filter((each) => each.status === 'rejected')
    expect(refused).toHaveLength(2)
    expect(refused[0]).toMatchObject({ reason: { code: 'compute.own-recipe-limit' } })
  })
})

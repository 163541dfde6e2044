import { LICENCES, type LicenceName, setLicences } from '@trove/contract/code/licences'
import { createCodeToken, grantWork } from '@trove/contract/code/vault'
import { createWork, getWork, listMyWorks } from '@trove/contract/code/works'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'

let world: World
let author: WorldUser
let buyer: WorldUser
beforeAll(async () => {
  world = await startWorld({ hasPayment: false, hasJobs: false })
  author = await world.signIn('13500000011')
  buyer = await world.signIn('13500000012')
})
afterAll(() => world?.stop())

const refused = (code: string) => expect.objectContaining({ code })
const begin = async () => (await world.call(createWork, { body: { title: 'Small tool' } }, { as: author })).id
const goOnline = (id: string) => sql`update code_works set state = 'online' where id = ${id}`.execute(world.db)
const view = (id: string, as?: WorldUser) => world.call(getWork, { params: { id } }, { as })
type Asked = { licence: LicenceName; price: string | number }
const set = (id: string, licences: Asked[], as = author) =>
  world.call(setLicences, { params: { id }, body: { licences } }, { as })

test('the author says what each licence costs, everybody sees it, and what is said later replaces it', async () => {
  const id = await begin()
  await set(id, [
    { licence: 'commercial', price: '199.90' },
    { licence: 'personal', price: 0.57 },
  ])
  await goOnline(id)
  const shown = [
    { licence: 'personal', price: '0.57' },
    { licence: 'commercial', price: '199.90' },
  ]
  expect((await view(id)).licences).toEqual(shown)
  expect((await world.call(listMyWorks, {}, { as: author })).find((one) => one.id === id)?.licences).toEqual(shown)
  await set(id, [{ licence: 'source-resale', price: '0' }])
  expect((await view(id)).licences).toEqual([{ licence: 'source-resale', price: '0.00' }])
})

test('nobody else sets a price, none is negative, broken or said twice, and there is at least one', async () => {
  const id = await begin()
  await set(id, [{ licence: 'personal', price: '5' }])
  await goOnline(id)
  await expect(set(id, [{ licence: 'personal', price: '0' }], buyer)).rejects.toEqual(refused('resource.not-found'))
  const twice: Asked[] = LICENCES.slice(0, 2).map(() => ({ licence: 'personal', price: '1' }))
  await expect(set(id, twice)).rejects.toEqual(refused('code.licence-twice'))
  for (const price of ['-1', '0.001', '1e3', ''])
    await expect(set(id, [{ licence: 'personal', price }])).rejects.toEqual(refused('request.invalid'))
  await expect(set(id, [])).rejects.toEqual(refused('request.invalid'))
  expect((await view(id)).licences).toEqual([{ licence: 'personal', price: '5.00' }])
})

test('what is free is granted without an order, what costs something is not', async () => {
  const id = await begin()
  await set(id, [
    { licence: 'personal', price: '0' },
    { licence: 'commercial', price: '10' },
  ])
  const grant = () => world.call(grantWork, { params: { id } }, { as: buyer })
  await expect(grant()).rejects.toEqual(refused('resource.not-found'))
  await goOnline(id)
  await grant()
  await grant()
  expect(await view(id, buyer)).toMatchObject({ isGranted: true, ownLicences: ['personal'] })
  expect(await view(id)).toMatchObject({ isGranted: false, ownLicences: [] })

  const paid = await begin()
  await set(paid, [{ licence: 'personal', price: '0.01' }])
  await goOnline(paid)
  const params = { params: { id: paid } }
  await expect(world.call(grantWork, params, { as: buyer })).rejects.toEqual(refused('code.not-free'))
  const token = world.call(createCodeToken, { ...params, body: { right: 'read' } }, { as: buyer })
  await expect(token).rejects.toEqual(refused('resource.not-found'))
})

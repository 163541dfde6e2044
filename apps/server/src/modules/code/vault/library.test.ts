import { setLicences } from '@trove/contract/code/licences'
import { grantWork, listOwnedWorks } from '@trove/contract/code/vault'
import { takeWorkOffline } from '@trove/contract/code/works'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { needGit } from '../../../../../../packages/git-server/test/stock-git.ts'
import { publishWork } from '../../../../test/labs/work-lab.ts'
import { startWorld, type World, type WorldUser } from '../../../../test/world/world.ts'

/** The works one has: a free one has no order, so that nothing else leads back to it. */

let world: World
let author: WorldUser
let reader: WorldUser
beforeAll(async () => {
  needGit()
  world = await startWorld({ hasPayment: false })
  author = await world.signIn('13500000091')
  reader = await world.signIn('13500000092')
})
afterAll(() => world?.stop())

const owned = (as: WorldUser, page = 0, size = 10) => world.call(listOwnedWorks, { query: { page, size } }, { as })

async function publish(title: string, licences: ('personal' | 'commercial')[] = ['personal']): Promise<string> {
  const id = await publishWork(world, author, { title }, [{ name: 'README.md', data: Buffer.from(title) }])
  const body = { licences: licences.map((licence) => ({ licence, price: '0' as const })) }
  await world.call(setLicences, { params: { id }, body }, { as: author })
  return id
}

test('a work that was got for nothing stands among what one has, for oneself alone, with its licences and its author', async () => {
  const first = await publish('Ledger')
  const second = await publish('Harbour', ['personal', 'commercial'])
  expect(await owned(reader)).toEqual({ content: [], totalElements: 0 })
  for (const id of [first, second, first]) await world.call(grantWork, { params: { id } }, { as: reader })
  const { content, totalElements } = await owned(reader)
  expect(totalElements).toBe(2)
  const facts = content.map(({ id, productName, state, isFrozen, licences }) => [
    id,
    productName,
    state,
    isFrozen,
    licences,
  ])
  expect(facts).toEqual([
    [second, 'Harbour', 'online', false, ['personal', 'commercial']],
    [first, 'Ledger', 'online', false, ['personal']],
  ])
  expect(new Date(content[0]!.obtainTime) >= new Date(content[1]!.obtainTime)).toBe(true)
  expect(content[0]!.author.id).toBe(content[1]!.author.id)
  expect((await owned(reader, 1, 1)).content.map(({ id }) => id)).toEqual([first])
  // Its author has it as their own work, and nobody else has it.
  expect(await owned(author)).toEqual({ content: [], totalElements: 0 })
})

test('it stays when its author takes it off the market, and says so where its downloads are stopped', async () => {
  const { content } = await owned(reader)
  const [taken, frozen] = content.map(({ id }) => id) as [string, string]
  await world.call(takeWorkOffline, { params: { id: taken } }, { as: author })
  await sql`update code_works set state = 'removed', is_frozen = true where id = ${frozen}`.execute(world.db)
  expect((await owned(reader)).content.map(({ id, state, isFrozen }) => [id, state, isFrozen])).toEqual([
    [taken, 'offline', false],
    [frozen, 'removed', true],
  ])
})

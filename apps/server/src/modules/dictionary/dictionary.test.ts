import {
  COMPUTE_GROUPS,
  getComputeGroup,
  getDictionaryTree,
  listComputeGroups,
  TREE_GROUPS,
} from '@trove/contract/dictionary/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from '../../../test/world/world.ts'
import { createDictionary } from './module.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ hasPayment: false, hasJobs: false })
})
afterAll(() => world?.stop())

test('every group of the compute market has options in both languages', async () => {
  const groups = await world.call(listComputeGroups, {})
  expect(Object.keys(groups).sort()).toEqual(['GPU', 'OS', 'bandwidth', 'cpuAndRam', 'diskSize', 'servePeriod'])
  for (const group of COMPUTE_GROUPS) {
    expect(await world.call(getComputeGroup, { params: { group } })).toEqual(groups[group])
    for (const entry of groups[group]!) expect(Object.values(entry).every((text) => text.length > 0)).toBe(true)
  }
})

test('the label follows the reader’s language, both ride along', async () => {
  const params = { group: 'servePeriod' }
  const [zh] = await world.call(getComputeGroup, { params })
  const [en] = await world.call(getComputeGroup, { params }, { language: 'en' })
  expect(zh).toEqual({ dictKey: '1 天', dictValue: '1', labelZh: '1 天', labelEn: '1 day' })
  expect(en).toEqual({ ...zh, dictKey: '1 day' })
})

test('cores and memory are written with a C, the value is cores and GB with a dash', async () => {
  const options = await world.call(getComputeGroup, { params: { group: 'cpuAndRam' } })
  expect(options.length).toBeGreaterThan(5)
  for (const { dictKey, dictValue } of options) {
    const [cores, ram] = dictValue.split('-')
    expect(dictKey).toBe(`${cores}C-${ram}G`)
  }
})

test('service periods go from a day to two years, systems have stable numbers', async () => {
  const { servePeriod, OS } = await world.call(listComputeGroups, {})
  expect(servePeriod!.map((entry) => entry.dictValue)).toEqual([
    ...['1', '3', '7', '14', '30', '60', '90', '180', '360', '720'],
  ])
  expect(OS!.slice(0, 6).map(({ dictValue, dictKey }) => [dictValue, dictKey])).toEqual([
    ['1', 'Ubuntu 22.04'],
    ['2', 'Ubuntu 24.04'],
    ['3', 'Debian 12'],
    ['4', 'CentOS Stream 9'],
    ['5', 'Rocky Linux 9'],
    ['6', 'Alibaba Cloud Linux 3'],
  ])
})

test('an unknown group is not found', async () => {
  for (const group of ['nothing', '__proto__', 'interest_tags'])
    await expect(world.call(getComputeGroup, { params: { group } })).rejects.toMatchObject({
      code: 'resource.not-found',
    })
})

test('every tree of the talent market has options in both languages, each value once in its group', async () => {
  for (const key of TREE_GROUPS) {
    const zh = await world.call(getDictionaryTree, { params: { key } })
    const en = await world.call(getDictionaryTree, { params: { key } }, { language: 'en' })
    expect([zh.dictValue, zh.dictKey, en.dictKey]).toEqual([key, zh.labelZh, zh.labelEn])
    const options = [...zh.children, ...zh.children.flatMap(({ children }) => children)]
    expect(zh.children.length).toBeGreaterThan(4)
    for (const { labelZh, labelEn } of options)
      expect([labelZh, labelEn].every((label) => label.trim() !== '')).toBe(true)
    expect(new Set(options.map(({ dictValue }) => dictValue)).size).toBe(options.length)
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from dictionary_nodes where group_name = ${key}`.execute(world.db)
    expect(options.length + 1).toBe(rows[0]!.n)
  }
})

test('work experience, hour packages and skills come in their order, skills under their field', async () => {
  const tree = (key: string) => world.call(getDictionaryTree, { params: { key } })
  expect((await tree('work_exp')).children.map(({ dictKey }) => dictKey)).toEqual([
    '1 年以下',
    '1–3 年',
    '3–5 年',
    '5–10 年',
    '10 年以上',
  ])
  const hours = (await tree('working_hour')).children.map(({ dictValue }) => Number(dictValue))
  expect(hours).toEqual([...hours].sort((a, b) => a - b))
  const fields = (await tree('technical_field')).children
  expect(fields[0]).toMatchObject({ dictValue: 'front-end', dictKey: '前端开发' })
  expect(fields[0]!.children.slice(0, 3).map(({ dictKey }) => dictKey)).toEqual(['JavaScript', 'TypeScript', 'React'])
  for (const { dictValue, children } of fields) {
    expect(children.length).toBeGreaterThan(2)
    for (const skill of children) expect(skill.dictValue.startsWith(`${dictValue}.`)).toBe(true)
  }
})

test('a tree there is not is not found, also by a name that means something to the program', async () => {
  for (const key of ['nothing', '__proto__', 'cpuAndRam', 'front-end'])
    await expect(world.call(getDictionaryTree, { params: { key } })).rejects.toMatchObject({
      code: 'resource.not-found',
    })
})

test('modules ask whether a value is an option', async () => {
  const dictionary = createDictionary({ db: world.db })
  expect(await dictionary.hasOption('OS', '1')).toBe(true)
  expect(await dictionary.hasOption('OS', '99')).toBe(false)
  expect(await dictionary.hasOption('servePeriod', '8')).toBe(false)
})

test('what was read is kept for a while', async () => {
  const dictionary = createDictionary({ db: world.db })
  await dictionary.hasOption('OS', '1')
  await sql`insert into dictionary_entries values ('OS', '77', 'x', 'x', 99)`.execute(world.db)
  expect(await dictionary.hasOption('OS', '77')).toBe(false)
  expect(await createDictionary({ db: world.db }).hasOption('OS', '77')).toBe(true)
})

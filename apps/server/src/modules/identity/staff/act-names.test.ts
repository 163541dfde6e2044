import { expect, test } from 'vitest'
import { createActNames } from './act-names.ts'

test('all names of a kind are asked for at once, each id once, also where reasons are of the same kind', async () => {
  const asked: string[][] = []
  const findNames = async (ids: string[]) => {
    asked.push(ids)
    return new Map(ids.filter((id) => id !== 'gone').map((id) => [id, `name of ${id}`]))
  }
  const names = createActNames()
  names.register({ kind: 'thing', findNames })
  names.register({ kind: 'place', findNames: async () => new Map(), reasons: { 'place.fill': findNames } })
  const act = (subjectKind: string, subjectId: string, reason: string | null = null, name = 'x') => ({
    ...{ act: name, subjectKind, subjectId, reason },
  })
  const rows = [
    act('thing', 'a'),
    act('thing', 'b'),
    act('thing', 'a', 'a sentence'),
    act('thing', 'gone'),
    act('place', '1', 'c', 'place.fill'),
    act('place', '1', 'c', 'place.empty'),
    act('unknown', 'a'),
  ]
  expect((await names.of(rows)).map(({ subjectName, reasonName }) => [subjectName, reasonName])).toEqual([
    ['name of a', null],
    ['name of b', null],
    ['name of a', null],
    [null, null],
    [null, 'name of c'],
    [null, null],
    [null, null],
  ])
  expect(asked).toEqual([['a', 'b', 'gone', 'c']])
})

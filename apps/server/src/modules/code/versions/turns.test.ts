import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('so many work at once, some wait for their turn, the surplus is refused; a failure gives its place on', async () => {
  const inTurn = createTurns(2, 1)
  const begun: string[] = []
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>()
  const work = (name: string) =>
    inTurn(name, () => {
      begun.push(name)
      return new Promise<void>((resolve, reject) => ends.set(name, { resolve, reject }))
    })
  const [a, b, c] = [work('a'), work('b'), work('c')]
  await expect(work('d')).rejects.toMatchObject({ code: 'service.unavailable' })
  expect(begun).toEqual(['a', 'b'])
  ends.get('a')!.reject(new Error('broken'))
  await expect(a).rejects.toThrow('broken')
  await expect.poll(() => begun).toEqual(['a', 'b', 'c'])
  ends.get('b')!.resolve()
  ends.get('c')!.resolve()
  await Promise.all([b, c])
  const e = work('e')
  await expect.poll(() => begun).toContain('e')
  ends.get('e')!.resolve()
  await e
})

test('one person has one turn at a time, and cannot take all places of those who wait', async () => {
  const inTurn = createTurns(2, 4, 2)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (userId: string, name: string) =>
    inTurn(userId, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const [one, two, three] = [work('ada', 'one'), work('ada', 'two'), work('ada', 'three')]
  await expect(work('ada', 'four')).rejects.toMatchObject({ code: 'service.unavailable' })
  const other = work('bo', 'other')
  expect(begun).toEqual(['one', 'other'])
  ends.get('other')!()
  await other
  expect(begun).toEqual(['one', 'other'])
  ends.get('one')!()
  await expect.poll(() => begun).toEqual(['one', 'other', 'two'])
  ends.get('two')!()
  await expect.poll(() => begun).toContain('three')
  ends.get('three')!()
  await Promise.all([one, two, three])
})

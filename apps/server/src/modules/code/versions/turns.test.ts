import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('so many work at once, some wait for their turn, the surplus is refused; a failure gives its place on', async () => {
  const inTurn = createTurns(2, 1)
  const begun: string[] = []
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>()
  const work = (name: string) =>
    inTurn(() => {
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

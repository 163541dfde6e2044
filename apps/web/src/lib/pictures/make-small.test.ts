import { describe, expect, it, vi } from 'vitest'
import { makeSmall } from './make-small.ts'

const MB = 1024 * 1024
const pictureOf = (bytes: number) => new File([new Uint8Array(bytes)], 'paper.png', { type: 'image/png' })
const drawnOf = (bytes: number) => new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })

describe('a picture about to be sent', () => {
  it('of up to 4 MB goes as it is', async () => {
    const draw = vi.fn()
    const file = pictureOf(4 * MB)
    expect(await makeSmall(file, draw)).toBe(file)
    expect(draw).not.toHaveBeenCalled()
  })

  it('of more is drawn smaller until it has about 4096 KB', async () => {
    const sides: number[] = []
    const small = await makeSmall(pictureOf(12 * MB), async (_, { side }) => {
      sides.push(side)
      return drawnOf(side > 3000 ? 5 * MB : 3 * MB)
    })
    expect(sides).toEqual([4096, 3072, 2048])
    expect([small.size, small.name, small.type]).toEqual([3 * MB, 'paper.png', 'image/jpeg'])
  })

  it('that the browser cannot draw is left to the server', async () => {
    const file = pictureOf(5 * MB)
    expect(await makeSmall(file, () => Promise.reject(new Error('unknown format')))).toBe(file)
  })
})

import { expect, it } from 'vitest'
import { secondMinifier } from './second-minifier.ts'

/** What the site's files become before Vite's own minifier reads them. */

const { renderChunk } = secondMinifier() as unknown as { renderChunk: (code: string) => Promise<{ code: string }> }

it('is less than before and does the same, with the names that others import', async () => {
  const source = `
    const unused = 1
    export function sum(first, second) {
      if (first === undefined) { return second } else { return first + second }
    }
    export const words = Object.entries({ a: 1n, b: 2n }).map(([name, value]) => \`\${name}\${value ?? '-'}\`)
  `
  const { code } = await renderChunk(source)
  expect(code.length).toBeLessThan(source.length * 0.7)
  const built = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  expect([built.sum(1, 2), built.sum(undefined, 2), built.words]).toEqual([3, 2, ['a1', 'b2']])
})

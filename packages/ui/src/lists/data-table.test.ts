import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('a heading of a dense table takes a second line between two words only, in Chinese too', () => {
  const styles = readFileSync(new URL('./data-table.module.css', import.meta.url), 'utf8')
  const [, heading] = /^\.sort \{([^}]*)\}/m.exec(styles) ?? []
  expect(heading).toContain('white-space: normal')
  expect(heading).toContain('word-break: keep-all')
})

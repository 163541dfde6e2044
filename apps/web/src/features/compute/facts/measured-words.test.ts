import { expect, it } from 'vitest'
import { shortSystem } from './measured-words.ts'

it.each([
  ['Debian GNU/Linux 12 (bookworm)', 'Debian 12'],
  ['Ubuntu 24.04.1 LTS', 'Ubuntu 24.04.1 LTS'],
  ['Kali GNU/Linux Rolling', 'Kali Rolling'],
  ['Alpine Linux v3.20', 'Alpine Linux v3.20'],
  ['Rocky Linux 9.4 (Blue Onyx)', 'Rocky Linux 9.4'],
])('%s is %s', (name, short) => {
  expect(shortSystem(name)).toBe(short)
})

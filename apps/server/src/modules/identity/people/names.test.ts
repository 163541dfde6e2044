import { expect, test } from 'vitest'
import { cleanName, defaultNickName, gramsOf } from './names.ts'

test('a new person has a friendly name in their language', () => {
  expect(defaultNickName('zh-CN')).toMatch(/^众享用户[A-Z2-9]{4}$/)
  expect(defaultNickName('en')).toMatch(/^Trove user [A-Z2-9]{4}$/)
})

test.each([
  ['  云  舟 ', '云 舟'],
  ['\u202eevil\u202c', 'evil'],
  ['a\u200bb\ufeff', 'ab'],
  ['\u200b\u2066', ''],
  ['👩‍💻 dev', '👩‍💻 dev'],
])('the name %j is kept as %j', (text, name) => {
  expect(cleanName(text)).toBe(name)
})

test('a name is found by its characters and pairs', () => {
  expect(gramsOf('云舟A')).toEqual(['云', '舟', 'a', '云舟', '舟a'])
})

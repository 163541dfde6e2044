import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writePeopleFile } from '../keys/keys.ts'

it('lists the test people for programs, without the merchant and the book’s own accounts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trove-people-'))
  writePeopleFile(folder)
  const people = JSON.parse(readFileSync(join(folder, 'people.json'), 'utf8')) as { userKey: string }[]
  expect(people.map(({ userKey }) => userKey)).toEqual([
    'buyer',
    'seller',
    'expert',
    'student',
    'grace',
    'author',
    'rain',
    'river',
    'star',
  ])
  expect(people[1]).toEqual({ userKey: 'seller', userId: '2088102180010001', nickName: '嘉木', realName: '陈嘉木' })
  rmSync(folder, { recursive: true })
})

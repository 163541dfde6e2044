import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Only the start of the embedded world sets these. */
const BY_START = [
  'EMBEDDED',
  'DEMO_PEOPLE',
  'DEMO_PAYEE_ID',
  'DEMO_PAYEE_NAME',
  'DEMO_PAYEE_NICKNAME',
  'MACHINE_INFO_URL',
]
/** Rows that name what follows a shared beginning. */
const BEGINNINGS = ['ALIPAY_', 'SMS_ALIYUN_', 'SMS_TENCENT_']

test('the README names every setting of the server', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /^[a-z]+\.ts$/.test(name))
  const source = files.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')).join('\n')
  const settings = [...source.matchAll(/^ {2}([A-Z][A-Z\d_]+):/gm)].map(([, name]) => name!)
  expect(settings).toContain('PORT')
  const readme = readFileSync(join(import.meta.dirname, '../../../../../README.md'), 'utf8')
  const rows = readme.split('\n').filter((line) => line.startsWith('| `'))
  const isNamed = (name: string) => {
    const start = BEGINNINGS.find((one) => name.startsWith(one))
    return rows.some((row) =>
      start
        ? row.startsWith(`| \`${start}*\``) && row.includes(`\`${name.slice(start.length)}\``)
        : row.includes(`\`${name}\``),
    )
  }
  expect(settings.filter((name) => !BY_START.includes(name) && !isNamed(name))).toEqual([])
})

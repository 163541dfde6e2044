import { expect, test } from 'vitest'
import { makeKeyText, readConfig } from './config.ts'

const base = { DATABASE_URL: 'postgres://x', KEK: makeKeyText(), INDEX_KEY: makeKeyText(), TOKEN_KEY: makeKeyText() }

test.each([
  ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['scanner.internal:1', { host: 'scanner.internal', port: 1 }],
  ['[::1]:3310', { host: '::1', port: 3310 }],
  ['', undefined],
])('the scanner of malware is at %s', (CLAMD, address) => {
  expect(readConfig({ ...base, CLAMD }).clamd).toEqual(address)
})

test.each(['clamd', 'unix:clamd', 'host:0', 'host:70000', 'tcp://host:1'])('%s is no place of one', (CLAMD) => {
  expect(() => readConfig({ ...base, CLAMD })).toThrow('CLAMD')
})

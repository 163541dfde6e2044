import { expect, test } from 'vitest'
import { createThrottle } from '../site/throttle.ts'
import { ipBucket, isLoopback, plainIp } from './values/ip.ts'
import { languageOf } from './values/language.ts'

test.each([
  [undefined, 'zh-CN'],
  ['', 'zh-CN'],
  ['zh_CN', 'zh-CN'],
  ['en', 'en'],
  ['en-US,en;q=0.9,zh;q=0.8', 'en'],
  ['zh-TW,zh;q=0.9,en;q=0.8', 'zh-CN'],
  ['fr,en;q=0.3', 'en'],
  ['fr', 'zh-CN'],
  ['en;q=0.1, zh;q=0.2', 'zh-CN'],
  ['en;q=0', 'zh-CN'],
  ['english-nonsense;;;q=,', 'zh-CN'],
  [`${'x,'.repeat(5000)}en`, 'zh-CN'],
])('Accept-Language %j is %s', (header, language) => {
  expect(languageOf(header)).toBe(language)
})

test.each([
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('limits count %s as %s', (address, bucket) => {
  expect(ipBucket(address)).toBe(bucket)
})

test('loopback is told from the rest', () => {
  for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) expect(isLoopback(address)).toBe(true)
  for (const address of [undefined, '10.0.0.1', '1270.0.0.1', '::2', '::ffff:10.0.0.1'])
    expect(isLoopback(address)).toBe(false)
  expect(plainIp('::1')).toBe('::1')
})

test('the coarse guard refuses one caller and not the others', () => {
  const throttle = createThrottle(3)
  for (let i = 0; i < 3; i++) throttle('a')
  expect(() => throttle('a')).toThrow('request.too-frequent')
  throttle('b')
  const off = createThrottle(0)
  for (let i = 0; i < 1000; i++) off('a')
})

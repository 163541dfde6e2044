import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAddressAllowed, isGlobalIpv4, parseIpv4 } from './address.ts'

/** Private, local, reserved and multicast addresses: first, last and one inside of every refused range. */
const refused = `
0.0.0.0 0.0.0.1 0.1.2.3 0.255.255.255 10.0.0.0 10.0.0.1 10.1.2.3 10.255.255.255 100.64.0.0 100.64.0.1 100.100.100.200
100.127.255.255 127.0.0.0 127.0.0.1 127.0.0.2 127.1.2.3 127.255.255.255 169.254.0.0 169.254.169.254 169.254.255.255
172.16.0.0 172.16.0.1 172.20.10.2 172.31.255.255 192.0.0.0 192.0.0.1 192.0.0.170 192.0.0.255 192.0.2.0 192.0.2.1
192.0.2.255 192.88.99.0 192.88.99.1 192.88.99.255 192.168.0.0 192.168.0.1 192.168.1.1 192.168.255.255 198.18.0.0
198.18.0.1 198.19.255.255 198.51.100.0 198.51.100.7 198.51.100.255 203.0.113.0 203.0.113.9 203.0.113.255 224.0.0.0
224.0.0.1 239.255.255.255 240.0.0.0 240.0.0.1 250.1.2.3 255.255.255.254 255.255.255.255`
  .trim()
  .split(/\s+/)

/** Other ways to write an address that some system reads as one, above all as 127.0.0.1 or 169.254.169.254. */
const otherForms = [
  ...'127.1 127.0.1 127 1 0 2130706433 017700000001 0177.0.0.1 0x7f.0.0.1 0x7f000001 0x7F.1 0X7f.0.0.1 00.0.0.0'.split(
    ' ',
  ),
  ...'127.0.0.01 127.00.0.1 0127.0.0.1 127.0.0.001 010.0.0.1 8.8.8.08 08.8.8.8 8.8.8.8. .8.8.8.8 8..8.8.8 8.8.8'.split(
    ' ',
  ),
  ...'8.8.8.8.8 256.1.1.1 1.256.1.1 1.1.1.256 999.1.1.1 1.1.1.1000 -1.1.1.1 +1.1.1.1 1.1.1.-1 1e1.1.1.1 1.1.1.1e0'.split(
    ' ',
  ),
  ...'3232235777 0xc0a80101 030052000401 4294967295 4294967296 2852039166 0xa9fea9fe 169.16689662 169.254.43518'.split(
    ' ',
  ),
  ...'localhost localhost. LOCALHOST ip6-localhost example.com localtest.me 127.0.0.1.nip.io a.b.c.d nan Infinity'.split(
    ' ',
  ),
  ...'::1 :: [::1] ::ffff:127.0.0.1 [::ffff:127.0.0.1] ::127.0.0.1 fe80::1 fc00::1 64:ff9b::7f00:1 2002:7f00:1::'.split(
    ' ',
  ),
  ...'::ffff:7f00:1 0:0:0:0:0:0:0:1 2001:4860:4860::8888 fe80::1%eth0 [::] [::ffff:8.8.8.8] ff02::1 100::'.split(' '),
  ...'127.0.0.1:22 8.8.8.8:22 8.8.8.8/32 8.8.8.8/ //8.8.8.8 http://8.8.8.8 ssh://8.8.8.8 user@8.8.8.8 8.8.8.8#x'.split(
    ' ',
  ),
  ...'8.8.8.8?x 8.8.8.8%00 %31.8.8.8 8%2e8.8.8 8.8.8.8\\ 8,8,8,8 8-8-8-8 8_8.8.8 8。8。8。8 8․8․8․8'.split(' '),
  ...'\uff18.8.8.8 8\uff0e8\uff0e8\uff0e8 ①.8.8.8 ٨.٨.٨.٨ 𝟖.𝟖.𝟖.𝟖 8.8.8.⑧ ¹27.0.0.1 127。0。0。1 1২7.0.0.1'.split(' '),
  ...[
    '',
    ' ',
    '\t',
    '\n',
    '.',
    '...',
    '....',
    ' 8.8.8.8',
    '8.8.8.8 ',
    '8.8.8.8\n',
    '\n8.8.8.8',
    '8.8.8.8\r\n',
    '8.8. 8.8',
  ],
  ...['8.8.8.8\0', '\x008.8.8.8', '8.8.8.8\u200b', '\ufeff8.8.8.8', '8.8.8.8\u202e', '8\u00ad.8.8.8', '8.8.8.8\u3000'],
  ...[
    '8.8.8.8;reboot',
    '$(id)',
    '`id`',
    "8.8.8.8'",
    '8.8.8.8"',
    '8.8.8.8|id',
    '8.8.8.8 8.8.4.4',
    '8.8.8.8,8.8.4.4',
    '-oProxyCommand=id',
  ],
]

const globals =
  '1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255 \
169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 \
198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255 114.114.114.114 47.96.0.1'.split(/\s+/)

describe('the address check', () => {
  it('is tried with at least 150 refused forms', () => {
    expect(new Set([...refused, ...otherForms]).size).toBeGreaterThanOrEqual(150)
  })
  it.each(refused)('refuses the non-global address %s', (host) => {
    expect(parseIpv4(host)).toBeTypeOf('number')
    expect(isAddressAllowed({ host, port: 22 }, [])).toBe(false)
  })
  it.each(otherForms.map((form) => [JSON.stringify(form), form]))('refuses the form %s', (_shown, host) => {
    expect(parseIpv4(host)).toBeUndefined()
    expect(isAddressAllowed({ host, port: 22 }, [])).toBe(false)
  })
  it.each(globals)('allows the global address %s next to a refused range', (host) => {
    expect(isAddressAllowed({ host, port: 22 }, [])).toBe(true)
  })
  it.each([0, -1, 65_536, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '22' as unknown as number])(
    'refuses port %s',
    (port) => {
      expect(isAddressAllowed({ host: '8.8.8.8', port }, [])).toBe(false)
    },
  )
  it('lets an allow list open one host with one port only', () => {
    const allowList = [{ host: '127.0.0.1', port: 2222 }]
    expect(isAddressAllowed({ host: '127.0.0.1', port: 2222 }, allowList)).toBe(true)
    expect(isAddressAllowed({ host: '127.0.0.1', port: 22 }, allowList)).toBe(false)
    expect(isAddressAllowed({ host: '127.0.0.2', port: 2222 }, allowList)).toBe(false)
    expect(isAddressAllowed({ host: 'localhost', port: 2222 }, [{ host: 'localhost', port: 2222 }])).toBe(false)
  })
  it('reads exactly the canonical text of every address', () => {
    const octet = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(fc.tuple(octet, octet, octet, octet), ([a, b, c, d]) => {
        expect(parseIpv4(`${a}.${b}.${c}.${d}`)).toBe(((a * 256 + b) * 256 + c) * 256 + d)
      }),
    )
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV6(), fc.domain(), fc.stringMatching(/^[0-9a-fx.:]{1,20}$/)), (text) => {
        const number = parseIpv4(text)
        if (number === undefined) return
        const parts = [24, 16, 8, 0].map((bits) => Math.floor(number / 2 ** bits) % 256)
        expect(text).toBe(parts.join('.'))
      }),
      { numRuns: 2000 },
    )
  })
  it('agrees with the binary prefixes of the refused ranges', () => {
    const privatePrefixes = [
      '00001010',
      '01111111',
      '101011000001',
      '1100000010101000',
      '1010100111111110',
      '1110',
      '1111',
    ]
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (number) => {
        const bits = number.toString(2).padStart(32, '0')
        if (privatePrefixes.some((prefix) => bits.startsWith(prefix))) expect(isGlobalIpv4(number)).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })
})

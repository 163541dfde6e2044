import { describe, expect, it } from 'vitest'
import { splitAddresses } from './linked-text.tsx'

describe('addresses in words', () => {
  it.each([
    ['看 https://example.org/a?b=1#c。谢谢', ['https://example.org/a?b=1#c']],
    [
      '(see https://example.org/a). And http://example.org:8080/b!',
      ['https://example.org/a', 'http://example.org:8080/b'],
    ],
    ['https://example.org/wiki/Node_(data)', ['https://example.org/wiki/Node_(data)']],
    ['链接：https://例子.中国/路径，或 HTTPS://EXAMPLE.ORG', ['https://例子.中国/路径', 'HTTPS://EXAMPLE.ORG']],
    ['javascript:alert(1) data:text/html,x ftp://example.org //example.org www.example.org', []],
    ['javascript:fetch("https://', []],
    ['https:// http://', []],
    ['', []],
  ])('of %j are %j', (words, addresses) => {
    const parts = splitAddresses(words)
    expect(parts.flatMap(({ href }) => href ?? [])).toEqual(addresses)
    expect(parts.map(({ text }) => text).join('')).toBe(words)
  })
})

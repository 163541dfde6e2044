import { describe, expect, it } from 'vitest'
import { startLanguage } from '../../../lib/session/language.ts'
import { formatLeft } from '../../../lib/shown/format.ts'
import { keyErrorOf } from '../keys/key-error.ts'
import { changesOf, EMPTY_OFFER, incomePerDay, PublishForm } from '../publish/offer-form.ts'
import { boundedSize, socketAddress } from '../terminal/terminal-session.ts'
import { controlOf, withHeld } from '../terminal/use-terminal.ts'
import { sshCommand } from './connection-lines.ts'
import type { Share } from './my-queries.ts'
import { mayChange, switchOf } from './share-state.ts'

const verified = { state: 'verified', checkedAt: null, differing: [], measured: null } as const
const share = (change: Partial<Share>): Share =>
  ({ status: 0, listing: 'online', isReserved: false, cleaning: 'none', verification: verified, ...change }) as Share

describe('the switch of a shared machine', () => {
  it.each([
    ['to serve', {}, 'offline', true],
    ['reserved by a buyer', { isReserved: true }, 'offline', false],
    ['servicing', { status: 1 }, 'offline', false],
    ['at the end of its service', { status: 2 }, 'serveAgain', true],
    ['at the end but not clean', { status: 2, cleaning: 'failed' }, 'serveAgain', false],
    ['taken offline', { listing: 'offline' }, 'bringOnline', true],
    [
      'offline and unreachable',
      { listing: 'offline', verification: { ...verified, state: 'unreachable' } },
      'bringOnline',
      false,
    ],
  ] as [string, Partial<Share>, string, boolean][])('of a machine %s', (_, change, word, isEnabled) => {
    expect(switchOf(share(change))).toMatchObject({ word, isEnabled })
  })

  it('lets a machine be changed only while nobody uses it', () => {
    expect(mayChange(share({}))).toBe(true)
    for (const change of [{ status: 1 }, { isReserved: true }, { cleaning: 'running' }] as Partial<Share>[])
      expect(mayChange(share(change))).toBe(false)
  })
})

describe('the publish form', () => {
  const filled = {
    ...EMPTY_OFFER,
    serverIPv4: '8.8.8.8',
    defaultUsername: 'root',
    defaultPassword: 'secret',
    cpuCores: '4',
    ramSize: '8',
    diskSize: '100',
    bandwidth: '10',
    operationSystem: '1',
    servePeriod: '30',
    price: '9.9',
  }
  it('takes an offer as typed, without a description', () => {
    expect(PublishForm.safeParse(filled)).toMatchObject({ success: true, data: { cpuCores: 4, price: 990n } })
  })
  it.each([
    ['serverIPv4', '8.8.8.256'],
    ['serverPort', '70000'],
    ['cpuCores', '0'],
    ['bandwidth', ''],
    ['price', '1.234'],
    ['price', '0'],
  ])('refuses %s as %j', (field, value) => {
    const issues = PublishForm.safeParse({ ...filled, [field]: value }).error?.issues ?? []
    expect(issues.map((issue) => issue.path[0])).toEqual([field])
  })
  it('sends only what was changed, and a password only when one was typed', () => {
    const before = { ...filled, defaultPassword: '' }
    expect(changesOf({ ...before, price: '12' }, before)).toEqual({ price: '12' })
    expect(changesOf({ ...before, defaultPassword: 'new' }, before)).toEqual({ defaultPassword: 'new' })
  })
  it('estimates the income of a day once price and time are there', () => {
    expect(incomePerDay({ price: '9.9', servePeriod: '30' })).toBe('0.33')
    expect(incomePerDay({ price: '9.9', servePeriod: '' })).toBeUndefined()
  })
})

describe('logging in', () => {
  it('writes the command, with a port only when it is not the usual one', () => {
    expect(sshCommand({ username: 'root', IPv4: '8.8.8.8', port: 22 })).toBe('ssh root@8.8.8.8')
    expect(sshCommand({ username: 'root', IPv4: '8.8.8.8', port: 2222 })).toBe('ssh root@8.8.8.8 -p 2222')
  })
  it('refuses a private key before anything is sent', () => {
    expect(keyErrorOf('-----BEGIN OPENSSH PRIVATE KEY-----')).toBe('compute.ssh-key-private')
    expect(keyErrorOf('hello')).toBe('compute.ssh-key-invalid')
    expect(keyErrorOf(' ')).toBe('empty')
    expect(keyErrorOf(`ssh-ed25519 ${'A'.repeat(68)} me@here`)).toBeUndefined()
  })
  it('goes to the page’s own host with its own security, in a size the server takes', () => {
    expect(socketAddress('/t', { protocol: 'https:', host: 'trove.cn' })).toBe('wss://trove.cn/t')
    expect(socketAddress('/t', { protocol: 'http:', host: 'a:1' })).toBe('ws://a:1/t')
    expect(boundedSize({ cols: 3, rows: 900 })).toEqual({ cols: 10, rows: 200 })
  })
  it('makes control keys of letters and leaves everything else', () => {
    expect(controlOf('c')).toBe('\u0003')
    expect(controlOf('[')).toBe('\u001b')
    expect(controlOf('ls')).toBe('ls')
    expect(controlOf('\r')).toBe('\r')
  })
})

describe('a key held for the next character', () => {
  it.each([
    ['control', 'c', '\u0003'],
    ['alt', 'b', '\u001bb'],
    [undefined, '|', '|'],
  ] as const)('%s turns %s into what the shell knows', (held, typed, sent) => {
    expect(withHeld(held, typed)).toBe(sent)
  })
})

describe('the time a lease still lasts', () => {
  const now = new Date('2026-11-01T00:00:00Z')
  it.each([
    [3 * 86_400 + 4 * 3600 + 59 * 60, '3 天 4 小时'],
    [86_400, '1 天 0 小时'],
    [2 * 3600 + 5 * 60, '2 小时 5 分钟'],
    [59, '0 分钟'],
    [-5, '0 分钟'],
  ])('of %s seconds is said in its two largest units', async (seconds, words) => {
    await startLanguage('zh-CN')
    expect(formatLeft(new Date(now.getTime() + seconds * 1000), now)).toBe(words)
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { freePorts } from './free-port.ts'
import { openKeys } from './keys.ts'
import { LockedError, noteChildren, takeLock } from './lock.ts'
import { choosePorts, PortTakenError } from './ports.ts'
import { findMark, isAlive } from './process-mark.ts'
import { readSettings } from './settings.ts'
import { table } from './speak.ts'

/** More than the parts of a world. */
const NEIGHBOURS = 20

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'trove-start-'))
})
afterEach(() => {
  vi.unstubAllGlobals()
  rmSync(dir, { recursive: true, force: true })
})

const actAs = (platform: string) => vi.stubGlobal('process', Object.create(process, { platform: { value: platform } }))
const sleeper = () => spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })

describe('the lock of a data folder', () => {
  test('a second start is refused while the first lives, and may follow once it is given back', async () => {
    const release = await takeLock(dir)
    await expect(takeLock(dir)).rejects.toThrow(LockedError)
    release()
    expect(existsSync(join(dir, 'lock'))).toBe(false)
    ;(await takeLock(dir))()
  })
  test('the lock of a dead process is taken over, and what it left running is ended', async () => {
    const [holder, child] = [sleeper(), sleeper()]
    writeFileSync(join(dir, 'lock'), JSON.stringify(findMark(holder.pid!)))
    noteChildren(dir, [child.pid!])
    await expect(takeLock(dir)).rejects.toMatchObject({ pid: holder.pid })
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    const childGone = once(child, 'exit')
    const release = await takeLock(dir)
    expect((await childGone)[1]).toBe('SIGTERM')
    release()
  })
  test('a process number that was given to another program does not count', async () => {
    writeFileSync(join(dir, 'lock'), JSON.stringify({ pid: process.pid, startedAt: '1' }))
    ;(await takeLock(dir))()
  })
  test.skipIf(process.platform === 'win32')(
    'macOS has no /proc, and a number that was given to another program does not count there either',
    async () => {
      actAs('darwin')
      const child = sleeper()
      const mark = findMark(child.pid!)!
      expect(Date.parse(`${mark.startedAt} UTC`)).toBeGreaterThan(Date.now() - 60_000)
      expect(isAlive(mark)).toBe(true)
      expect(isAlive({ ...mark, startedAt: 'Mon Jan  1 00:00:00 2024' })).toBe(false)
      child.kill('SIGKILL')
      await once(child, 'exit')
      expect(isAlive(mark)).toBe(false)
    },
  )
  test('on Windows, which tells no start times so, nothing is ended by its number alone', async () => {
    actAs('win32')
    const stranger = sleeper()
    noteChildren(dir, [stranger.pid!])
    ;(await takeLock(dir))()
    expect([stranger.exitCode, stranger.signalCode]).toEqual([null, null])
    stranger.kill('SIGKILL')
    expect((await once(stranger, 'exit'))[1]).toBe('SIGKILL')
  })
  test('a list of children that a power cut left empty keeps nobody from starting', async () => {
    writeFileSync(join(dir, 'children.json'), '')
    ;(await takeLock(dir))()
  })
  test('a lock file with nonsense in it is taken over', async () => {
    writeFileSync(join(dir, 'lock'), 'nonsense')
    ;(await takeLock(dir))()
  })
  test('of twenty starts at once over a dead lock one gets the folder', async () => {
    writeFileSync(join(dir, 'lock'), JSON.stringify({ pid: 2 ** 22 - 1, startedAt: '1' }))
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => takeLock(dir)))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  })
  test('a process is alive until it ends', async () => {
    const child = sleeper()
    const mark = findMark(child.pid!)!
    expect(isAlive(mark)).toBe(true)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(isAlive(mark)).toBe(false)
  })
})

describe('ports', () => {
  test('the others follow the site’s, skip what is taken, and stay the same', async () => {
    const [base, blocker] = await freeWithBlockedNext()
    const first = await choosePorts(dir, '127.0.0.1', base)
    expect(first.site).toBe(base)
    expect(first.cashier).not.toBe(base + 1)
    blocker.close()
    await once(blocker, 'close')
    expect(await choosePorts(dir, '127.0.0.1', base)).toEqual(first)
    const { market, ...single } = first
    expect(market).toEqual([])
    expect(new Set(Object.values(single)).size).toBe(Object.keys(single).length)
  })
  test('a port that was asked for and is taken ends the start', async () => {
    const blocker = createServer().listen(0, '127.0.0.1')
    await once(blocker, 'listening')
    const { port } = blocker.address() as { port: number }
    await expect(choosePorts(dir, '127.0.0.1', port)).rejects.toThrow(PortTakenError)
    blocker.close()
  })
})

/** A port whose next is taken; those above it are nobody else's either. */
async function freeWithBlockedNext() {
  const base = await freePorts(NEIGHBOURS)
  const blocker = createServer().listen(base + 1, '127.0.0.1')
  await once(blocker, 'listening')
  return [base, blocker] as const
}

describe('keys and settings', () => {
  test('keys are made once, kept for their owner only, and those given come first', () => {
    const made = openKeys(dir, {})
    expect(openKeys(dir, {})).toEqual(made)
    expect(new Set(Object.values(made)).size).toBe(3)
    expect(openKeys(dir, { KEK: 'given' })).toEqual({ ...made, KEK: 'given' })
    expect(readFileSync(join(dir, 'keys/kek'), 'utf8').trim()).toBe(made.KEK)
  })
  test('what is not given is embedded', () => {
    expect(readSettings('/x', {})).toMatchObject({
      dataDir: '/x/.data',
      isDemo: true,
      hasOwnDatabase: true,
      hasOwnCashier: true,
      hasOwnChain: true,
    })
    expect(readSettings('/x', { CHAIN_URL: 'wss://node' })).toMatchObject({ isDemo: true, hasOwnChain: false })
    const real = readSettings('/x', { DATABASE_URL: 'postgres://x', ALIPAY_GATEWAY_URL: 'https://x', HOST: '0.0.0.0' })
    expect(real).toMatchObject({ isDemo: false, hasOwnDatabase: false, hasOwnCashier: false, localHost: '127.0.0.1' })
  })
  test('on Windows, which has no Unix shell, all but the demo machines and their market is there', () => {
    const [windows, linux] = (['win32', 'linux'] as const).map((platform) => readSettings('/x', {}, platform))
    expect(linux).toMatchObject({ hasDemoMachines: true, hasDemoMarket: true })
    expect(windows).toEqual({ ...linux, hasDemoMachines: false, hasDemoMarket: false })
  })
  test.each([{ PORT: 'x' }, { PORT: '0' }, { PORT: '70000' }, { DEMO: 'yes' }])('%j is refused', (env) => {
    expect(() => readSettings('/x', env)).toThrow(/^(PORT|DEMO): /)
  })
  test('the table keeps its frame with Chinese in it', () => {
    const lines = table(
      '标题',
      [
        ['site', 'http://a'],
        ['data', '/b'],
      ],
      '按',
    ).split('\n')
    const width = (line: string) => [...line].reduce((sum, sign) => sum + (/[一-鿿]/.test(sign) ? 2 : 1), 0)
    expect(new Set(lines.map(width)).size).toBe(1)
  })
})

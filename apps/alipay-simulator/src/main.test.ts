import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { connect, makeFolder, openHook, readMerchant } from './test-simulator.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
const dataDir = makeFolder()
const running: ChildProcess[] = []

afterEach(async () => {
  for (const child of running.splice(0)) await end(child, 'SIGKILL')
})
afterAll(() => rmSync(dataDir, { recursive: true }))

/** Starts the real process on the test's folder and waits for its ready line. */
async function start(env: Record<string, string> = {}): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
      SIM_DATA_DIR: dataDir,
      SIM_PORT: '0',
      SIM_CONTROL: '1',
      SIM_NOTIFY_HOUR_MS: '300',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  const line = await new Promise<string>((done, failed) => {
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        if (text.includes('\n')) done(text.trim())
      })
    }
    child.on('error', failed)
  })
  return { child, line }
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((done) => {
    child.on('exit', (code) => done(code))
    child.kill(signal)
  })
}

describe('the process', () => {
  it('loses nothing it has answered for when it is killed', async () => {
    const hook = await openHook()
    const first = await start()
    expect(first.line).toMatch(/^ready http:\/\/127\.0\.0\.1:\d+$/)
    const before = connect(readMerchant(dataDir))
    for (const no of ['k-1', 'k-2', 'k-3']) {
      await before.control(`trades/${no}/pay`, {
        payUrl: before.payUrl(no, {}, no === 'k-3' ? { notify_url: 'http://127.0.0.1:9/' } : {}),
      })
    }
    await before.call('alipay.trade.refund', { out_trade_no: 'k-2', refund_amount: '1.00', out_request_no: 'r' })
    await before.control('clock', { advanceMs: 5_000 })
    const bookBefore = (await before.control('book')).body
    // Killed in the middle of further payments: each is either whole or absent.
    const wild = Array.from({ length: 20 }, (_, n) =>
      before
        .control(`trades/w-${n}/pay`, { payUrl: before.payUrl(`w-${n}`, {}, { notify_url: hook.url }) })
        .catch(() => undefined),
    )
    await Promise.race(wild)
    await end(first.child, 'SIGKILL')
    const answered = (await Promise.all(wild))
      .filter((each) => each?.status === 200)
      .map((each) => each?.body.outTradeNo as string)

    await start()
    const after = connect(readMerchant(dataDir))
    const { body: book } = await after.control('book')
    expect(after.merchant.alipayPublicKey).toBe(before.merchant.alipayPublicKey)
    expect(book.trades.slice(0, 3)).toEqual(bookBefore.trades)
    expect(book.refunds).toEqual(bookBefore.refunds)
    expect(book.entries.slice(0, bookBefore.entries.length)).toEqual(bookBefore.entries)
    expect(book.entriesSum).toBe('0.00')
    expect(answered.length).toBeGreaterThan(0)
    const paid = book.trades
      .filter((trade: { status: string }) => trade.status === 'TRADE_SUCCESS')
      .map((trade: { outTradeNo: string }) => trade.outTradeNo)
    expect(paid).toEqual(expect.arrayContaining(answered))
    expect((await after.control('clock', { advanceMs: 0 })).body.offsetMs).toBe(5_000)
    // Every payment of the book is told, also those whose notification the kill cut off.
    const wildPaid = paid.filter((no: string) => no.startsWith('w-'))
    await expect.poll(() => new Set(hook.received.map((form) => form.out_trade_no)).size).toBe(wildPaid.length)
    hook.close()
  })

  it('lets no second process onto its folder and stops cleanly at SIGTERM, even with a call left hanging', async () => {
    const { child } = await start()
    const { control, sdk } = connect(readMerchant(dataDir))
    await control('faults', { on: 'alipay.trade.query', kind: 'hang' })
    const hanging = sdk.exec('alipay.trade.query', { bizContent: { out_trade_no: 'x' } }).catch(() => 'cut')
    await expect.poll(async () => (await control('faults')).body.faults.length).toBe(0)
    const second = await start()
    expect(second.line).toContain('locked')
    await expect.poll(() => second.child.exitCode).toBe(2)
    expect(await end(child, 'SIGTERM')).toBe(0)
    await hanging
    expect(existsSync(`${dataDir}/book.sqlite-wal`)).toBe(false)
  })

  it('has no control API unless asked, and says what is wrong with its variables', async () => {
    const quiet = await start({ SIM_CONTROL: '0' })
    const url = quiet.line.replace('ready ', '')
    expect((await fetch(`${url}/control/book`)).status).toBe(404)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const wrong = await start({ SIM_PORT: 'many' })
    expect(wrong.line).toContain('SIM_PORT')
    await expect.poll(() => wrong.child.exitCode).toBe(2)
  })
})

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AlipaySdk } from 'alipay-sdk'
import { readConfig } from './base/config.ts'
import { writeMerchantFile } from './keys/keys.ts'
import { buildServer } from './server.ts'
import { openWorld, type World } from './world/world.ts'

// The SDK writes `timestamp` in the zone of its process; the gateway speaks Shanghai time only.
process.env.TZ = 'Asia/Shanghai'

export interface Merchant {
  appId: string
  sellerId: string
  keyType: 'PKCS8'
  appPrivateKey: string
  alipayPublicKey: string
  gatewayUrl: string
  authorizeUrl: string
  appCertPath: string
  alipayPublicCertPath: string
  alipayRootCertPath: string
}

export type Mode = 'key' | 'cert'

// biome-ignore lint/suspicious/noExplicitAny: answers of the gateway are read field by field in tests
type Answer = any

export interface TestSimulator {
  world: World
  url: string
  merchant: Merchant
  sdk: AlipaySdk
  call: (method: string, content: object) => Promise<Answer>
  control: (path: string, body?: object, method?: string) => Promise<{ status: number; body: Answer }>
  payUrl: (outTradeNo: string, content?: object, addresses?: object) => string
  close: () => Promise<void>
}

/** A folder that the caller removes. */
export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'alipay-simulator-'))
}

/** Starts a simulator in this process on a free port, with fast notify gaps. */
export async function startSimulator(env: Record<string, string> = {}): Promise<TestSimulator> {
  const dataDir = makeFolder()
  const world = openWorld(
    readConfig({ SIM_DATA_DIR: dataDir, SIM_PORT: '0', SIM_CONTROL: '1', SIM_NOTIFY_HOUR_MS: '300', ...env }),
  )
  const server = await buildServer(world)
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  world.publicUrl = url
  writeMerchantFile(dataDir, url)
  world.notifier.start()
  const close = async () => {
    await server.close()
    await world.notifier.stop()
    world.store.close()
    rmSync(dataDir, { recursive: true })
  }
  return { world, close, ...connect(readMerchant(dataDir)) }
}

export function readMerchant(dataDir: string): Merchant {
  return JSON.parse(readFileSync(join(dataDir, 'merchant.json'), 'utf8')) as Merchant
}

/** The unmodified SDK of a merchant. */
export function makeSdk(merchant: Merchant, mode: Mode): AlipaySdk {
  return new AlipaySdk({
    appId: merchant.appId,
    privateKey: merchant.appPrivateKey,
    keyType: merchant.keyType,
    gateway: merchant.gatewayUrl,
    camelcase: false,
    timeout: 1500,
    ...(mode === 'key'
      ? { alipayPublicKey: merchant.alipayPublicKey }
      : {
          appCertPath: merchant.appCertPath,
          alipayPublicCertPath: merchant.alipayPublicCertPath,
          alipayRootCertPath: merchant.alipayRootCertPath,
        }),
  })
}

/** What a test does with a running simulator, wherever it runs. */
export function connect(merchant: Merchant, mode: Mode = 'key'): Omit<TestSimulator, 'world' | 'close'> {
  const url = new URL(merchant.gatewayUrl).origin
  const sdk = makeSdk(merchant, mode)
  return {
    url,
    merchant,
    sdk,
    call: (method, content) => sdk.exec(method, { bizContent: content }, { validateSign: true }),
    control: async (path, body, method = body === undefined ? 'GET' : 'POST') => {
      const headers = body === undefined ? {} : { 'content-type': 'application/json' }
      const response = await fetch(`${url}/control/${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    },
    payUrl: (outTradeNo, content = {}, addresses = {}) =>
      sdk.pageExec('alipay.trade.page.pay', 'GET', {
        bizContent: {
          out_trade_no: outTradeNo,
          total_amount: '9.90',
          subject: `订单 ${outTradeNo}`,
          product_code: 'FAST_INSTANT_TRADE_PAY',
          ...content,
        },
        ...addresses,
      }),
  }
}

export interface Hook {
  url: string
  received: Array<Record<string, string>>
  /** Resolves when `count` notifications have come. */
  wait: (count: number) => Promise<void>
  answer: (next: (form: Record<string, string>, index: number) => string) => void
  close: () => void
}

/** A merchant's notify_url that remembers what it got. */
export async function openHook(): Promise<Hook> {
  const received: Hook['received'] = []
  const waiting: Array<{ count: number; done: () => void }> = []
  let reply: (form: Record<string, string>, index: number) => string = () => 'success'
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString('utf8')))
      response.end(reply(form, received.push(form) - 1))
      for (const each of waiting) if (received.length >= each.count) each.done()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notify`,
    received,
    wait: (count) =>
      received.length >= count ? Promise.resolve() : new Promise((done) => void waiting.push({ count, done })),
    answer: (next) => {
      reply = next
    },
    close: () => server.close(),
  }
}

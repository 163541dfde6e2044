import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Environment } from '../../src/platform/config/config.ts'
import { firstLine } from '../world/postgres.ts'

const SIMULATOR_MAIN = fileURLToPath(new URL('../../../alipay-simulator/src/main.ts', import.meta.url))

/** A running Alipay simulator. */
export type Simulator = {
  url: string
  /** The ALIPAY_* variables that point a server at it. */
  environment: Environment
  /** Calls its control API; the answer's JSON. @throws Error when it refuses */
  control(method: string, path: string, body?: unknown): Promise<unknown>
  stop(signal?: NodeJS.Signals): Promise<void>
}

type Merchant = Record<
  'appId' | 'sellerId' | 'keyType' | 'appPrivateKey' | 'alipayPublicKey' | 'gatewayUrl' | 'authorizeUrl',
  string
> &
  Record<'appCertPath' | 'alipayPublicCertPath' | 'alipayRootCertPath', string>

/** Starts the simulator as a process of its own with a fresh book. */
export async function startSimulator(dataDir: string, extra: Environment = {}): Promise<Simulator> {
  const child = spawn(process.execPath, [SIMULATOR_MAIN], {
    env: { ...process.env, SIM_PORT: '0', SIM_DATA_DIR: dataDir, SIM_CONTROL: '1', ...extra },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await firstLine(child, (text) => text.startsWith('ready '))
  const url = line.slice('ready '.length).trim()
  const merchant = JSON.parse(await readFile(join(dataDir, 'merchant.json'), 'utf8')) as Merchant
  return {
    url,
    environment: environmentOf(merchant),
    async control(method, path, body) {
      const answer = await fetch(url + path, {
        method,
        headers: body === undefined ? {} : { 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`simulator: ${answer.status} ${text}`)
      return text ? JSON.parse(text) : undefined
    },
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}

function environmentOf(merchant: Merchant): Environment {
  return {
    ALIPAY_GATEWAY_URL: merchant.gatewayUrl,
    ALIPAY_AUTHORIZE_URL: merchant.authorizeUrl,
    ALIPAY_APP_ID: merchant.appId,
    ALIPAY_SELLER_ID: merchant.sellerId,
    ALIPAY_PRIVATE_KEY: merchant.appPrivateKey,
    ALIPAY_KEY_TYPE: merchant.keyType,
    ALIPAY_PUBLIC_KEY: merchant.alipayPublicKey,
    ALIPAY_APP_CERT: merchant.appCertPath,
    ALIPAY_PUBLIC_CERT: merchant.alipayPublicCertPath,
    ALIPAY_ROOT_CERT: merchant.alipayRootCertPath,
  }
}

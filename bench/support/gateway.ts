import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { freePort } from '../../tools/start/free-port.ts'
import type { Started } from './processes.ts'

/** The gateway's stand-in and what the order benches ask of it. */

const SIMULATOR = fileURLToPath(new URL('../../apps/alipay-simulator/src/main.ts', import.meta.url))

/** The gateway's stand-in, and the variables that point a server at it. */
export async function startGateway(
  dataDir: string,
): Promise<{ started: Started; url: string; env: NodeJS.ProcessEnv }> {
  const port = await freePort()
  const child = spawn(process.execPath, [SIMULATOR], {
    env: { ...process.env, SIM_PORT: String(port), SIM_DATA_DIR: dataDir, SIM_CONTROL: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; !(await fetch(`${url}/control/book`).catch(() => undefined))?.ok; tries++) {
    if (tries > 300) {
      child.kill()
      throw new Error('the gateway does not answer')
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const merchant = JSON.parse(await readFile(join(dataDir, 'merchant.json'), 'utf8')) as Record<string, string>
  const env = {
    ALIPAY_GATEWAY_URL: merchant.gatewayUrl,
    ALIPAY_AUTHORIZE_URL: merchant.authorizeUrl,
    ALIPAY_APP_ID: merchant.appId,
    ALIPAY_SELLER_ID: merchant.sellerId,
    ALIPAY_PRIVATE_KEY: merchant.appPrivateKey,
    ALIPAY_KEY_TYPE: merchant.keyType,
    ALIPAY_PUBLIC_KEY: merchant.alipayPublicKey,
  }
  return { started: { child, said: {} }, url, env }
}

/** Posts JSON; fails unless the answer is a good one. */
export async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response
}

/** Gives the gateway's test buyers money enough for any number of orders. */
export async function enrich(gateway: string): Promise<void> {
  const { accounts } = (await (await fetch(`${gateway}/control/accounts`)).json()) as { accounts: { userId: string }[] }
  for (const { userId } of accounts)
    await post(`${gateway}/control/accounts/${userId}/balance`, { balance: '90000000.00' })
}

/** Offers nobody has bought yet, in no order. */
export async function readOpen(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: string }>('select id from compute_offers where is_open order by random()')
  await client.end()
  return rows.map(({ id }) => id)
}

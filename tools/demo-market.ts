import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyMarket, fillMarket, type MarketFacts } from './demo/market.ts'
import { json } from './demo/people.ts'
import type { Ports } from './start/ports.ts'
import { readSettings } from './start/settings.ts'
import { both } from './start/speak.ts'

/**
 * The demo market of a running world. `fill` is started by `npm start` once everything serves; `remove` is
 * `npm run demo:remove`: it takes the machines off the market, and later starts leave it empty.
 */

const { dataDir, localHost } = readSettings(join(import.meta.dirname, '..'), process.env)
const removedMark = join(dataDir, 'demo-market-removed')

async function readFacts(): Promise<MarketFacts> {
  const ports = JSON.parse(readFileSync(join(dataDir, 'ports.json'), 'utf8')) as Ports
  const people = readFileSync(join(dataDir, 'alipay-simulator/people.json'), 'utf8')
  return {
    site: `http://${localHost}:${ports.site}`,
    cashier: `http://${localHost}:${ports.cashier}`,
    logins: await json(`http://127.0.0.1:${ports.machineInfo}/fleet.json`),
    ports: ports.market,
    payees: JSON.parse(people) as MarketFacts['payees'],
  }
}

async function remove(): Promise<void> {
  const { removed, inUse } = await emptyMarket(await readFacts())
  writeFileSync(removedMark, '')
  console.log(both('demoRemoved', { removed, inUse }))
}

try {
  if (process.argv[2] === 'remove') await remove()
  else if (!existsSync(removedMark)) await fillMarket(await readFacts())
  console.log('done')
} catch (error) {
  console.error(process.argv[2] === 'remove' ? both('demoNotRemoved', { reason: (error as Error).message }) : error)
  process.exit(1)
}

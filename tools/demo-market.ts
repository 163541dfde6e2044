import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyMarket, fillMarket, type MarketFacts } from './demo/market.ts'
import { json } from './demo/people.ts'
import { isDemoRemoved, removedMark } from './demo/removed.ts'
import { DEMO_COPIES, storeDemoFile } from './demo/stored-files.ts'
import type { Ports } from './start/ports.ts'
import { readSettings } from './start/settings.ts'
import { both } from './start/speak.ts'

/**
 * The demo market of a running world. `fill` is started by `npm start` once everything serves; `remove` is
 * `npm run demo:remove`: it takes the machines off the market, and later starts leave it empty.
 */

const { dataDir, localHost, storageNodes } = readSettings(join(import.meta.dirname, '..'), process.env)

const readPorts = () => JSON.parse(readFileSync(join(dataDir, 'ports.json'), 'utf8')) as Ports

async function readFacts(): Promise<MarketFacts> {
  const ports = readPorts()
  const people = readFileSync(join(dataDir, 'alipay-simulator/people.json'), 'utf8')
  return {
    site: `http://${localHost}:${ports.site}`,
    cashier: `http://${localHost}:${ports.cashier}`,
    logins: await json(`http://127.0.0.1:${ports.machineInfo}/fleet.json`),
    ports: ports.market,
    payees: JSON.parse(people) as MarketFacts['payees'],
  }
}

/** The demo file on the nodes of this world. A gateway or a chain of somebody else's gets none. */
async function storeFile(places: MarketFacts): Promise<void> {
  if (storageNodes < DEMO_COPIES || process.env.STORAGE_URL) return
  const ports = readPorts()
  const [gateway, chainUrl] = [`http://${localHost}:${ports.storage}`, `ws://127.0.0.1:${ports.chain}`]
  const { site, cashier } = places
  console.log(`demo file: order ${await storeDemoFile({ site, cashier, gateway, chainUrl })}`)
}

async function remove(): Promise<void> {
  const { removed, inUse } = await emptyMarket(await readFacts())
  writeFileSync(removedMark(dataDir), '')
  console.log(both('demoRemoved', { removed, inUse }))
}

try {
  if (process.argv[2] === 'remove') await remove()
  else if (!isDemoRemoved(dataDir)) {
    const facts = await readFacts()
    // Each does its part, whatever becomes of the others.
    const ends = await Promise.allSettled([storeFile(facts), fillMarket(facts)])
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }
  console.log('done')
} catch (error) {
  console.error(process.argv[2] === 'remove' ? both('demoNotRemoved', { reason: (error as Error).message }) : error)
  process.exit(1)
}

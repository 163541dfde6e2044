import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { withOwnDatabase } from './support/own-database.ts'
import { startProgram } from './support/processes.ts'
import { sealRandom } from './support/sealed.ts'
import { readAll, startStorage } from './support/storage-world.ts'
import { median } from './support/timings.ts'

/**
 * One file read from the gateway through the connection a storage node opened to it, beside a bare `node:http` copy of the same bytes
 * and beside the gateway's own copy, in alternating rounds. `node bench/node-reads.ts --mib 256 --rounds 5`; the goal is 0.8 of the
 * floor's rate (gate G3 of storage).
 */

const { values } = parseArgs({
  options: { mib: { type: 'string', default: '256' }, rounds: { type: 'string', default: '5' } },
})
const [mib, rounds] = [Number(values.mib), Number(values.rounds)]

async function rate(url: string): Promise<number> {
  const began = performance.now()
  await readAll(url)
  return (mib * 1000) / (performance.now() - began)
}

async function save(url: string, path: string): Promise<void> {
  const { body } = await fetch(url)
  await pipeline(Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]), createWriteStream(path))
}

/** What the chain's index says when this node keeps the only replica of an order. */
async function noteReplica(databaseUrl: string, cid: string, account: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const hash = `0x${randomUUID().replaceAll('-', '').padStart(64, '0')}`
  await client.query('insert into chain_network (genesis_hash, block1_hash) values ($1, $1)', [hash])
  await client.query(
    `insert into chain_order (network, id, owner, created_height, created_at, height, view)
      select network, 1, $1, 1, now(), 1, jsonb_build_object('cid', $2::text, 'status', 'Finished') from chain_network`,
    [account, cid],
  )
  await client.query('insert into chain_replica (network, order_id, miner) select network, 1, $1 from chain_network', [
    account,
  ])
  await client.end()
}

await withOwnDatabase(async (own) => {
  const [parts, floorDir, copyDir] = ['parts', 'floor', 'copy'].map((name) => join(own.dataDir, name)) as [
    string,
    string,
    string,
  ]
  for (const folder of [parts, floorDir, copyDir]) await mkdir(folder)
  const storage = await startStorage(own)
  const person = await storage.signIn('13900000001')
  const sealed: Uint8Array<ArrayBuffer>[] = []
  const file = await sealRandom(mib * 2 ** 20, (part) => void sealed.push(part))
  const id = await storage.begin(person, file)
  for (const [number, part] of sealed.entries()) await storage.put(person, id, number, part)
  await storage.finish(person, id)
  const url = `${storage.gateway}/ipfs/${file.cid}`
  await save(url, join(copyDir, 'data'))
  await save(url, join(floorDir, '0'))

  const floor = own.keep(await startProgram('bench/floor-copy.ts', { FLOOR_DIR: floorDir }))
  const node = own.keep(
    await startProgram('apps/storage-agent/test/serving-file.ts', {
      ...{ SERVE_GATEWAY: storage.gateway, SERVE_FOLDER: copyDir },
      ...{ SERVE_CID: file.cid, SERVE_BYTES: String(file.bytes) },
    }),
  )
  await noteReplica(own.databaseUrl, file.cid, String(node.said.account))
  // The gateway's objects are put away and back: what it reads meanwhile, it reads from the node.
  const objects = join(
    own.dataDir,
    (await readdir(own.dataDir, { recursive: true })).find((name) => name.endsWith('objects'))!,
  )
  const away = join(own.dataDir, 'away')
  const ratesOf: Record<'floor' | 'own copy' | 'node', number[]> = { floor: [], 'own copy': [], node: [] }
  const throughNode = async () => {
    await rename(objects, away)
    await mkdir(objects)
    while (!(await fetch(url, { headers: { range: 'bytes=0-0' } })).ok) await sleep(200)
    ratesOf.node.push(await rate(url))
    await rm(objects, { recursive: true })
    await rename(away, objects)
  }
  const turns = [
    async () => void ratesOf.floor.push(await rate(`${floor.said.url}/0`)),
    async () => void ratesOf['own copy'].push(await rate(url)),
    throughNode,
  ]
  for (let round = 0; round < rounds; round++) for (const turn of round % 2 ? turns.toReversed() : turns) await turn()
  for (const [name, all] of Object.entries(ratesOf))
    console.log(
      `${name.padEnd(9)} ${median(all).toFixed(0).padStart(5)} MiB/s  [${all.map((one) => one.toFixed(0)).join(' ')}]`,
    )
  const pairs = ratesOf.node.map((one, round) => one / ratesOf.floor[round]!)
  console.log(`node / floor ${median(pairs).toFixed(2)} [${pairs.map((one) => one.toFixed(2)).join(' ')}]`)
})

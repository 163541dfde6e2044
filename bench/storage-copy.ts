import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { withOwnDatabase } from './support/own-database.ts'
import { startProgram } from './support/processes.ts'
import { sealRandom } from './support/sealed.ts'
import { hashOf, readAll, startStorage } from './support/storage-world.ts'
import { median } from './support/timings.ts'

/**
 * One large file through the storage gateway beside a bare `node:http` copy of the same bytes, in alternating rounds.
 * `node bench/storage-copy.ts --mib 1024 --rounds 3 --lanes 3`; the goal is 0.8 of the floor's rate (issue 13).
 */

const { values } = parseArgs({
  options: {
    mib: { type: 'string', default: '1024' },
    rounds: { type: 'string', default: '3' },
    lanes: { type: 'string', default: '3' },
  },
})
const [mib, rounds, lanes] = [values.mib, values.rounds, values.lanes].map(Number) as [number, number, number]

async function rate(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (mib * 1000) / (performance.now() - began)
}

/** Does so many things, a few at a time, as a browser sends parts. */
async function inLanes(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

type Rates = { up: number[]; down: number[] }
function print(name: string, all: Rates): void {
  for (const way of ['up', 'down'] as const)
    console.log(
      `${name.padEnd(6)} ${way.padEnd(5)} ${median(all[way]).toFixed(0).padStart(5)} MiB/s  [${all[way].map((one) => one.toFixed(0)).join(' ')}]`,
    )
}

await withOwnDatabase(async (own) => {
  const folders = ['parts', 'floor'].map((name) => join(own.dataDir, name)) as [string, string]
  for (const folder of folders) await mkdir(folder)
  const partOf = (number: number) => readFile(join(folders[0], String(number))) as Promise<Buffer<ArrayBuffer>>
  const hashes: string[] = []
  const file = await sealRandom(mib * 2 ** 20, async (part, number) => {
    hashes[number] = hashOf(part)
    await writeFile(join(folders[0], String(number)), part)
  })
  const storage = await startStorage(own)
  const bare = own.keep(await startProgram('bench/floor-copy.ts', { FLOOR_DIR: folders[1] }))
  const floorUrl = String(bare.said.url)
  const person = await storage.signIn('13900000001')
  const [ours, floor]: Rates[] = [
    { up: [], down: [] },
    { up: [], down: [] },
  ]
  const throughGateway = async () => {
    const id = await storage.begin(person, file)
    ours!.up.push(
      await rate(async () => {
        await inLanes(file.parts, async (number) =>
          storage.put(person, id, number, await partOf(number), hashes[number]!),
        )
        await storage.finish(person, id)
      }),
    )
    ours!.down.push(
      await rate(async () => {
        const bytes = await readAll(`${storage.gateway}/ipfs/${file.cid}`)
        if (bytes !== file.bytes) throw new Error(`${bytes} bytes came back of ${file.bytes}`)
      }),
    )
    await storage.remove(person, id)
  }
  const throughFloor = async () => {
    floor!.up.push(
      await rate(() =>
        inLanes(file.parts, async (number) => {
          await (await fetch(`${floorUrl}/${number}`, { method: 'PUT', body: await partOf(number) })).text()
        }),
      ),
    )
    floor!.down.push(
      await rate(async () => {
        for (let number = 0; number < file.parts; number++) await readAll(`${floorUrl}/${number}`)
      }),
    )
  }
  for (let round = 0; round < rounds; round++)
    for (const turn of round % 2 ? [throughGateway, throughFloor] : [throughFloor, throughGateway]) await turn()
  print('floor', floor!)
  print('ours', ours!)
  for (const way of ['up', 'down'] as const) {
    const pairs = ours![way].map((one, round) => one / floor![way][round]!)
    console.log(`ratio  ${way.padEnd(5)} ${median(pairs).toFixed(2)} [${pairs.map((one) => one.toFixed(2)).join(' ')}]`)
  }
})

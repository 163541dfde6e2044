import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readLag, rssMb, tellLag } from './support/held-up.ts'
import { withOwnDatabase } from './support/own-database.ts'
import { type SealedFile, sealRandom } from './support/sealed.ts'
import { startStorage } from './support/storage-world.ts'

/**
 * Twenty people each upload a file of 100 MB at once: how far the server's memory grows, and how long its event loop is held up.
 * `node bench/storage-many.ts --files 20 --megabytes 100`; the goals are +128 MB and 100 ms at p99 (issue 13).
 */

const { values } = parseArgs({
  options: { files: { type: 'string', default: '20' }, megabytes: { type: 'string', default: '100' } },
})
const [files, bytes] = [Number(values.files), Number(values.megabytes) * 1_000_000]
const SAMPLE_MS = 200

await withOwnDatabase(async (own) => {
  const lagFile = join(own.dataDir, 'lag.json')
  const options = tellLag(lagFile)
  const storage = await startStorage(own, { NODE_OPTIONS: options })
  const people = await Promise.all(
    Array.from({ length: files }, (_, i) => storage.signIn(`139${String(i).padStart(8, '0')}`)),
  )
  // What a file is called is known only once all of it is sealed, so one sealing goes before. One file for all: what the
  // server does is the same, and this process leaves the processor to it.
  const parts: Uint8Array<ArrayBuffer>[] = []
  const file: SealedFile = await sealRandom(bytes, (part) => void parts.push(part))
  const upload = async (person: string) => {
    const id = await storage.begin(person, file)
    for (const [number, part] of parts.entries()) await storage.put(person, id, number, part)
    await storage.finish(person, id)
  }
  const before = await rssMb(storage.pid)
  let most = before
  const sampling = setInterval(async () => {
    most = Math.max(most, await rssMb(storage.pid))
  }, SAMPLE_MS)
  process.kill(storage.pid, 'SIGUSR2')
  const began = performance.now()
  await Promise.all(people.map(upload))
  const seconds = (performance.now() - began) / 1000
  await new Promise((resolve) => setTimeout(resolve, 2 * SAMPLE_MS))
  clearInterval(sampling)
  const lag = await readLag(lagFile)
  const ms = (ns: number) => (ns / 1e6).toFixed(0)
  console.log(
    `${files} x ${values.megabytes} MB in ${seconds.toFixed(1)} s, ${((files * bytes) / 1e6 / seconds).toFixed(0)} MB/s in all`,
  )
  console.log(
    `memory of the server ${before.toFixed(0)} MB, at most ${most.toFixed(0)} MB: +${(most - before).toFixed(0)} MB`,
  )
  console.log(`delay of its event loop p50 ${ms(lag.p50)} p99 ${ms(lag.p99)} most ${ms(lag.max)} ms`)
})

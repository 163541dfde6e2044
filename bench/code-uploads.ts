import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { zip } from '../packages/git-server/test/make-archive.ts'
import { readLag, rssMb, tellLag } from './support/held-up.ts'
import { withOwnDatabase } from './support/own-database.ts'
import { startServer } from './support/server.ts'
import { signIn } from './support/sign-in.ts'

/**
 * Twenty authors each upload an archive of 100 MB to the vault at once, which becomes a version of each work: how far the
 * server's memory grows, and how long its event loop is held up. `node bench/code-uploads.ts --archives 20 --megabytes 100`
 * (issue 12). Ends with an error unless each is taken or told to come again.
 */

const { values } = parseArgs({
  options: { archives: { type: 'string', default: '20' }, megabytes: { type: 'string', default: '100' } },
})
const [count, megabytes] = [Number(values.archives), Number(values.megabytes)]
const FILE_BYTES = 4_000_000
const SAMPLE_MS = 200

await withOwnDatabase(async ({ databaseUrl, dataDir, keep }) => {
  const lagFile = join(dataDir, 'lag.json')
  const NODE_OPTIONS = tellLag(lagFile)
  const server = keep(await startServer(databaseUrl, dataDir, { NODE_OPTIONS }))
  const [url, pid] = [String(server.said.url), server.child.pid!]
  const draft = async (authorization: string) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const body = JSON.stringify({ title: 'Large' })
    const answer = await fetch(`${url}/api/codemart/product/draft`, { method: 'POST', headers, body })
    return ((await answer.json()) as { data: { id: string } }).data.id
  }
  const uploads: { authorization: string; id: string }[] = []
  for (let i = 0; i < count; i++) {
    const { authorization } = await signIn(url, `139${String(i).padStart(8, '0')}`)
    uploads.push({ authorization, id: await draft(authorization) })
  }
  const data = Array.from({ length: Math.ceil((megabytes * 1e6) / FILE_BYTES) }, () => randomBytes(FILE_BYTES))
  const archive = new Blob([new Uint8Array(zip(data.map((bytes, i) => ({ name: `part-${i}.bin`, data: bytes }))))])
  const upload = async ({ authorization, id }: (typeof uploads)[number]) => {
    const body = new FormData()
    body.append('notes', '')
    body.append('file', archive, 'work.zip')
    const path = `/api/codemart/product/archive/${id}`
    const answer = await fetch(url + path, { method: 'POST', headers: { authorization }, body })
    const { error = 'taken' } = (await answer.json()) as { error?: string }
    return error
  }
  const before = await rssMb(pid)
  let most = before
  const sampling = setInterval(async () => {
    most = Math.max(most, await rssMb(pid))
  }, SAMPLE_MS)
  process.kill(pid, 'SIGUSR2')
  const began = performance.now()
  const answers = await Promise.all(uploads.map(upload))
  const seconds = (performance.now() - began) / 1000
  await new Promise((resolve) => setTimeout(resolve, 3 * SAMPLE_MS))
  clearInterval(sampling)
  const lag = await readLag(lagFile)
  const ms = (ns: number) => (ns / 1e6).toFixed(0)
  const taken = answers.filter((answer) => answer === 'taken').length
  const later = answers.filter((answer) => answer === 'service.unavailable').length
  const speed = ((taken * archive.size) / 1e6 / seconds).toFixed(1)
  console.log(
    `${count} x ${megabytes} MB: ${taken} taken, ${later} told to come again; ${seconds.toFixed(1)} s, ${speed} MB/s`,
  )
  console.log(
    `memory of the server ${before.toFixed(0)} MB, at most ${most.toFixed(0)}: +${(most - before).toFixed(0)} MB`,
  )
  console.log(`delay of its event loop p50 ${ms(lag.p50)} p99 ${ms(lag.p99)} most ${ms(lag.max)} ms`)
  if (taken + later !== count) throw new Error(`answers: ${answers.join(' ')}`)
})

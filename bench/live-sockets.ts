import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { addBuyers, newTokenKey } from './support/buyers.ts'
import { withOwnDatabase } from './support/own-database.ts'
import { cpuMs, type Started, startProgram } from './support/processes.ts'
import { startServer } from './support/server.ts'
import { percentiles, timeCalls } from './support/timings.ts'

/**
 * Open pages on one process: 1,000 WebSockets of live updates, four a person, beside as many of a bare server that neither
 * knows who is there nor asks a database. `node bench/live-sockets.ts`; see README.md.
 */

const { values: args } = parseArgs({
  options: { sockets: { type: 'string', default: '1000' }, messages: { type: 'string', default: '20' } },
})
const [sockets, messages] = [Number(args.sockets), Number(args.messages)]
const EACH = 4
const AT_ONCE = 20
/** As many people as a process tells of in one NOTIFY. */
const EVENTS_PER_PAYLOAD = 30

type System = {
  name: string
  program: Started
  open: (index: number) => Promise<WebSocket>
  tell: () => Promise<unknown>
}

/** Resident memory of a process in MiB (Linux). */
async function memory({ child }: Started): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024
}

function opened(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url)
  return new Promise((resolve, reject) => {
    socket.onopen = () => resolve(socket)
    socket.onerror = () => reject(new Error('a socket was not opened'))
  })
}

/** Opens all, tells all of them something so many times, and prints what it took. @throws Error when one is gone */
async function measure({ name, program, open, tell }: System): Promise<void> {
  const before = await memory(program)
  const all: WebSocket[] = []
  const times = await timeCalls(sockets, AT_ONCE, async (index) => void all.push(await open(index)))
  const opening = await memory(program)
  let heard = 0
  let tellAll = () => {}
  for (const socket of all)
    socket.onmessage = () => {
      if (++heard % sockets === 0) tellAll()
    }
  const rounds: number[] = []
  const cpuBefore = await cpuMs([program.child.pid!])
  for (let round = 0; round < messages; round++) {
    const { promise, resolve } = Promise.withResolvers<void>()
    tellAll = resolve
    const start = performance.now()
    await tell()
    await promise
    rounds.push(performance.now() - start)
  }
  const cpu = (await cpuMs([program.child.pid!])) - cpuBefore
  if (all.some(({ readyState }) => readyState !== WebSocket.OPEN)) throw new Error(`${name}: a socket was closed`)
  console.log(`${name.padEnd(6)} opening one, ${AT_ONCE} at a time: ${percentiles(times)}`)
  console.log(
    `${name.padEnd(6)} ${before.toFixed(0)} MiB before, ${opening.toFixed(0)} with ${sockets} open, ${(((opening - before) * 1024) / sockets).toFixed(1)} KiB each`,
  )
  console.log(
    `${name.padEnd(6)} something told to all ${sockets}: ${percentiles(rounds)}, ${(cpu / messages).toFixed(0)} ms CPU of the process`,
  )
  for (const socket of all) socket.close()
}

await withOwnDatabase(async ({ dataDir, databaseUrl, keep }) => {
  const key = newTokenKey()
  const server = keep(await startServer(databaseUrl, dataDir, { TOKEN_KEY: key }))
  const people = await addBuyers(databaseUrl, key, Math.ceil(sockets / EACH))
  const bare = keep(await startProgram('bench/floor-sockets.ts', {}))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query('select id from users')
  const events = rows.map(({ id }) => ({ userId: id, message: { type: 'notice', id: 'bench' } }))
  const payloads = Array.from({ length: Math.ceil(events.length / EVENTS_PER_PAYLOAD) }, (_, i) =>
    JSON.stringify(events.slice(i * EVENTS_PER_PAYLOAD, (i + 1) * EVENTS_PER_PAYLOAD)),
  )
  try {
    await measure({
      name: 'floor',
      program: bare,
      open: () => opened(String(bare.said.url).replace('http', 'ws')),
      tell: () => fetch(String(bare.said.url)),
    })
    await measure({
      name: 'ours',
      program: server,
      open: async (index) => {
        const url = String(server.said.url)
        const headers = { authorization: people[index % people.length]! }
        const answer = await fetch(`${url}/api/live/ticket`, { method: 'POST', headers })
        const { data } = (await answer.json()) as { data: { ticket: string; path: string } }
        return opened(`${url.replace('http', 'ws')}${data.path}?ticket=${data.ticket}`)
      },
      tell: () => client.query(`select pg_notify('trove_live', one) from unnest($1::text[]) one`, [payloads]),
    })
  } finally {
    await client.end()
  }
})

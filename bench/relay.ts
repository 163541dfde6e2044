import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Question, signHello } from '@trove/tunnel/hello'
import pg from 'pg'
import ssh2 from 'ssh2'
import { WebSocket } from 'ws'
import { freePort } from '../tools/start/free-port.ts'
import { withOwnDatabase } from './support/own-database.ts'
import { cpuMs, type Started, startProgram } from './support/processes.ts'
import { migrateWith, startServer } from './support/server.ts'
import { median, percentiles } from './support/timings.ts'

/** SSH through the relay beside a direct connection, and idle tunnels on one process. See README.md. */

const { values: args } = parseArgs({
  options: {
    mib: { type: 'string', default: '32' },
    rounds: { type: 'string', default: '7' },
    echoes: { type: 'string', default: '50' },
    tunnels: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '30' },
    pin: { type: 'boolean', default: false },
  },
})
const [mib, rounds, echoes, tunnels, seconds] = [args.mib, args.rounds, args.echoes, args.tunnels, args.seconds].map(
  Number,
) as [number, number, number, number, number]

const HOST = '127.0.0.1'
const PORTS = 20_500
const MIB = 2 ** 20
const AT_ONCE = 20

type Processes = { relay: Started; agent: Started; machine: Started }
type Ways = { direct: ssh2.Client; relayed: ssh2.Client }

async function connect(port: number, { username, password }: { username: string; password: string }) {
  const client = new ssh2.Client()
  client.connect({ host: HOST, port, username, password, readyTimeout: 30_000 })
  await once(client, 'ready')
  return client
}
function command(client: ssh2.Client, words: string): Promise<ssh2.ClientChannel> {
  return new Promise((resolve, reject) =>
    client.exec(words, (error, channel) => (error ? reject(error) : resolve(channel))),
  )
}

/** MiB a second that come from the machine. @throws Error when a byte is missing */
async function download(client: ssh2.Client): Promise<number> {
  const start = performance.now()
  const channel = await command(client, `head -c ${mib * MIB} /dev/zero`)
  let bytes = 0
  channel.on('data', (part: Buffer) => {
    bytes += part.length
  })
  await once(channel, 'close')
  if (bytes !== mib * MIB) throw new Error(`${bytes} bytes came`)
  return mib / ((performance.now() - start) / 1000)
}
/** MiB a second that the machine takes. @throws Error when a byte is missing */
async function upload(client: ssh2.Client): Promise<number> {
  const start = performance.now()
  const channel = await command(client, 'wc -c')
  let said = ''
  channel.on('data', (part: Buffer) => {
    said += part
  })
  const ended = once(channel, 'close')
  const piece = Buffer.alloc(MIB)
  for (let i = 0; i < mib; i++) if (!channel.write(piece)) await once(channel, 'drain')
  channel.end()
  await ended
  if (Number(said) !== mib * MIB) throw new Error(`the machine counted ${said}`)
  return mib / ((performance.now() - start) / 1000)
}
/** Milliseconds from a key pressed to its echo. */
async function echo(client: ssh2.Client): Promise<number[]> {
  const channel = await command(client, 'cat')
  const times: number[] = []
  for (let i = 0; i < echoes; i++) {
    const start = performance.now()
    channel.write('x')
    await once(channel, 'data')
    times.push(performance.now() - start)
  }
  channel.end()
  await once(channel, 'close')
  return times
}

/** The two ends of SSH on one core, relay and agent on another, as they are on machines of their own (Linux). */
function pin({ relay, agent, machine }: Processes): void {
  const [ends, between] = [
    [process.pid, machine.child.pid],
    [relay.child.pid, agent.child.pid],
  ]
  for (const [core, pids] of [ends, between].entries())
    for (const pid of pids) execFileSync('taskset', ['-a', '-p', '-c', String(core), String(pid)], { stdio: 'ignore' })
}

/** CPU so far of each process that a relayed byte passes, in milliseconds; `client` is this one. */
async function cpuOfAll({ relay, agent, machine }: Processes) {
  const { user, system } = process.cpuUsage()
  const [ofRelay, ofAgent, ofMachine] = await Promise.all(
    [relay, agent, machine].map(({ child }) => cpuMs([child.pid!])),
  )
  return { client: (user + system) / 1000, relay: ofRelay!, agent: ofAgent!, machine: ofMachine! }
}

/** Both ways in turn, the first one changing; each pair of a round gives a ratio. Then CPU for each MiB. */
async function paired(
  name: string,
  { ways, processes }: { ways: Ways; processes: Processes },
  measure: (client: ssh2.Client) => Promise<number>,
) {
  const found: { direct: number; relayed: number }[] = []
  const cpu = { direct: new Map<string, number>(), relayed: new Map<string, number>() }
  for (let round = 0; round < rounds; round++) {
    const pair = { direct: 0, relayed: 0 }
    const order = round % 2 === 0 ? (['direct', 'relayed'] as const) : (['relayed', 'direct'] as const)
    for (const way of order) {
      const before = await cpuOfAll(processes)
      pair[way] = await measure(ways[way])
      for (const [who, ms] of Object.entries(await cpuOfAll(processes)))
        cpu[way].set(who, (cpu[way].get(who) ?? 0) + ms - before[who as keyof typeof before])
    }
    found.push(pair)
  }
  const ratios = found.map(({ direct, relayed }) => relayed / direct)
  const of = (way: keyof Ways) => median(found.map((pair) => pair[way])).toFixed(2)
  console.log(
    `${name.padEnd(14)} direct ${of('direct')} MiB/s, relayed ${of('relayed')}; ratio ${median(ratios).toFixed(2)} [${Math.min(...ratios).toFixed(2)}..${Math.max(...ratios).toFixed(2)}]`,
  )
  for (const way of ['direct', 'relayed'] as const)
    console.log(
      `  ${way.padEnd(12)} CPU ms/MiB ${[...cpu[way]].map(([who, ms]) => `${who} ${(ms / rounds / mib).toFixed(2)}`).join(', ')}`,
    )
}

/** Resident memory in MiB (Linux). */
async function memory({ child }: Started): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024
}

/** Agents that are let in by their key, in the database already; their machines' ports come one after the other. */
async function addAgents(databaseUrl: string, keys: KeyObject[], firstPort: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `insert into compute_agents (id, seller_id, name, port, public_key)
     select key, 'bench', 'bench', $2::int + i - 1, key from unnest($1::text[]) with ordinality as t (key, i)`,
    [keys.map((key) => key.export({ format: 'jwk' }).x), firstPort],
  )
  await client.end()
}
async function openTunnel(url: string, key: KeyObject) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/agents/line`, { perMessageDeflate: false })
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', (code) => reject(new Error(`a tunnel was closed: ${code}`)))
    socket.on('message', (data) => {
      const words = JSON.parse(String(data)) as Question | { port: number }
      if ('nonce' in words) socket.send(JSON.stringify(signHello(key, url, words)))
      else resolve()
    })
  })
  return socket
}

async function measureIdle(relay: Started, url: string, databaseUrl: string): Promise<void> {
  const pairs = Array.from({ length: tunnels }, () => generateKeyPairSync('ed25519'))
  const keys = pairs.map(({ publicKey }) => publicKey)
  await addAgents(databaseUrl, keys, PORTS + 1)
  const before = await memory(relay)
  const start = performance.now()
  const open: WebSocket[] = []
  for (let i = 0; i < pairs.length; i += AT_ONCE)
    open.push(...(await Promise.all(pairs.slice(i, i + AT_ONCE).map((pair) => openTunnel(url, pair.privateKey)))))
  const taken = performance.now() - start
  const after = await memory(relay)
  console.log(
    `${tunnels} tunnels opened in ${(taken / 1000).toFixed(1)} s; the process ${before.toFixed(0)} MiB before, ${after.toFixed(0)} with them, ${(((after - before) * 1024) / tunnels).toFixed(1)} KiB each`,
  )
  const cpuBefore = await cpuMs([relay.child.pid!])
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  const cpu = (await cpuMs([relay.child.pid!])) - cpuBefore
  const lost = open.filter(({ readyState }) => readyState !== WebSocket.OPEN).length
  if (lost > 0) throw new Error(`${lost} tunnels were closed`)
  console.log(
    `idle for ${seconds} s: ${cpu} ms CPU of the process (${(cpu / seconds / 10).toFixed(1)} % of a core), ${(await memory(relay)).toFixed(0)} MiB`,
  )
  for (const socket of open) socket.terminate()
}

await withOwnDatabase(async ({ dataDir, databaseUrl, keep }) => {
  await migrateWith(databaseUrl, dataDir)
  const port = await freePort()
  const url = `http://${HOST}:${port}`
  const env = {
    ...{ RELAY_PORT: String(port), RELAY_URL: url, RELAY_HOST: HOST },
    RELAY_PORTS: `${PORTS}-${PORTS + tunnels + 1}`,
  }
  const relay = keep(await startServer(databaseUrl, dataDir, env, ['--roles=relay']))
  const machine = keep(
    await startProgram('apps/demo-machine/src/main.ts', {
      ...{ MACHINE_DATA_DIR: join(dataDir, 'machine'), MACHINE_PORT: '0', MACHINE_INFO_PORT: '0' },
    }),
  )
  const login = machine.said as unknown as { port: number; username: string; password: string }
  await measureIdle(relay, url, databaseUrl)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  await addAgents(databaseUrl, [publicKey], PORTS)
  const folder = join(dataDir, 'agent')
  await mkdir(folder)
  await writeFile(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  const toMachine = [url, '--ssh-port', String(login.port)]
  const agent = keep(await startProgram('apps/compute-agent/src/main.ts', { TROVE_AGENT_DIR: folder }, toMachine))
  const processes: Processes = { relay, agent, machine }
  if (args.pin) pin(processes)
  const ways: Ways = { direct: await connect(login.port, login), relayed: await connect(PORTS, login) }
  for (const way of Object.values(ways)) await download(way)
  await paired('from it', { ways, processes }, download)
  await paired('to it', { ways, processes }, upload)
  const times: Record<keyof Ways, number[]> = { direct: [], relayed: [] }
  for (let round = 0; round < rounds; round++)
    for (const way of ['direct', 'relayed'] as const) times[way].push(...(await echo(ways[way])))
  for (const way of ['direct', 'relayed'] as const) console.log(`echo ${way.padEnd(8)} ${percentiles(times[way])}`)
  for (const way of Object.values(ways)) way.end()
})

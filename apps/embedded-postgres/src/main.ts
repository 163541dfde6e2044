import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { findBinaries } from './binaries.ts'
import { databaseName, keptPassword, prepareCluster, prepareDataFolder } from './cluster.ts'
import { endFormerPostmaster, stopByPid } from './former-postmaster.ts'
import { takeLauncherLock } from './launcher-lock.ts'
import { type Endpoint, startPostmaster } from './postmaster.ts'
import { chooseRunAs } from './run-as.ts'
import { prepareSocketFolder } from './socket-folder.ts'

/** Windows has no unix sockets in PostgreSQL's client here; PG_TRANSPORT=tcp lets other systems try that way too. */
const usesTcp = process.platform === 'win32' || process.env.PG_TRANSPORT === 'tcp'

/** What a stop has to end; undefined until the server's process exists. */
let stopServer: (() => Promise<void>) | undefined
let isStopping = false
let socketFolder = ''

async function stop(): Promise<void> {
  if (isStopping) return
  isStopping = true
  await stopServer?.()
  if (socketFolder) await rm(socketFolder, { recursive: true, force: true })
  process.exit(0)
}

async function start(): Promise<void> {
  const wanted = process.env.PG_DATA_DIR
  if (!wanted) throw new Error('PG_DATA_DIR is not set')
  const binaries = await findBinaries()
  const dataDir = await prepareDataFolder(wanted)
  const runAs = await chooseRunAs(binaries, dataDir)
  const folder = process.platform === 'win32' ? '' : await prepareSocketFolder(dataDir, runAs)
  await takeLauncherLock(dataDir, folder)
  socketFolder = folder
  const cluster = await prepareCluster(binaries, runAs, dataDir)
  const endpoint: Endpoint = usesTcp
    ? { kind: 'tcp', port: await freePort() }
    : { kind: 'socket', folder: socketFolder }
  const { child, errorText } = await startPostmaster(binaries, runAs, cluster, endpoint, ({ pid }) => {
    const isWindows = process.platform === 'win32'
    stopServer = async () => (isWindows ? endFormerPostmaster(binaries, cluster) : pid ? stopByPid(pid) : undefined)
  })
  child.once('exit', () => {
    if (isStopping) return
    console.error(`PostgreSQL ended by itself: ${errorText().trim().split('\n').slice(-3).join(' | ')}`)
    process.exit(1)
  })
  console.log(JSON.stringify({ ready: true, url: await connectionUrl(endpoint, dataDir) }))
}

async function connectionUrl(endpoint: Endpoint, dataDir: string): Promise<string> {
  if (endpoint.kind === 'socket') {
    return `postgres://${databaseName}@/${databaseName}?host=${encodeURIComponent(endpoint.folder)}`
  }
  return `postgres://${databaseName}:${await keptPassword(dataDir)}@127.0.0.1:${endpoint.port}/${databaseName}`
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// A parent killed without a word closes its end of our standard input.
if (process.env.PG_PARENT_WATCH === '1') process.stdin.on('end', stop).on('error', stop).resume()
start().catch((error: Error) => {
  if (isStopping) return
  console.error(`embedded PostgreSQL: ${error.message}`)
  process.exit(1)
})

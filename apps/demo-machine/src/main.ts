import { openAccount } from './account.ts'
import { markOf } from './environment.ts'
import { startInfoServer } from './info-server.ts'
import { prepareFolder } from './machine-folder.ts'
import { endProcesses } from './processes.ts'
import { startSshServer } from './ssh-server.ts'

function portFrom(name: string, standard: number): number {
  const text = process.env[name] ?? String(standard)
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new Error(`${name} is not a port: ${text}`)
  return port
}

async function start(): Promise<void> {
  if (process.platform === 'win32') throw new Error('the demo machine needs a Unix shell, which Windows lacks')
  const dataDir = process.env.MACHINE_DATA_DIR
  if (!dataDir) throw new Error('MACHINE_DATA_DIR is not set')
  const host = process.env.MACHINE_HOST ?? '127.0.0.1'
  if (!/^127(\.\d{1,3}){3}$/.test(host)) throw new Error('MACHINE_HOST must be a loopback address (127.x.x.x)')
  const folder = prepareFolder(dataDir)
  // Holding the port first: a second start on the same folder ends here, before it touches what the first one runs.
  const ssh = await startSshServer(folder, host, portFrom('MACHINE_PORT', 2222))
  const { username, password } = openAccount(folder.data)
  // What a killed machine left running ends before anybody can sign in again.
  await endProcesses(markOf(folder), [])
  const info = await startInfoServer(portFrom('MACHINE_INFO_PORT', 0), { host, port: ssh.port, dataDir: folder.data })
  const infoAddress = info.address()
  const infoPort = typeof infoAddress === 'object' && infoAddress ? infoAddress.port : 0
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    ssh.close()
    await endProcesses(markOf(folder), ssh.children)
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (process.env.MACHINE_PARENT_WATCH === '1') process.stdin.on('end', stop).on('error', stop).resume()
  ssh.open()
  console.log(JSON.stringify({ ready: true, host, port: ssh.port, infoPort, username, password }))
}

start().catch((error: Error) => {
  console.error(`demo machine: ${error.message}`)
  process.exit(1)
})

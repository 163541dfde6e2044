import { join } from 'node:path'
import { openAccount } from './account.ts'
import { markOf } from './environment.ts'
import { readFleet } from './fleet.ts'
import { type Login, startInfoServer } from './info-server.ts'
import { type MachineFolder, prepareFolder } from './machine-folder.ts'
import { endProcesses } from './processes.ts'
import { type SshServer, startSshServer } from './ssh-server.ts'

function portFrom(name: string, standard: number): number {
  const text = process.env[name] ?? String(standard)
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new Error(`${name} is not a port: ${text}`)
  return port
}

type Machine = Login & { ssh: SshServer; stop(): Promise<void> }

/** One machine that turns clients away until its SSH server is opened. */
async function startMachine(
  folder: MachineFolder,
  host: string,
  port: number,
  keepsPassword: boolean,
): Promise<Machine> {
  // Holding the port first: a second start on the same folder ends here, before it touches what the first one runs.
  const ssh = await startSshServer(folder, host, port)
  const { username, password } = openAccount(folder.data, keepsPassword)
  // What a killed machine left running ends before anybody can sign in again.
  await endProcesses(markOf(folder), [])
  return {
    host,
    port: ssh.port,
    dataDir: folder.data,
    username,
    password,
    ssh,
    async stop() {
      ssh.close()
      await endProcesses(markOf(folder), ssh.children)
    },
  }
}

/** The machines of the demo market: a folder, a port and a size each. */
function startFleet(dataDir: string, host: string): Promise<Machine[]> {
  const fleet = readFleet(process.env.MACHINE_FLEET)
  return Promise.all(
    fleet.map(({ name, port, ...size }) =>
      startMachine(prepareFolder(join(dataDir, 'fleet', name), size), host, port, true),
    ),
  )
}

async function start(): Promise<void> {
  if (process.platform === 'win32') throw new Error('the demo machine needs a Unix shell, which Windows lacks')
  const dataDir = process.env.MACHINE_DATA_DIR
  if (!dataDir) throw new Error('MACHINE_DATA_DIR is not set')
  const host = process.env.MACHINE_HOST ?? '127.0.0.1'
  if (!/^127(\.\d{1,3}){3}$/.test(host)) throw new Error('MACHINE_HOST must be a loopback address (127.x.x.x)')
  const own = await startMachine(prepareFolder(dataDir), host, portFrom('MACHINE_PORT', 2222), false)
  const machines = [own, ...(await startFleet(dataDir, host))]
  const info = await startInfoServer(portFrom('MACHINE_INFO_PORT', 0), machines)
  const infoAddress = info.address()
  const infoPort = typeof infoAddress === 'object' && infoAddress ? infoAddress.port : 0
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    await Promise.all(machines.map((machine) => machine.stop()))
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (process.env.MACHINE_PARENT_WATCH === '1') process.stdin.on('end', stop).on('error', stop).resume()
  for (const machine of machines) machine.ssh.open()
  const { port, username, password } = own
  console.log(JSON.stringify({ ready: true, host, port, infoPort, username, password }))
}

start().catch((error: Error) => {
  console.error(`demo machine: ${error.message}`)
  process.exit(1)
})

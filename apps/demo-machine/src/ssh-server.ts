import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import ssh2, { type AuthContext, type Connection } from 'ssh2'
import { getAccount, isPasswordRight, machineUser } from './account.ts'
import { isKeyAccepted } from './authorized-keys.ts'
import { keptHostKey, type MachineFolder } from './machine-folder.ts'
import { serveSession } from './session.ts'

const triesPerConnection = 6
const wrongTryDelayMs = 300
const connectionLimit = 64
const loginLimitMs = 30_000

/**
 * A listening SSH server: its port, what runs on the machine, `open` to let clients in, and `close` to stop listening
 * and cut all clients.
 */
export type SshServer = { port: number; children: Set<ChildProcess>; open: () => void; close: () => void }

/** Starts the SSH server of the machine; it turns clients away until `open` is called. Port forwarding and agents are refused by not being served. */
export function startSshServer(folder: MachineFolder, host: string, port: number): Promise<SshServer> {
  const children = new Set<ChildProcess>()
  const clients = new Set<Connection>()
  let isOpen = false
  const server = new ssh2.Server({ hostKeys: [keptHostKey(folder.data)], ident: 'demo-machine' }, (client, info) => {
    if (!isOpen || clients.size >= connectionLimit) return void client.end()
    clients.add(client)
    // Missing in the types. Without it each step of a handshake waits for the other side's late acknowledgement.
    ;(client as Connection & { setNoDelay(isOn: boolean): void }).setNoDelay(true)
    const loginLimit = setTimeout(() => client.end(), loginLimitMs).unref()
    client.on('error', () => {})
    client.once('close', () => {
      clearTimeout(loginLimit)
      clients.delete(client)
    })
    authenticate(client, folder)
    client.once('ready', () => {
      clearTimeout(loginLimit)
      const ends = { clientHost: info.ip, clientPort: info.port, serverHost: host, serverPort: boundPort(server) }
      client.on('session', (accept) => serveSession(accept(), folder, ends, children))
    })
  })
  const open = () => {
    isOpen = true
  }
  const close = () => {
    server.close()
    for (const client of clients) client.end()
  }
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve({ port: boundPort(server), children, open, close }))
  })
}

function boundPort(server: ssh2.Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

function authenticate(client: Connection, folder: MachineFolder): void {
  let wrongTries = 0
  client.on('authentication', async (context) => {
    if (context.method === 'none') return context.reject(['password', 'publickey'])
    if (isAccepted(context, folder)) return context.accept()
    wrongTries += 1
    if (wrongTries >= triesPerConnection) return void client.end()
    if (context.method === 'password') await sleep(wrongTryDelayMs)
    context.reject(['password', 'publickey'])
  })
}

function isAccepted(context: AuthContext, folder: MachineFolder): boolean {
  if (context.method === 'password') return isPasswordRight(getAccount(folder.data), context.username, context.password)
  if (context.method !== 'publickey' || context.username !== machineUser) return false
  const { key, signature, blob, hashAlgo } = context as typeof context & { hashAlgo?: string }
  return isKeyAccepted(folder.home, { data: key.data, signature, blob, hashAlgo })
}

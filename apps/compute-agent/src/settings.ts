import { homedir } from 'node:os'
import { join } from 'node:path'

export type Settings = {
  relayUrl: string
  /** Registers this machine once; later starts need none. */
  token: string | undefined
  /** Where the machine's own SSH server listens, on this machine only. */
  sshPort: number
  /** Of the agent's key. */
  folder: string
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]'])
const USAGE = 'usage: node agent.mjs <address of the relay> [token] [--ssh-port 22]'

/** @throws Error that says what is wrong with the command */
export function readSettings(args: readonly string[], env: Record<string, string | undefined>): Settings {
  const words = [...args]
  const at = words.indexOf('--ssh-port')
  const sshPort = at === -1 ? 22 : Number(words.splice(at, 2)[1])
  const [relayUrl = '', token, ...more] = words
  if (!URL.canParse(relayUrl) || more.length > 0) throw new Error(USAGE)
  if (!Number.isInteger(sshPort) || sshPort < 1 || sshPort > 65_535)
    throw new Error('--ssh-port: a port of this machine')
  const { protocol, hostname } = new URL(relayUrl)
  const isPlain = protocol === 'http:' && LOOPBACK.has(hostname)
  if (protocol !== 'https:' && !isPlain) throw new Error('the address of the relay begins with https://')
  return { relayUrl, token, sshPort, folder: env.TROVE_AGENT_DIR || join(homedir(), '.trove-compute-agent') }
}

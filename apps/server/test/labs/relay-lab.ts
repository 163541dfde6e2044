import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addAgent, listAgents } from '@trove/contract/compute/agents'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { freePort, freePorts } from '../../../../tools/start/free-port.ts'
import { firstLine } from '../world/postgres.ts'
import { startWorld, type WorldUser } from '../world/world.ts'

/** A world with a relay, real agents as processes, and sellers who have a receiving account. */

const AGENT = fileURLToPath(new URL('../../../compute-agent/src/main.ts', import.meta.url))
const PORTS = 8

export type RunningAgent = {
  child: ChildProcess
  folder: string
  said: () => string
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Some ports in a row that the system hands out to nobody, for this process alone. */
export async function relayPorts() {
  const firstPort = await freePorts(PORTS)
  return { firstPort, lastPort: firstPort + PORTS - 1 }
}

/** An agent as its own process. `folder`: with the key of a former one. */
export async function startAgent(
  relayUrl: string,
  sshPort: number,
  { token, folder: given }: { token?: string; folder?: string } = {},
): Promise<RunningAgent> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'trove-agent-')))
  const args = [AGENT, relayUrl, ...(token ? [token] : []), '--ssh-port', String(sshPort)]
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, TROVE_AGENT_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const hear = (text: Buffer) => {
    said += text
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  return {
    child,
    folder,
    said: () => said,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}

export const readyLine = (agent: RunningAgent) => firstLine(agent.child, (line) => line.startsWith('{"ready"'))

export async function openRelayLab() {
  const relayPort = await freePort()
  const { firstPort, lastPort } = await relayPorts()
  const relayUrl = `http://127.0.0.1:${relayPort}`
  const env = {
    RELAY_PORT: String(relayPort),
    RELAY_URL: relayUrl,
    RELAY_HOST: '127.0.0.1',
    RELAY_PORTS: `${firstPort}-${lastPort}`,
  }
  const world = await startWorld({ hasPayment: false, env })
  const agents = new Set<RunningAgent>()
  const stateOf = async (seller: WorldUser, id: string) => {
    const { agents: mine } = await world.call(listAgents, {}, { as: seller })
    return mine.find((agent) => agent.id === id)?.state
  }

  return {
    world,
    relayUrl,
    env,
    ports: PORTS,
    /** A person with a receiving account. */
    async seller(mobile: string): Promise<WorldUser> {
      const person = await world.signIn(mobile)
      await sql`insert into wallet_binding (id, user_id, account_index, account_kind, account_sealed, real_name_sealed, profile_sealed)
        values (${mobile}, ${person.userId}, ${Buffer.from(mobile)}, 'user-id', '', '', '')`.execute(world.db)
      return person
    },
    add: (seller: WorldUser, name = 'my machine') => world.call(addAgent, { body: { name } }, { as: seller }),
    async start(sshPort: number, given: { token?: string; folder?: string } = {}, url = relayUrl) {
      const agent = await startAgent(url, sshPort, given)
      agents.add(agent)
      return agent
    },
    until: (seller: WorldUser, id: string, state: string) => expect.poll(() => stateOf(seller, id)).toBe(state),
    async stop() {
      await Promise.all([...agents].map((agent) => agent.stop('SIGKILL')))
      await world.stop()
      await Promise.all([...agents].map(({ folder }) => rm(folder, { recursive: true, force: true })))
    },
  }
}

export type RelayLab = Awaited<ReturnType<typeof openRelayLab>>

/** A plain connection to a port: resolves when it is open. @throws Error when nobody listens */
export async function dial(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true, allowHalfOpen: true })
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

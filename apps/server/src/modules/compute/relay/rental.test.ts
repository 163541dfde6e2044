import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { addAgent, listAgents } from '@trove/contract/compute/agents'
import { getAccess, getOffer, listShares } from '@trove/contract/compute/routes'
import { addSshKey } from '@trove/contract/compute/ssh-keys'
import type { FastifyInstance } from 'fastify'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../../../../tools/start/free-port.ts'
import { type ComputeLab, openComputeLab } from '../../../../test/labs/compute-lab.ts'
import { type RunningAgent, readyLine, relayPorts, startAgent } from '../../../../test/labs/relay-lab.ts'
import { type DemoMachine, startDemoMachine } from '../../../../test/stand-ins/demo-machine.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/world/database.ts'
import { openLog } from '../../../platform/base/log.ts'
import { createOwnListener } from '../../../platform/http/site/own-listener.ts'
import { createSshMachine } from '../providers/ssh-machine.ts'

/** A machine that only its agent can reach is published, checked, rented and taken back through the relay. */

const DAY = 86_400_000
const run = promisify(execFile)
let folder: string
let demo: DemoMachine
let database: TestDatabase
let lab: ComputeLab
let listener: FastifyInstance
let url: string
let agent: RunningAgent | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trove-relayed-'))
  demo = await startDemoMachine(join(folder, 'machine'))
  database = await createTestDatabase()
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const relay = { host: '127.0.0.1', bind: '127.0.0.1', url, ...(await relayPorts()) }
  const log = openLog('silent')
  // Nothing is on the allow list: the machine's own address is out of reach.
  lab = await openComputeLab(database.url, createSshMachine({ allowList: [], relay }), [], log, relay)
  listener = await createOwnListener({ log, trustedProxies: [], pagesAt: undefined })
  lab.compute.relay!.add(listener)
  await listener.listen({ port, host: '127.0.0.1' })
})
afterAll(async () => {
  await agent?.stop()
  await lab.compute.relay!.stop()
  await listener.close()
  await demo.stop()
  await lab.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Stock OpenSSH, as a buyer would type it; answers what the command says. */
async function ssh(port: number, username: string, keyFile: string, command: string): Promise<string> {
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'BatchMode=yes', 'LogLevel=ERROR']
  const args = options.flatMap((option) => ['-o', option])
  const { stdout } = await run(
    'ssh',
    ['-F', 'none', ...args, '-i', keyFile, '-p', String(port), `${username}@127.0.0.1`, command],
    { maxBuffer: 2 ** 24 },
  )
  return stdout
}

test('a machine behind no public address is rented and logged in to by stock ssh, and taken back', async () => {
  const { agent: added, token } = await lab.call(addAgent, { body: { name: 'under the desk' } }, 'seller')
  agent = await startAgent(url, demo.port, { token })
  expect(JSON.parse(await readyLine(agent))).toEqual({
    ready: true,
    name: 'under the desk',
    host: added.host,
    port: added.port,
  })
  expect((await lab.call(listAgents, {}, 'seller')).agents).toMatchObject([{ state: 'connected', isPublished: false }])

  const at = { serverIPv4: added.host, serverPort: added.port }
  const facts = { cpuCores: 1, ramSize: 1, diskSize: 1, bandwidth: 1, operationSystem: '13' }
  const login = { defaultUsername: demo.username, defaultPassword: demo.password }
  await expect(
    lab.publish('seller', { serverIPv4: demo.host, serverPort: demo.port, ...facts, ...login }),
  ).rejects.toThrow('compute.address-not-allowed')
  await expect(lab.publish('another', { ...at, ...facts, ...login })).rejects.toThrow('compute.address-not-allowed')
  const id = await lab.publish('seller', { ...at, ...facts, ...login })
  await lab.settle()
  expect((await lab.call(getOffer, { params: { id } })).verification).toMatchObject({
    state: 'verified',
    differing: [],
  })

  const pair = ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 })
  const keyFile = join(folder, 'key')
  await writeFile(keyFile, pair.private, { mode: 0o600 })
  const { fingerprint } = await lab.call(addSshKey, { body: { name: 'mine', publicKey: pair.public } }, 'buyer')
  await lab.buy('buyer', id, { sshKeys: [fingerprint] })
  await lab.settle()
  const access = await lab.call(getAccess, { query: { productId: id } }, 'buyer')
  expect(access).toMatchObject({ username: demo.username, port: added.port })
  expect(await ssh(access.port, access.username, keyFile, 'echo hello from $USER')).toBe(
    `hello from ${demo.username}\n`,
  )
  // Many bytes, each way, end as they began.
  expect(await ssh(access.port, access.username, keyFile, 'head -c 3000000 /dev/zero | wc -c')).toBe('3000000\n')
  expect(await ssh(access.port, access.username, keyFile, 'head -c 3000000 /dev/zero')).toBe('\0'.repeat(3_000_000))

  await lab.advance(30 * DAY + 1000)
  await lab.settle()
  expect((await lab.call(listShares, { query: {} }, 'seller')).content[0]).toMatchObject({
    status: 2,
    cleaning: 'none',
  })
  await expect(ssh(access.port, access.username, keyFile, 'true')).rejects.toThrow('Permission denied')
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getAccess, getOffer, listShares } from '@trove/contract/compute/routes'
import { addSshKey, getLeaseKeys, putLeaseKeys } from '@trove/contract/compute/ssh-keys'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ComputeLab, openOwnComputeLab } from '../../../test/labs/compute-lab.ts'
import { firstLine } from '../../../test/world/postgres.ts'
import { MachineUnreachable } from './machine/machine.ts'
import { createSshMachine } from './providers/ssh-machine.ts'

/** The whole rental on a real machine: SSH, passwords, keys and processes are real. */

const DEMO_MACHINE = fileURLToPath(new URL('../../../../demo-machine/src/main.ts', import.meta.url))
const DAY = 86_400_000

type Demo = { host: string; port: number; username: string; password: string }
let child: ChildProcess
let demo: Demo
let dataDir: string
let lab: ComputeLab
let machine: ReturnType<typeof createSshMachine>

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'trove-rental-'))
  const env = { ...process.env, MACHINE_DATA_DIR: dataDir, MACHINE_PORT: '0', MACHINE_INFO_PORT: '0' }
  child = spawn(process.execPath, [DEMO_MACHINE], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  demo = JSON.parse(await firstLine(child)) as Demo
  const allowList = [{ host: demo.host, port: demo.port }]
  machine = createSshMachine({ allowList })
  lab = await openOwnComputeLab(machine, allowList)
})
afterAll(async () => {
  child.kill('SIGTERM')
  await once(child, 'exit')
  await lab.close()
  await rm(dataDir, { recursive: true, force: true })
})

const target = () => ({ address: { host: demo.host, port: demo.port }, hostKey: null })

async function canLogIn(login: { username: string; password: string } | { username: string; privateKey: string }) {
  try {
    const shell = await machine.openShell(target(), login, { cols: 80, rows: 24, term: 'xterm' })
    shell.close()
    return true
  } catch (error) {
    if (error instanceof MachineUnreachable && error.reason === 'login-refused') return false
    throw error
  }
}

/** Which of the keys log in, one after the other: the machine lets nobody try too often at once. */
async function whoComesIn(pairs: { private: string }[]): Promise<boolean[]> {
  const found: boolean[] = []
  for (const pair of pairs) found.push(await canLogIn({ username: demo.username, privateKey: pair.private }))
  return found
}

describe('renting the demo machine', () => {
  it('goes from publishing over the check and a real login to a machine nobody can come back to', async () => {
    const facts = { cpuCores: 1, ramSize: 1, diskSize: 1, bandwidth: 1, operationSystem: '13' }
    const login = { defaultUsername: demo.username, defaultPassword: demo.password }
    const id = await lab.publish('seller', { serverIPv4: demo.host, serverPort: demo.port, ...facts, ...login })
    await lab.settle()
    const { verification } = await lab.call(getOffer, { params: { id } })
    expect(verification).toMatchObject({ state: 'verified', differing: [] })
    expect(verification.measured!.cpuScore).toBeGreaterThan(0)

    const pairs = [0, 1, 2].map(() => ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 }))
    const prints: string[] = []
    for (const [at, { public: publicKey }] of pairs.entries())
      prints.push((await lab.call(addSshKey, { body: { name: `key ${at}`, publicKey } }, 'buyer')).fingerprint)
    const orderId = await lab.buy('buyer', id, { sshKeys: prints.slice(0, 2) })
    await lab.settle()
    const access = await lab.call(getAccess, { query: { productId: id } }, 'buyer')
    expect(access).toMatchObject({ username: demo.username, password: null, port: demo.port })
    expect(await canLogIn({ username: demo.username, password: demo.password })).toBe(false)
    expect(await whoComesIn(pairs)).toEqual([true, true, false])

    const changed = { params: { id: orderId }, body: { sshKeys: prints.slice(1) } }
    await lab.call(putLeaseKeys, changed, 'buyer')
    await lab.settle()
    expect(await lab.call(getLeaseKeys, { params: { id: orderId } }, 'buyer')).toMatchObject({ state: 'settled' })
    expect(await whoComesIn(pairs)).toEqual([false, true, true])

    await lab.advance(30 * DAY + 1000)
    await lab.settle()
    const { content } = await lab.call(listShares, { query: {} }, 'seller')
    expect(content[0]).toMatchObject({ status: 2, cleaning: 'none' })
    expect(await whoComesIn(pairs)).toEqual([false, false, false])
    const keyFile = join(dataDir, 'home/.ssh/authorized_keys')
    const left = existsSync(keyFile) ? readFileSync(keyFile, 'utf8') : ''
    for (const pair of pairs) expect(left).not.toContain(pair.public.split(' ')[1])
    expect(await lab.notices('seller')).toContain('compute.lease-cleaned')
  })
})

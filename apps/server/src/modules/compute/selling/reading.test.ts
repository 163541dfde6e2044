import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MachineReading, readMachine } from '@trove/contract/compute/publishing'
import { sql } from 'kysely'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ComputeLab, openComputeLab } from '../../../../test/labs/compute-lab.ts'
import { type DemoMachine, startDemoMachine } from '../../../../test/stand-ins/demo-machine.ts'
import { createFakeMachines } from '../../../../test/stand-ins/fake-machine.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/world/database.ts'
import { openLog } from '../../../platform/base/log.ts'
import { sshKeyPair } from '../keys/key-pair-lab.ts'
import { createSshMachine } from '../providers/ssh-machine.ts'

const LOGIN = { serverIPv4: '8.8.4.4', serverPort: 22, defaultUsername: 'root', defaultPassword: 'seller-made-it' }
const DEMO = '127.0.0.1'
const machines = createFakeMachines()
const folder = mkdtempSync(join(tmpdir(), 'trove-reading-test-'))
const logged: string[] = []
const log = openLog('debug', { write: (line: string) => void logged.push(line) })
let database: TestDatabase
let lab: ComputeLab
let realLab: ComputeLab
let demo: DemoMachine

beforeAll(async () => {
  database = await createTestDatabase()
  demo = await startDemoMachine(folder)
  const allowList = [{ host: DEMO, port: demo.port }]
  lab = await openComputeLab(database.url, machines, [{ host: DEMO, port: 2222 }], log)
  realLab = await openComputeLab(database.url, createSshMachine({ allowList }), allowList, log)
})
afterAll(async () => {
  await Promise.all([lab.close(), realLab.close(), demo.stop()])
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

let lastHost = 0
const freshHost = () => `9.9.8.${++lastHost}`
const read = (seller: string, change: object = {}) =>
  lab.call(readMachine, { body: { ...LOGIN, serverIPv4: freshHost(), ...change } }, seller)
const readDemo = (seller: string, login: object) =>
  realLab.call(
    readMachine,
    { body: { serverIPv4: DEMO, serverPort: demo.port, defaultUsername: demo.username, ...login } as never },
    seller,
  )

/** Every row of every table as text. */
async function wholeDatabase(): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(lab.db)
  const texts = await Promise.all(
    rows.map(async ({ name }) => {
      const answer = await sql<{ text: string }>`select t::text from ${sql.raw(name)} t`.execute(lab.db)
      return answer.rows.map((row) => Object.values(row).join()).join('\n')
    }),
  )
  return texts.join('\n')
}

describe('reading a machine', () => {
  it('answers what was measured and what may be declared of it', async () => {
    expect(await read('reader')).toEqual({
      measured: expect.objectContaining({ cpuCores: 4, ramSize: 7.8, diskSize: 98, cpuScore: 1200, diskWrite: 300 }),
      declaration: { cpuCores: 4, ramSize: 8, diskSize: 98, bandwidth: 40, operationSystem: '1', gpu: null },
    })
  })

  it('reads the demo machine by its password and by a key', async () => {
    const { private: privateKey, public: publicKey } = sshKeyPair()
    mkdirSync(join(folder, 'home', '.ssh'), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, 'home', '.ssh', 'authorized_keys'), `${publicKey}\n`, { mode: 0o600 })
    const byPassword = await readDemo('demo-reader', { defaultPassword: demo.password })
    const byKey = await readDemo('demo-reader', { privateKey })
    for (const { measured, declaration } of [byPassword, byKey]) {
      expect(measured.cpuScore).toBeGreaterThan(0)
      expect(measured.diskWrite).toBeGreaterThan(0)
      expect(declaration.cpuCores).toBe(measured.cpuCores)
      expect(Math.abs(declaration.ramSize - measured.ramSize)).toBeLessThan(measured.ramSize * 0.11 + 1)
    }
    await expect(readDemo('demo-reader', { defaultPassword: 'guess' })).rejects.toMatchObject({
      code: 'compute.read-login-refused',
    })
  }, 120_000)

  it.each([
    ['no-connection', 'compute.read-unreachable'],
    ['not-ssh', 'compute.read-unreachable'],
    ['no-handshake', 'compute.read-unreachable'],
    ['connection-lost', 'compute.read-unreachable'],
    ['login-refused', 'compute.read-login-refused'],
    ['timed-out', 'compute.read-timed-out'],
    ['command-failed', 'compute.read-not-linux'],
  ] as const)('says of %s: %s', async (failure, code) => {
    const serverIPv4 = freshHost()
    machines.at(serverIPv4).failure = failure
    await expect(read(`reader of ${failure}`, { serverIPv4 })).rejects.toMatchObject({ code })
  })

  it.each([
    'not a key',
    '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----',
    'locked',
    'public',
  ])('refuses as a key: %s', async (text) => {
    const passphrase = { passphrase: 'x', cipher: 'aes256-ctr', rounds: 16 } as const
    const keys = {
      locked: ssh2.utils.generateKeyPairSync('ed25519', passphrase).private,
      public: sshKeyPair().public,
    }
    const privateKey = keys[text as keyof typeof keys] ?? text
    await expect(readDemo(`reader with ${text}`, { privateKey })).rejects.toMatchObject({
      code: 'compute.read-key-invalid',
    })
  })

  it.each(['10.0.0.1', '127.0.0.1', '169.254.169.254', '192.168.1.1', '100.64.0.1'])(
    'never connects to %s',
    async (serverIPv4) => {
      await expect(read('scanner', { serverIPv4 })).rejects.toMatchObject({ code: 'compute.address-not-allowed' })
      expect(machines.at(serverIPv4).calls).toEqual([])
    },
  )

  it('takes one way to log in, and no more than a key is long', () => {
    const { defaultPassword, ...where } = LOGIN
    expect(MachineReading.safeParse(where).success).toBe(false)
    expect(MachineReading.safeParse({ ...LOGIN, privateKey: 'x' }).success).toBe(false)
    expect(MachineReading.safeParse({ ...where, privateKey: 'x'.repeat(16_001) }).success).toBe(false)
  })
})

describe('whose machine is read', () => {
  it('reads no machine that another seller published', async () => {
    const serverIPv4 = freshHost()
    await lab.publish('owner', { serverIPv4 })
    await lab.settle()
    machines.at(serverIPv4).calls.length = 0
    await expect(read('stranger', { serverIPv4 })).rejects.toMatchObject({ code: 'compute.address-taken' })
    expect(machines.at(serverIPv4).calls).toEqual([])
    await expect(read('owner', { serverIPv4 })).resolves.toBeTruthy()
  })

  it('reads no machine that a buyer is on', async () => {
    const serverIPv4 = freshHost()
    const id = await lab.publish('renting-out', { serverIPv4 })
    await lab.settle()
    await lab.buy('tenant', id)
    await lab.settle()
    await expect(read('renting-out', { serverIPv4 })).rejects.toMatchObject({ code: 'compute.serving' })
  })
})

describe('limits of reading', () => {
  it('stops a seller after ten an hour, wherever the machines are, and nobody else', async () => {
    for (let n = 0; n < 10; n++) await read('busy')
    const serverIPv4 = freshHost()
    await expect(read('busy', { serverIPv4 })).rejects.toMatchObject({
      code: 'compute.read-limit',
      params: { minutes: 60 },
    })
    expect(machines.at(serverIPv4).calls).toEqual([])
    await expect(read('calm')).resolves.toBeTruthy()
  })

  it('logs in to one target five times a day for all sellers together, and leaves its checks alone', async () => {
    const serverIPv4 = freshHost()
    for (let n = 0; n < 5; n++) await read(`guesser ${n}`, { serverIPv4 })
    await expect(read('guesser 6', { serverIPv4 })).rejects.toMatchObject({ code: 'compute.read-limit' })
    const id = await lab.publish('owner-of-target', { serverIPv4 })
    await lab.settle()
    expect(
      (
        await lab.db
          .withTables<{ compute_offers: { id: string; check_state: string } }>()
          .selectFrom('compute_offers')
          .select('check_state')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).check_state,
    ).toBe('verified')
  })

  it('reads one machine at a time for a seller', async () => {
    const serverIPv4 = freshHost()
    const machine = machines.at(serverIPv4)
    const { promise, resolve: release } = Promise.withResolvers<void>()
    machine.held = promise
    const first = read('impatient', { serverIPv4 })
    await vi.waitFor(() => expect(machine.calls).toEqual(['probe']), 90_000)
    await expect(read('impatient')).rejects.toMatchObject({ code: 'compute.read-running' })
    release()
    await expect(first).resolves.toBeTruthy()
    await expect(read('impatient')).resolves.toBeTruthy()
  })
})

describe('the login of a reading', () => {
  it('stands in no row and no line of the log afterwards, whether it worked or not', async () => {
    const [password, keyText] = ['pass-7c1f90ab', 'key-5d20e3b7']
    const serverIPv4 = freshHost()
    machines.at(serverIPv4).password = password
    await read('secretive', { serverIPv4, defaultPassword: password })
    await read('secretive', { defaultPassword: password }).catch(() => undefined)
    await readDemo('secretive', { privateKey: keyText }).catch(() => undefined)
    await lab.settle()
    const everywhere = `${await wholeDatabase()}\n${logged.join('')}`
    expect(everywhere).toContain('secretive')
    expect(logged.join('')).toContain('login-refused')
    for (const secret of [password, keyText]) {
      expect(everywhere).not.toContain(secret)
      expect(everywhere).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })

  it('is never kept for an Idempotency-Key, and travels in no address', () => {
    expect(readMachine).toMatchObject({ method: 'POST', keepsNoAnswer: true })
    expect('query' in readMachine || 'params' in readMachine).toBe(false)
  })
})

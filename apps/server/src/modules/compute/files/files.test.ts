import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as contract from '@trove/contract/compute/machine/files'
import { listAccessReads } from '@trove/contract/compute/routes'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ComputeLab, openOwnComputeLab } from '../../../../test/labs/compute-lab.ts'
import { type DemoMachine, startDemoMachine } from '../../../../test/stand-ins/demo-machine.ts'
import { openLog } from '../../../platform/base/log.ts'
import { createAdmission } from '../../../platform/http/call/admission.ts'
import { registerRoutes } from '../../../platform/http/call/kit.ts'
import { createServer } from '../../../platform/http/site/server.ts'
import { createSshMachine } from '../providers/ssh-machine.ts'

/** Files of a machine on lease: the real server, the real demo machine, and SFTP over SSH between them. */

const DAY = 86_400_000
const MB = 1_000_000
let folder: string
let home: string
let machine: DemoMachine
let other: DemoMachine
let lab: ComputeLab
let server: FastifyInstance
let url: string
let productId: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trove-files-'))
  machine = await startDemoMachine(join(folder, 'machine'))
  home = join(folder, 'machine', 'home')
  other = await startDemoMachine(join(folder, 'other'))
  const allowed = [machine, other].map(({ host, port }) => ({ host, port }))
  lab = await openOwnComputeLab(createSshMachine({ allowList: allowed }), allowed)
  const log = openLog('silent')
  server = await createServer({ log, trustedProxies: [], connectTo: [], isHttps: false })
  registerRoutes(server, lab.compute.routes, {
    ...{ product: 'trove', log, limiter: undefined as never, idempotency: undefined as never },
    ...{ admission: createAdmission(), throttle: () => undefined, observe: () => undefined },
    ...{ authenticate: async () => undefined, factorOf: async () => 'fresh' as const },
    ...{ isWalletBound: async () => false, ssoClient: 'trove:trove' },
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  productId = await rent('seller', machine)
}, 120_000)

/** Publishes a machine and has the buyer rent it. */
async function rent(seller: string, { host, port, username, password }: DemoMachine): Promise<string> {
  const id = await lab.publish(seller, {
    ...{ serverIPv4: host, serverPort: port, servePeriod: 30 },
    ...{ defaultUsername: username, defaultPassword: password },
    ...{ cpuCores: 1, ramSize: 1, diskSize: 1, bandwidth: 1, operationSystem: '13' },
  })
  await lab.settle()
  await lab.buy('buyer', id)
  await lab.settle()
  return id
}
afterAll(async () => {
  await server?.close()
  await other?.stop()
  await machine?.stop()
  await lab?.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  for (const name of readdirSync(home).filter((one) => one !== '.ssh')) rmSync(join(home, name), { recursive: true })
})

const list = (path?: string, user = 'buyer') => lab.call(contract.listMachineFiles, { body: { productId, path } }, user)
const open = (path: string, user = 'buyer') => lab.call(contract.openMachineFile, { body: { productId, path } }, user)
type Wish = { folder?: string; name?: string; bytes: number; replaces?: boolean }
async function begin({ folder: into = '.', name = 'file', ...rest }: Wish, user = 'buyer') {
  const wish = { productId, folder: into, name, ...rest }
  const { ticket } = await lab.call(contract.beginMachineUpload, { body: wish }, user)
  return { url: contract.uploadMachineFile.path.replace('{ticket}', ticket) }
}

function form(content: Buffer): FormData {
  const data = new FormData()
  data.append('file', new Blob([new Uint8Array(content)]), 'x')
  return data
}
async function put(content: Buffer, wish: Partial<Wish> = {}) {
  const { url: path } = await begin({ bytes: content.length, ...wish })
  return send(path, content)
}
async function send(path: string, content: Buffer) {
  const answer = await fetch(url + path, { method: 'POST', body: form(content) })
  const { error, data } = (await answer.json()) as { error?: string; data: unknown }
  return error ?? data
}
async function get(path: string): Promise<Buffer> {
  const answer = await fetch(url + (await open(path)).url)
  return Buffer.from(await answer.arrayBuffer())
}
const refused = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )
/** What is in the home folder apart from keys; drafts among it. */
const names = (of = home) => readdirSync(of).filter((name) => name !== '.ssh')
const underWay = async () => {
  const { rows } = await sql<{ kind: string }>`select kind from compute_terminals`.execute(lab.db)
  return rows.length
}

describe('files of a machine on lease', () => {
  it('go up and come down as they were, of 20 MB and of none', async () => {
    const content = randomBytes(20 * MB)
    expect(await put(content, { name: '大 文件.bin' })).toEqual({ path: join(home, '大 文件.bin'), bytes: 20 * MB })
    expect(readFileSync(join(home, '大 文件.bin')).equals(content)).toBe(true)
    const { url: path, name, bytes } = await open('大 文件.bin')
    expect([name, bytes]).toEqual(['大 文件.bin', 20 * MB])
    const answer = await fetch(url + path)
    expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''%E5%A4%A7%20%E6%96%87%E4%BB%B6.bin")
    expect(answer.headers.get('content-length')).toBe(String(20 * MB))
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
    await put(Buffer.alloc(0), { name: 'nothing' })
    expect(await get('nothing')).toHaveLength(0)
    expect(await list()).toMatchObject({
      ...{ path: home, home, isCut: false },
      entries: expect.arrayContaining([
        expect.objectContaining({ name: '大 文件.bin', kind: 'file', bytes: 20 * MB }),
        expect.objectContaining({ name: 'nothing', bytes: 0 }),
      ]),
    })
    await expect.poll(underWay).toBe(0)
  }, 60_000)

  it('lie in folders that can be made and removed once empty', async () => {
    const make = (name: string) =>
      lab.call(contract.makeMachineFolder, { body: { productId, folder: '.', name } }, 'buyer')
    const remove = (path: string) => lab.call(contract.removeMachineFile, { body: { productId, path } }, 'buyer')
    await make('data')
    expect(await refused(make('data'))).toBe('compute.file-exists')
    await put(Buffer.from('inside'), { folder: 'data', name: 'one' })
    expect((await list('data')).path).toBe(join(home, 'data'))
    expect(await refused(remove('data'))).toBe('compute.folder-not-empty')
    await remove('data/one')
    await remove('data')
    expect(names()).toEqual([])
    expect(await refused(remove('data'))).toBe('compute.file-missing')
  })

  it('are for the buyer of the running lease alone, and the seller is told once an hour', async () => {
    for (const user of ['seller', 'stranger']) {
      expect(await refused(list(undefined, user))).toBe('compute.access-denied')
      expect(await refused(open('x', user))).toBe('compute.access-denied')
      expect(await refused(begin({ bytes: 1 }, user))).toBe('compute.access-denied')
      for (const [route, body] of [
        [contract.makeMachineFolder, { productId, folder: '.', name: 'x' }],
        [contract.removeMachineFile, { productId, path: 'x' }],
      ] as const)
        expect(await refused(lab.call(route, { body } as never, user))).toBe('compute.access-denied')
    }
    await list()
    await list()
    const reads = await lab.call(listAccessReads, { params: { id: productId } }, 'seller')
    expect(reads.filter(({ via }) => via === 'files')).toHaveLength(1)
  })

  it('are opened by a ticket once, and by none of another kind', async () => {
    await put(Buffer.from('once'))
    const { url: down } = await open('file')
    expect(await (await fetch(url + down)).text()).toBe('once')
    expect((await fetch(url + down)).status).toBe(404)
    const again = (await open('file')).url.split('/').at(-1)!
    const { url: up } = await begin({ bytes: 1, name: 'other' })
    expect(await send(up.replace(/[^/]+$/, again), Buffer.from('x'))).toBe('resource.not-found')
    expect((await fetch(url + down.replace(/[^/]+$/, up.split('/').at(-1)!))).status).toBe(404)
    expect(names()).toEqual(['file'])
  })

  it('never take the place of another unless asked, whoever is faster', async () => {
    await put(Buffer.from('first'))
    expect(await refused(begin({ bytes: 1 }))).toBe('compute.file-exists')
    writeFileSync(join(home, 'run.sh'), 'old', { mode: 0o755 })
    await put(Buffer.from('new'), { name: 'run.sh', replaces: true })
    expect(readFileSync(join(home, 'run.sh'), 'utf8')).toBe('new')
    mkdirSync(join(home, 'folder'))
    expect(await refused(begin({ bytes: 1, name: 'folder', replaces: true }))).toBe('compute.file-exists')
    const both = [randomBytes(MB), randomBytes(MB)] as const
    const places = [await begin({ bytes: MB, name: 'race' }), await begin({ bytes: MB, name: 'race' })]
    const said = await Promise.all(places.map((place, i) => send(place.url, both[i]!)))
    expect(said.filter((one) => one === 'compute.file-exists')).toHaveLength(1)
    const won = readFileSync(join(home, 'race'))
    expect(won.equals(both[said.indexOf('compute.file-exists') === 0 ? 1 : 0])).toBe(true)
    expect(names().sort()).toEqual(['file', 'folder', 'race', 'run.sh'])
  })

  it('leave nothing when they are cut off, or are other than was said', async () => {
    const { url: path } = await begin({ bytes: 2 * MB })
    const half = await sendHalf(path, 2 * MB, 1)
    half.destroy()
    await expect.poll(() => names()).toEqual([])
    const less = await begin({ bytes: 100 })
    expect(await send(less.url, Buffer.alloc(99))).toBe('compute.file-cut')
    const more = await begin({ bytes: 100 })
    expect(await send(more.url, Buffer.alloc(101))).toBe('compute.file-cut')
    expect(names()).toEqual([])
    await expect.poll(underWay).toBe(0)
  })

  it('take no hostile name, and show what a machine has', async () => {
    const hostile = [
      '',
      '.',
      '..',
      '../x',
      'a/b',
      'a\nb',
      'a\u0000b',
      'a\u001b[2Jb',
      '\u2028',
      'x'.repeat(256),
      '文'.repeat(86),
    ]
    for (const name of hostile)
      expect([name, await refused(begin({ bytes: 1, name }))]).toEqual([name, 'compute.file-name'])
    writeFileSync(join(home, 'two\nlines'), 'odd')
    expect((await list()).entries.map(({ name }) => name)).toEqual(['two\nlines'])
    expect(String(await get('two\nlines'))).toBe('odd')
    expect((await fetch(url + (await open('two\nlines')).url)).headers.get('content-disposition')).not.toMatch(/[\r\n]/)
  })

  it('are read through links as far as the machine lets them, and nothing else is read as a file', async () => {
    mkdirSync(join(home, 'folder'))
    writeFileSync(join(home, 'folder', 'deep'), 'deep')
    symlinkSync('folder/deep', join(home, 'link'))
    symlinkSync('nowhere', join(home, 'broken'))
    symlinkSync('/etc/passwd', join(home, 'out'))
    const { entries } = await list()
    const kinds = Object.fromEntries(entries.map(({ name, kind, isLink }) => [name, [kind, isLink]]))
    expect(kinds).toMatchObject({
      ...{ folder: ['folder', false], link: ['file', true], broken: ['other', true], out: ['other', true] },
    })
    expect(String(await get('link'))).toBe('deep')
    expect(await refused(open('folder'))).toBe('compute.file-kind')
    expect(await refused(open('broken'))).toBe('compute.file-missing')
    expect(await refused(open('out'))).toBe('compute.file-denied')
    expect(await refused(list('folder/deep'))).toBe('compute.file-missing')
    expect(await refused(begin({ bytes: 1, folder: 'folder/deep' }))).toBe('compute.file-missing')
  })

  it('are limited in size and in how many are on their way', async () => {
    expect(await refused(begin({ bytes: contract.MACHINE_FILE_BYTES_MAX + 1 }))).toBe('compute.file-too-large')
    writeFileSync(join(home, 'sparse'), '')
    // As much as a machine may say of a file that has nothing in it.
    truncateSync(join(home, 'sparse'), contract.MACHINE_FILE_BYTES_MAX + 1)
    expect(await refused(open('sparse'))).toBe('compute.file-too-large')
    rmSync(join(home, 'sparse'))
    const halves = []
    for (let each = 0; each < contract.TRANSFERS_PER_PERSON; each++) {
      const { url: path } = await begin({ bytes: 2 * MB, name: `part-${each}`, folder: '.' })
      halves.push(await sendHalf(path, 2 * MB, each + 1))
    }
    expect(await refused(begin({ bytes: 1, name: 'more' }))).toBe('compute.transfer-limit')
    expect(await refused(open('x'))).toBe('compute.transfer-limit')
    for (const half of halves) half.destroy()
    await expect.poll(underWay).toBe(0)
    await expect.poll(() => names()).toEqual([])
  })

  it('that are on their way when the machine goes away are cut off, and nobody waits for them', async () => {
    const ofOther = await rent('another-seller', other)
    const body = { productId: ofOther, folder: '.', name: 'half', bytes: 2 * MB }
    const { ticket } = await lab.call(contract.beginMachineUpload, { body }, 'buyer')
    const away = join(folder, 'other', 'home')
    writeFileSync(join(away, 'large'), '')
    truncateSync(join(away, 'large'), 2_000 * MB)
    const half = await sendHalf(contract.uploadMachineFile.path.replace('{ticket}', ticket), 2 * MB, 2, away)
    const answered = once(half, 'response')
    const large = { body: { productId: ofOther, path: 'large' } }
    const answer = await fetch(url + (await lab.call(contract.openMachineFile, large, 'buyer')).url)
    const reader = answer.body!.getReader()
    await reader.read()
    await other.stop()
    await expect(
      (async () => {
        for (let part = await reader.read(); !part.done; ) part = await reader.read()
      })(),
    ).rejects.toThrow()
    half.write(randomBytes(MB / 2))
    expect((await answered)[0].statusCode).toBe(409)
    expect(readdirSync(away)).not.toContain('half')
    await expect.poll(underWay).toBe(0)
    await expect(lab.call(contract.listMachineFiles, { body: { productId: ofOther } }, 'buyer')).rejects.toMatchObject({
      code: 'compute.machine-silent',
    })
  }, 60_000)

  it('end with the lease, in the middle of one too', async () => {
    writeFileSync(join(home, 'kept'), 'kept')
    const { url: down } = await open('kept')
    const { url: path } = await begin({ bytes: 2 * MB })
    const half = await sendHalf(path, 2 * MB, 2)
    const closed = once(half, 'close')
    await lab.advance(31 * DAY)
    await closed
    await expect.poll(() => names(), { timeout: 15_000 }).toEqual(['kept'])
    expect((await fetch(url + down)).status).toBe(409)
    expect(await refused(list())).toBe('compute.access-denied')
    expect(existsSync(join(home, 'file'))).toBe(false)
  }, 60_000)
})

/** An upload that stops in the middle: half of it is sent, so many entries are on the machine then, and the line stays open. */
async function sendHalf(path: string, bytes: number, entries: number, of = home): Promise<ClientRequest> {
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\n'
  const sent = request(url + path, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': bytes + head.length + 100 },
  })
  sent.on('error', () => undefined)
  sent.write(head)
  sent.write(randomBytes(bytes / 2))
  await expect.poll(() => names(of)).toHaveLength(entries)
  return sent
}

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import ssh2, { type SFTPWrapper } from 'ssh2'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../../../tools/start/free-port.ts'

/** Files of the demo machine, as clients of sshd ask for them. */

const root = mkdtempSync(join(tmpdir(), 'trove-sftp-test-'))
const home = join(root, 'machine', 'home')
const small = join(root, 'machine', 'fleet', 'small', 'home')
const outside = join(root, 'outside.txt')
let child: ChildProcess
let client: ssh2.Client
let sftp: SFTPWrapper
let port: number
let smallPort: number
let password: string

const { STATUS_CODE } = ssh2.utils.sftp
/** One call of the client, as a promise. */
const ask = <T = void>(begin: (done: (error: Error | null | undefined, value?: T) => void) => void) =>
  new Promise<T>((resolve, reject) => begin((error, value) => (error ? reject(error) : resolve(value as T))))
const open = async (to: ssh2.Client) => ask<SFTPWrapper>((done) => to.sftp(done))

async function connect(login: { port: number; password: string }): Promise<ssh2.Client> {
  const fresh = new ssh2.Client()
  fresh.connect({ host: '127.0.0.1', username: 'demo', ...login })
  await once(fresh, 'ready')
  // Whoever asks something of it hears that it is lost. At the end of its machine it may be cut off, and nobody asks.
  fresh.on('error', () => undefined)
  return fresh
}

beforeAll(async () => {
  smallPort = await freePort()
  const fleet = JSON.stringify([{ name: 'small', port: smallPort, cores: 1, ramGb: 1, diskGb: 1 }])
  const own = { MACHINE_DATA_DIR: join(root, 'machine'), MACHINE_PORT: '0', MACHINE_INFO_PORT: '0' }
  child = spawn(process.execPath, [join(import.meta.dirname, '../main.ts')], {
    env: { ...process.env, ...own, MACHINE_FLEET: fleet },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(child.stdout!), 'line')
  ;({ port, password } = JSON.parse(line))
  client = await connect({ port, password })
  sftp = await open(client)
  writeFileSync(outside, 'not for the tenant')
})
afterAll(async () => {
  client.end()
  child.kill('SIGTERM')
  await once(child, 'exit')
  rmSync(root, { recursive: true, force: true })
})

const read = (path: string) => ask<Buffer>((done) => sftp.readFile(path, done))
const write = (path: string, content: Buffer | string) => ask((done) => sftp.writeFile(path, content, done))
const refusal = (begin: (done: (error: Error | null | undefined) => void) => void) =>
  ask(begin).then(
    () => 'done',
    (error: { code: number }) => error.code,
  )

it('takes and gives files as they are, in folders it makes, and names them', async () => {
  const content = randomBytes(300_000)
  expect(await ask<string>((done) => sftp.realpath('.', done))).toBe(home)
  await ask((done) => sftp.mkdir('work', done))
  await write('work/a file\nof two lines', content)
  expect(await read(join(home, 'work/a file\nof two lines'))).toEqual(content)
  expect(readFileSync(join(home, 'work/a file\nof two lines'))).toEqual(content)
  const list = await ask<{ filename: string; attrs: { size: number } }[]>((done) => sftp.readdir('work', done as never))
  expect(list.map(({ filename, attrs }) => [filename, attrs.size])).toEqual([['a file\nof two lines', 300_000]])
  await ask((done) => sftp.rename('work/a file\nof two lines', 'work/b', done))
  await ask((done) => sftp.unlink('work/b', done))
  await ask((done) => sftp.rmdir('work', done))
  expect(existsSync(join(home, 'work'))).toBe(false)
})

it('renames over nothing that is there', async () => {
  await write('one', '1')
  await write('two', '2')
  expect(await refusal((done) => sftp.rename('one', 'two', done))).toBe(STATUS_CODE.FAILURE)
  expect(String(await read('two'))).toBe('2')
  expect(String(await read('one'))).toBe('1')
})

it('leads nobody out of the home folder, by a path or by a link', async () => {
  mkdirSync(join(home, 'deep'))
  symlinkSync(root, join(home, 'deep', 'out'))
  symlinkSync(outside, join(home, 'out.txt'))
  symlinkSync(join(root, 'made.txt'), join(home, 'dangling'))
  const places = [
    outside,
    '../../outside.txt',
    'deep/out/outside.txt',
    'out.txt',
    'deep/../../../outside.txt',
    '/etc/passwd',
  ]
  for (const place of places)
    expect([place, await refusal((done) => sftp.readFile(place, done))]).toEqual([place, STATUS_CODE.PERMISSION_DENIED])
  for (const place of ['/', '..', 'deep/out', `${home}/..`])
    expect([place, await refusal((done) => sftp.readdir(place, done as never))]).toEqual([
      place,
      STATUS_CODE.PERMISSION_DENIED,
    ])
  for (const place of [join(root, 'new.txt'), 'deep/out/new.txt', '../new.txt'])
    expect([place, await refusal((done) => sftp.writeFile(place, 'x', done))]).toEqual([
      place,
      STATUS_CODE.PERMISSION_DENIED,
    ])
  expect(await refusal((done) => sftp.writeFile('dangling', 'x', done))).toBe(STATUS_CODE.FAILURE)
  await write('here.txt', 'x')
  expect(await refusal((done) => sftp.rename('here.txt', '../there.txt', done))).toBe(STATUS_CODE.PERMISSION_DENIED)
  expect(await refusal((done) => sftp.rmdir(home, done))).toBe(STATUS_CODE.PERMISSION_DENIED)
  expect((await readdir(root)).sort()).toEqual(['machine', 'outside.txt'])
  expect(readFileSync(outside, 'utf8')).toBe('not for the tenant')
  // A folder beside the home whose name begins like it is another folder.
  mkdirSync(`${home}-of-another`)
  expect(await refusal((done) => sftp.readdir('../home-of-another', done as never))).toBe(STATUS_CODE.PERMISSION_DENIED)
})

it('tells what is missing, what no file is and which name is none', async () => {
  expect(await refusal((done) => sftp.readFile('missing', done))).toBe(STATUS_CODE.NO_SUCH_FILE)
  expect(await refusal((done) => sftp.readFile('.', done))).toBe(STATUS_CODE.FAILURE)
  expect(await refusal((done) => sftp.writeFile('a\0b', 'x', done))).toBe(STATUS_CODE.FAILURE)
  expect(await refusal((done) => sftp.mkdir('missing/folder', done))).toBe(STATUS_CODE.NO_SUCH_FILE)
})

it('takes no more than the disk of a machine that has a size', async () => {
  const { password: ofSmall } = JSON.parse(readFileSync(join(small, '..', 'account.json'), 'utf8')) as {
    password: string
  }
  const other = await connect({ port: smallPort, password: ofSmall })
  const files = await open(other)
  const handle = await ask<Buffer>((done) => files.open('large', 'w', done))
  const at = (position: number) => refusal((done) => files.write(handle, Buffer.alloc(10), 0, 10, position, done))
  expect(await at(899_999_990)).toBe('done')
  expect(await at(899_999_991)).toBe(STATUS_CODE.FAILURE)
  await ask((done) => files.close(handle, done))
  const full = await ask<Buffer>((done) => files.open('more', 'w', done))
  expect(await refusal((done) => files.write(full, Buffer.alloc(1), 0, 1, 0, done))).toBe(STATUS_CODE.FAILURE)
  other.end()
})

it.skipIf(!existsSync('/usr/bin/sftp'))('serves the sftp program of OpenSSH', async () => {
  const content = randomBytes(2_000_000)
  writeFileSync(join(root, 'up'), content)
  const script = join(root, 'ask-pass')
  writeFileSync(script, `#!/bin/sh\necho '${password}'\n`, { mode: 0o700 })
  const orders = `put ${join(root, 'up')} sent\nget sent ${join(root, 'down')}\nls -l\nbye\n`
  writeFileSync(join(root, 'orders'), orders)
  const options = ['StrictHostKeyChecking=no', `UserKnownHostsFile=${join(root, 'hosts')}`, 'BatchMode=no']
  const args = [
    ...options.flatMap((each) => ['-o', each]),
    '-P',
    String(port),
    '-b',
    join(root, 'orders'),
    'demo@127.0.0.1',
  ]
  const { stdout } = await promisify(execFile)('sftp', args, {
    env: { ...process.env, SSH_ASKPASS: script, SSH_ASKPASS_REQUIRE: 'force', DISPLAY: ':0' },
  })
  expect(readFileSync(join(root, 'down'))).toEqual(content)
  expect(stdout).toContain('sent')
})

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import ssh2, { type ClientChannel, type ConnectConfig } from 'ssh2'
import { afterAll, afterEach, expect, it } from 'vitest'
import { hasSshClient } from '../../../tools/debian.ts'
import { freePort } from '../../../tools/start/free-port.ts'

type Ready = { host: string; port: number; infoPort: number; username: string; password: string }
type Result = { code: number | null; signal: string | undefined; out: string; err: string }

const root = mkdtempSync(join(tmpdir(), 'trove-machine-test-'))
/** Only ends what would never come. */
const LIMIT_MS = 60_000
const clients: ssh2.Client[] = []
const machines: ChildProcess[] = []

async function startMachine(name: string, env: Record<string, string> = {}): Promise<Ready & { child: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, MACHINE_DATA_DIR: join(root, name), MACHINE_PORT: '0', MACHINE_INFO_PORT: '0', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  machines.push(child)
  const [line] = await once(createInterface(child.stdout), 'line')
  return { ...JSON.parse(line), child }
}

function connect(machine: Ready, login: ConnectConfig = {}): Promise<ssh2.Client> {
  const client = new ssh2.Client()
  clients.push(client)
  return new Promise((resolve, reject) => {
    client.once('ready', () => resolve(client)).on('error', reject)
    const { host, port, username } = machine
    client.connect({ host, port, username, password: machine.password, ...login })
  })
}

function collect(channel: ClientChannel): Promise<Result> {
  return new Promise((resolve) => {
    const result: Result = { code: null, signal: undefined, out: '', err: '' }
    channel.on('data', (part: Buffer) => (result.out += part))
    channel.stderr.on('data', (part: Buffer) => (result.err += part))
    channel.on('exit', (code: number | null, signal?: string) => Object.assign(result, { code, signal }))
    channel.on('close', () => resolve(result))
  })
}

/** Listens from inside the callback: the exit may come in the same packet that opens the channel. */
function run(client: ssh2.Client, command: string, input = '', options: ssh2.ExecOptions = {}): Promise<Result> {
  return new Promise((resolve, reject) => {
    client.exec(command, options, (error, channel) => {
      if (error) return reject(error)
      collect(channel).then(resolve)
      channel.end(input)
    })
  })
}

async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; await sleep(25)) if (await check()) return
  throw new Error('waited in vain')
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'exit')
  child.kill(signal)
  await closed
}

/** The key generator of ssh2 now and then writes a key that ssh2 itself cannot read. */
function keyPair(): { private: string; public: string } {
  const pair = ssh2.utils.generateKeyPairSync('ed25519')
  return ssh2.utils.parseKey(pair.private) instanceof Error ? keyPair() : pair
}

/** A dead process nobody has fetched yet (a zombie) has no environment any more. */
function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}

function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`).length > 0
  } catch {
    return false
  }
}

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  for (const child of machines.splice(0)) await stop(child)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

it('lets its user in by password, runs commands with a clean environment, and tells output, errors and exit code', async () => {
  const machine = await startMachine('plain', { SECRET_OF_THE_HOST: 'x' })
  const client = await connect(machine)
  const result = await run(client, 'read line; echo "got $line"; echo bad >&2; exit 7', 'hello\n')
  expect(result).toMatchObject({ code: 7, out: 'got hello\n', err: 'bad\n' })
  const { out } = await run(client, 'env; pwd; command -v passwd chpasswd crontab')
  expect(out).toContain(`HOME=${join(root, 'plain/home')}\n`)
  expect(out).toMatch(new RegExp(`SSH_CONNECTION=127.0.0.1 \\d+ 127.0.0.1 ${machine.port}\n`))
  expect(out).not.toContain('SECRET_OF_THE_HOST')
  expect(out.trim().split('\n').slice(-4)).toEqual([
    join(root, 'plain/home'),
    ...['passwd', 'chpasswd', 'crontab'].map((name) => join(root, 'plain/bin', name)),
  ])
  expect(await run(client, 'kill -TERM $$')).toMatchObject({ signal: 'SIGTERM' })
})

it('refuses a wrong password, a wrong name and port forwarding', async () => {
  const machine = await startMachine('plain')
  await expect(connect(machine, { password: 'wrong' })).rejects.toThrow(/authentication/)
  await expect(connect(machine, { username: 'root' })).rejects.toThrow(/authentication/)
  const client = await connect(machine)
  const forward = new Promise((resolve, reject) =>
    client.forwardOut('127.0.0.1', 1, '127.0.0.1', machine.infoPort, (error) => (error ? reject(error) : resolve(1))),
  )
  await expect(forward).rejects.toThrow()
})

it('gives a real terminal that follows the window size, obeys Ctrl-C and never uses the system passwd', async () => {
  const client = await connect(await startMachine('plain'))
  const shell = await new Promise<ClientChannel>((resolve, reject) =>
    client.shell({ term: 'xterm-256color', cols: 91, rows: 33 }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    ),
  )
  let screen = ''
  shell.on('data', (part: Buffer) => (screen += part))
  const done = collect(shell)
  shell.write('tty; stty size; echo $TERM; command -v passwd\n')
  await until(() => screen.includes('/bin/passwd') && /\/dev\/(pts|tty)/.test(screen))
  expect(screen).toContain('33 91')
  expect(screen).toMatch(/\r\nxterm-256color/)
  expect(screen).toContain(`\r\n${join(root, 'plain/bin/passwd')}`)
  shell.setWindow(40, 120, 0, 0)
  await until(() => {
    screen = ''
    shell.write('stty size\n')
    return sleep(100).then(() => screen.includes('40 120'))
  })
  shell.write(`echo be''gun; sleep 1000\n`)
  await until(() => screen.includes('begun'))
  shell.write('\x03')
  shell.write('exit 5\n')
  expect((await done).code).toBe(5)
})

/** A machine that lets in one key. */
async function startWithKey(name: string, key: { public: string }) {
  const machine = await startMachine(name)
  const sshDir = join(root, name, 'home/.ssh')
  mkdirSync(sshDir, { mode: 0o700 })
  writeFileSync(join(sshDir, 'authorized_keys'), `# note\nno-agent-forwarding ${key.public} buyer\n`)
  return machine
}

it('lets a key of authorized_keys in, and no other', async () => {
  const [known, unknown] = [keyPair(), keyPair()]
  const machine = await startWithKey('keys', known)
  const client = await connect(machine, { password: undefined, privateKey: known.private })
  expect((await run(client, 'echo in')).out).toBe('in\n')
  await expect(connect(machine, { password: undefined, privateKey: unknown.private })).rejects.toThrow(/authentication/)
})

it('lets a key of authorized_keys in that the OpenSSH client brings', async (ctx) => {
  if (!hasSshClient()) ctx.skip('no OpenSSH client on this system')
  const known = keyPair()
  const machine = await startWithKey('keys-openssh', known)
  const keyFile = join(root, 'client-key')
  writeFileSync(keyFile, known.private, { mode: 0o600 })
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'BatchMode=yes', 'IdentitiesOnly=yes']
  const target = ['-p', String(machine.port), '-i', keyFile, `${machine.username}@127.0.0.1`, 'echo by openssh']
  const args = ['-F', '/dev/null', ...options.flatMap((option) => ['-o', option]), ...target]
  expect(execFileSync('ssh', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })).toBe('by openssh\n')
})

it('has a new password at each start until the password is changed on it; then that one stays', async () => {
  const first = await startMachine('account')
  await stop(first.child)
  const second = await startMachine('account')
  expect(second.password).not.toBe(first.password)
  const client = await connect(second)
  expect((await run(client, 'chpasswd', 'root:stolen-by-lease\n')).code).toBe(1)
  expect((await run(client, 'chpasswd', 'demo:changed-by-lease\n')).code).toBe(0)
  await expect(connect(second)).rejects.toThrow(/authentication/)
  await connect({ ...second, password: 'changed-by-lease' })
  const told = await fetch(`http://127.0.0.1:${second.infoPort}/machine.json`)
  const { host, port, username } = second
  expect(await told.json()).toEqual({ host, port, username, password: 'changed-by-lease' })
  await stop(second.child, 'SIGKILL')
  expect((await startMachine('account')).password).toBe('changed-by-lease')
})

it('changes the password by passwd on a terminal only when the current one is right', async () => {
  const machine = await startMachine('account')
  const client = await connect(machine)
  const answers = (lines: string[]) => {
    const result = new Promise<Result>((resolve, reject) => {
      client.exec('passwd', { pty: true }, (error, channel) => {
        if (error) return reject(error)
        collect(channel).then(resolve)
        channel.on('data', (part: Buffer) => /: $/.test(String(part)) && channel.write(`${lines.shift()}\n`))
      })
    })
    return result
  }
  const refused = await answers(['wrong', 'next-password', 'next-password'])
  expect(refused.code).toBe(10)
  const changed = await answers([machine.password, 'next-password', 'next-password'])
  expect(changed).toMatchObject({ code: 0 })
  expect(changed.out).toContain('password updated successfully')
  expect(changed.out).not.toContain('next-password')
  await connect({ ...machine, password: 'next-password' })
})

it('hangs up on a shell and what it runs when its window goes away', async () => {
  const client = await connect(await startMachine('plain'))
  const told = await new Promise<string>((resolve, reject) =>
    client.shell({ term: 'xterm', cols: 80, rows: 24 }, (error, channel) => {
      if (error) return reject(error)
      let text = ''
      channel.on('data', (part: Buffer) => {
        text += part
        if (!/pids=\d+,\d+;/.test(text)) return
        resolve(text)
        channel.close()
      })
      channel.write('sleep 1000 & echo "pids=$$,$!;"\n')
    }),
  )
  const pids = /pids=(\d+),(\d+);/.exec(told)!.slice(1).map(Number)
  await until(() => pids.every((pid) => !isAlive(pid)))
})

it('keeps a crontab of its own and refuses programs that reach the host', async () => {
  const client = await connect(await startMachine('plain'))
  expect((await run(client, 'crontab -l')).code).toBe(1)
  expect((await run(client, 'crontab -', '0 0 * * * true\n')).code).toBe(0)
  expect((await run(client, 'crontab -l')).out).toBe('0 0 * * * true\n')
  expect(readFileSync(join(root, 'plain/crontab'), 'utf8')).toBe('0 0 * * * true\n')
  expect((await run(client, 'sudo true')).code).toBe(1)
})

it.skipIf(!existsSync('/proc/self/environ'))('lets a command end that writes to nobody any more', async () => {
  const client = await connect(await startMachine('plain'))
  const pid = await new Promise<number>((resolve, reject) =>
    client.exec('echo $$; exec head -c 1000000000 /dev/zero', (error, channel) => {
      if (error) return reject(error)
      channel.once('data', (part: Buffer) => {
        resolve(Number.parseInt(String(part), 10))
        channel.destroy()
      })
    }),
  )
  await until(() => !isAlive(pid))
})

it.skipIf(!existsSync('/proc/self/environ'))(
  'is several machines at once, each of its own size and with a login that stays',
  async () => {
    const fleet = [
      { name: 'one', port: await freePort(), cores: 3, ramGb: 5, diskGb: 70 },
      {
        ...{ name: 'two', port: await freePort(), cores: 64, ramGb: 256, diskGb: 4000 },
        gpu: { name: 'NVIDIA L40S', count: 2, memoryMib: 46_068, driver: '550.54.14', cuda: '12.4' },
      },
    ]
    const start = () => startMachine('fleet', { MACHINE_FLEET: JSON.stringify(fleet) })
    const loginsOf = async ({ infoPort }: Ready) =>
      (await (await fetch(`http://127.0.0.1:${infoPort}/fleet.json`)).json()) as Ready[]
    const first = await start()
    const logins = await loginsOf(first)
    expect(logins.map(({ port }) => port)).toEqual(fleet.map(({ port }) => port))
    for (const [i, { cores, ramGb, diskGb }] of fleet.entries()) {
      const client = await connect(logins[i]!)
      const ask = `nproc; awk '/^MemTotal:/ {print $2}' /proc/meminfo; df -Pk / | awk 'NR == 2 {print $2}'; echo packed | gzip | gzip -dc`
      const { out } = await run(client, ask)
      expect(out.split('\n').slice(0, 4)).toEqual([
        String(cores),
        String(ramGb * 1024 ** 2),
        String(Math.round((diskGb * 1e9) / 1024)),
        'packed',
      ])
    }
    const smi = await run(
      await connect(logins[1]!),
      'nvidia-smi --query-gpu=index,name,memory.total,driver_version --format=csv; nvidia-smi | grep -c "CUDA Version: 12.4"; nvidia-smi --query-gpu=name,memory.total --format=csv,noheader,nounits; nvidia-smi -x',
    )
    expect(smi.out.split('\n').slice(0, 7)).toEqual([
      'index, name, memory.total [MiB], driver_version',
      '0, NVIDIA L40S, 46068 MiB, 550.54.14',
      '1, NVIDIA L40S, 46068 MiB, 550.54.14',
      '1',
      'NVIDIA L40S, 46068',
      'NVIDIA L40S, 46068',
      'Invalid combination of input arguments. Please run "nvidia-smi -h" for help.',
    ])
    expect((await run(await connect(logins[0]!), 'ls ../bin')).out).not.toContain('nvidia-smi')
    await expect(connect({ ...logins[0]!, password: logins[1]!.password })).rejects.toThrow(/authentication/)
    await stop(first.child)
    expect(await loginsOf(await start())).toEqual(logins)
  },
)

it.skipIf(!existsSync('/proc/self/environ'))('ends all its processes at a stop and after a kill', async () => {
  const background = 'nohup setsid sleep 1000 >/dev/null 2>&1 </dev/null & echo $!'
  const first = await startMachine('processes')
  const pidOf = async (machine: Ready) => {
    const pid = Number((await run(await connect(machine), background)).out)
    // Before nohup has come to its program, the end of the connection still ends it.
    await until(() => nameOf(pid) === 'sleep')
    return pid
  }
  const left = await pidOf(first)
  for (const client of clients.splice(0)) {
    const closed = once(client, 'close')
    client.end()
    await closed
  }
  expect(isAlive(left)).toBe(true)
  await stop(first.child)
  expect(isAlive(left)).toBe(false)
  const second = await startMachine('processes')
  const orphan = await pidOf(second)
  await stop(second.child, 'SIGKILL')
  expect(isAlive(orphan)).toBe(true)
  await startMachine('processes')
  expect(isAlive(orphan)).toBe(false)
})

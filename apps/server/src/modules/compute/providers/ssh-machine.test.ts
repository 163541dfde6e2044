import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { installDebian, startsNoService } from '../../../../../../tools/debian.ts'
import { freePort } from '../../../../../../tools/start/free-port.ts'
import { sshKeyPair } from '../keys/key-pair-lab.ts'
import { compareFacts } from '../machine/compare.ts'
import {
  type MachineAddress,
  type MachineDriver,
  type MachineTarget,
  MachineUnreachable,
  type PasswordLogin,
  type ShellChannel,
} from '../machine/machine.ts'
import { createSshMachine } from './ssh-machine.ts'

/** A machine under test. `uid` owns its processes. */
type Machine = {
  hasCrontab: boolean
  address: MachineAddress
  login: PasswordLogin
  home: string
  uid: number
  end: () => Promise<void>
}

const isRoot = process.getuid?.() === 0
// A shell that is not a login shell may lack the system's own folders, where useradd and sshd are.
process.env.PATH = `${process.env.PATH}:/usr/sbin:/sbin`
const NOBODY = 65_534
/** Whether another user may run this Node: a checkout under a private folder is closed to them. */
const asNobody = (command: string, args: string[]) =>
  spawnSync(command, args, { uid: NOBODY, gid: NOBODY }).status === 0
const canOthersRun =
  isRoot && asNobody(process.execPath, ['-v']) && asNobody('ls', [join(import.meta.dirname, 'ssh-machine.ts')])
if (isRoot && !canOthersRun) console.log('skipped: the demo machine of another user, who cannot enter this checkout')
const repository = join(import.meta.dirname, '../../../../../..')
const root = mkdtempSync(join(tmpdir(), 'trove-driver-test-'))
execFileSync('chmod', ['755', root])
afterAll(() => rmSync(root, { recursive: true, force: true }))
const newPassword = () => randomBytes(15).toString('base64url')

async function startDemoMachine(uid: number): Promise<Machine> {
  const dataDir = mkdtempSync(join(root, 'demo-'))
  if (uid !== process.getuid?.()) chownSync(dataDir, uid, uid)
  const child = spawn(process.execPath, [join(repository, 'apps/demo-machine/src/main.ts')], {
    env: { ...process.env, MACHINE_DATA_DIR: dataDir, MACHINE_PORT: '0', MACHINE_INFO_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid === process.getuid?.() ? {} : { uid, gid: uid }),
  })
  const early = once(child, 'exit').then(() => Promise.reject(new Error('the demo machine did not start')))
  const [line] = await Promise.race([once(createInterface(child.stdout!), 'line'), early])
  early.catch(() => {})
  const { host, port, username, password } = JSON.parse(line)
  const home = join(dataDir, 'home')
  return { hasCrontab: true, address: { host, port }, login: { username, password }, home, uid, end: () => stop(child) }
}

/** A real OpenSSH server with PAM on a high loopback port, for a user that exists only for this test. */
async function startOpenSsh(): Promise<Machine> {
  const username = `trove-t${randomBytes(3).toString('hex')}`
  const password = newPassword()
  const dir = join(root, username)
  mkdirSync(dir, { mode: 0o700 })
  mkdirSync('/run/sshd', { recursive: true })
  execFileSync('useradd', ['-m', '-s', '/bin/bash', username])
  execFileSync('chpasswd', { input: `${username}:${password}\n` })
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(dir, 'host')])
  const port = await freePort()
  const settings = [`Port ${port}`, 'ListenAddress 127.0.0.1', `HostKey ${join(dir, 'host')}`, 'UsePAM yes']
  const more = ['PasswordAuthentication yes', `AllowUsers ${username}`, 'PidFile none', 'StrictModes yes']
  writeFileSync(join(dir, 'config'), `${[...settings, ...more].join('\n')}\n`)
  const child = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', join(dir, 'config')], { stdio: 'ignore' })
  await untilAnswered(port)
  const uid = Number(execFileSync('id', ['-u', username], { encoding: 'utf8' }))
  const end = async () => {
    await stop(child)
    // Only the temporary user's own processes, should a failed test have left some.
    spawnSync('pkill', ['-KILL', '-U', String(uid)])
    spawnSync('crontab', ['-r', '-u', username])
    spawnSync('userdel', ['-f', '-r', username], { stdio: 'ignore' })
  }
  const hasCrontab = existsSync('/usr/bin/crontab')
  return {
    hasCrontab,
    address: { host: '127.0.0.1', port },
    login: { username, password },
    home: `/home/${username}`,
    uid,
    end,
  }
}

function missingForOpenSsh(): string {
  if (process.platform !== 'linux' || !existsSync('/etc/debian_version')) return 'this is not a Debian system'
  if (!isRoot) return 'only root can make the temporary user'
  // Nobody's own computer begins to serve SSH because of a test.
  if (!existsSync('/usr/sbin/sshd') && startsNoService()) installDebian(['openssh-server'])
  const missing = ['/usr/sbin/sshd', '/usr/sbin/useradd', '/usr/sbin/chpasswd'].find((file) => !existsSync(file))
  return missing ? `${missing} is not installed` : ''
}

async function stop(child: ChildProcess): Promise<void> {
  const closed = once(child, 'exit')
  child.kill('SIGTERM')
  await closed
}

const portOf = (server: Server) => (server.address() as { port: number }).port

async function untilAnswered(port: number): Promise<void> {
  for (let tries = 0; tries < 1000; tries++, await sleep(50)) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isOpen) return
  }
  throw new Error('sshd did not answer')
}

type Lease = { newPassword: string; publicKey: string | null }

/** What a hand-over does: the password first, then the buyer's key if there is one. */
async function begin(driver: MachineDriver, target: MachineTarget, login: PasswordLogin, lease: Lease) {
  const begun = await driver.beginLease(target, login, lease)
  const fresh = { ...login, password: lease.newPassword }
  const { publicKey } = lease
  if (publicKey !== null) await driver.installKeys(target, fresh, { mark: begun.mark, publicKeys: [publicKey] })
  return begun
}

/** The key generator of ssh2 now and then writes a key that ssh2 itself cannot read. */
function keyPair(): { private: string; public: string } {
  const pair = sshKeyPair()
  return ssh2.utils.parseKey(pair.private) instanceof Error ? keyPair() : pair
}

/** A dead process nobody has fetched yet (a zombie) has no environment any more. */
function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`).length > 0
  } catch {
    return false
  }
}

/** Types a line and waits until the screen shows what the pattern wants. */
async function ask(shell: ShellChannel, line: string, wanted: RegExp): Promise<RegExpExecArray> {
  let screen = ''
  const read = (part: Buffer) => (screen += part)
  shell.stream.on('data', read)
  shell.stream.write(`${line}\n`)
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(25)) {
    const found = wanted.exec(screen)
    if (found) {
      shell.stream.off('data', read)
      return found
    }
  }
  throw new Error(`the terminal never showed ${wanted}: ${screen}`)
}

const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error) => (error instanceof MachineUnreachable ? error.reason : error),
  )
const window = { cols: 100, rows: 30, term: 'xterm' }
const skipOpenSsh = missingForOpenSsh()
if (skipOpenSsh) console.log(`skipped: the machine driver against OpenSSH, because ${skipOpenSsh}`)

const kinds: [string, () => Promise<Machine>, boolean][] = [
  ['the demo machine', () => startDemoMachine(userInfo().uid), process.platform === 'win32'],
  ['the demo machine of a user who is not root', () => startDemoMachine(NOBODY), !canOthersRun],
  ['OpenSSH with PAM', startOpenSsh, skipOpenSsh !== ''],
]

for (const [name, start, isSkipped] of kinds) {
  describe.skipIf(isSkipped)(`the machine driver on ${name}`, () => {
    let machine: Machine
    let password = ''
    const driver = () => createSshMachine({ allowList: [machine.address] })
    const target = (hostKey: string | null = null) => ({ address: machine.address, hostKey })
    const login = (secret = password) => ({ username: machine.login.username, password: secret })

    beforeAll(async () => {
      machine = await start()
      password = machine.login.password
    }, 60_000)
    afterAll(() => machine?.end())

    it('measures the real machine and finds declared facts verified or differing', async () => {
      const { hostKey, measured } = await driver().probe(target(), login())
      expect(hostKey).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/)
      expect(measured.cpuCores).toBeGreaterThanOrEqual(1)
      expect(measured.cpuScore).toBeGreaterThan(0)
      expect(measured.diskWrite).toBeGreaterThan(0)
      expect(measured.bandwidth).toBeGreaterThan(1)
      if (existsSync('/etc/os-release')) {
        expect(readFileSync('/etc/os-release', 'utf8')).toMatch(new RegExp(`^ID="?${measured.osId}"?$`, 'm'))
      }
      const small = { cpuCores: 1, ramSize: 1, diskSize: 1, bandwidth: 1, operationSystem: measured.osId, gpu: null }
      expect(compareFacts(small, measured)).toEqual({ state: 'verified', differing: [] })
      const huge = { ...small, cpuCores: 9999, ramSize: 99_999, diskSize: 99_999_999, operationSystem: 'Windows' }
      expect(compareFacts(huge, measured).differing).toEqual(['cpuCores', 'ramSize', 'diskSize', 'operationSystem'])
      expect(spawnSync('sh', ['-c', `ls -A ${machine.home} | grep measure`], { encoding: 'utf8' }).stdout).toBe('')
      await driver().probe(target(hostKey), login())
    }, 60_000)

    it('tells one uniform error for a wrong password and for another host key', async () => {
      await expect(driver().probe(target(), login('wrong-password'))).rejects.toThrow(/^machine\.unreachable$/)
      expect(await reasonOf(driver().probe(target(), login('wrong-password')))).toBe('login-refused')
      expect(await reasonOf(driver().probe(target(`SHA256:${'A'.repeat(43)}`), login()))).toBe('host-key-changed')
    }, 60_000)

    it('takes a machine through a lease: fresh password and key in, everything the lease brought out', async () => {
      const seller = await driver().openShell(target(), login(), window)
      const [, sellerPid] = await ask(seller, 'nohup sleep 3000 >/dev/null 2>&1 & echo "pid=$!"', /pid=(\d+)/)
      await sleep(50)
      const pair = keyPair()
      const leasePassword = newPassword()
      const lease = { newPassword: leasePassword, publicKey: pair.public }
      const begun = await begin(driver(), target(), login(), lease)
      // The same call once more, as after a crash before its result was kept, tells the same and changes nothing.
      const repeated = await begin(driver(), target(begun.hostKey), login(), lease)
      expect(repeated.mark.files).toEqual(begun.mark.files)
      const buyer = { username: machine.login.username, privateKey: pair.private }
      expect(await reasonOf(driver().openShell(target(), login(), window))).toBe('login-refused')

      const shell = await driver().openShell(target(begun.hostKey), buyer, window)
      shell.resize({ cols: 77, rows: 22 })
      await ask(shell, 'sleep 0.3; stty size', /22 77/)
      const daemon = 'nohup setsid sleep 3000 >/dev/null 2>&1 & echo "one=$!"'
      const [, first] = await ask(shell, daemon, /one=(\d+)/)
      const [, second] = await ask(shell, 'env -i sleep 3000 & echo "two=$!"', /two=(\d+)/)
      const stranger = 'env -i PATH=$PATH setsid -f sh -c "echo three=\\$\\$; exec sleep 3000 >/dev/null 2>&1"'
      const [, third] = await ask(shell, stranger, /three=(\d+)/)
      await ask(
        shell,
        `echo '${pair.public} stays' >> ~/.ssh/authorized_keys; echo 'echo trap' > ~/.bashrc; echo ok$((1+1))`,
        /ok2/,
      )
      const hasCrontab = machine.hasCrontab
      if (hasCrontab) await ask(shell, "echo '0 0 * * * true' | crontab -; echo kept=$(crontab -l | wc -l)", /kept=1/)
      else console.log(`skipped: the crontab part on ${name}, because crontab is not installed`)
      const foreign = spawn('sleep', ['3000'], {
        env: { ...process.env, SSH_CONNECTION: '127.0.0.1 50000 127.0.0.1 22' },
        stdio: 'ignore',
        ...(isRoot ? { uid: machine.uid, gid: machine.uid } : {}),
      })

      const lastPassword = newPassword()
      const end = { newPassword: lastPassword, mark: begun.mark }
      const ended = await driver().endLease(target(begun.hostKey), login(leasePassword), end)
      const again = await driver().endLease(target(begun.hostKey), login(leasePassword), end)
      const alive = [sellerPid, first, second].map((pid) => isAlive(Number(pid)))
      const [isThirdAlive, isForeignAlive] = [isAlive(Number(third)), isAlive(foreign.pid!)]
      foreign.kill('SIGKILL')
      if (isThirdAlive) process.kill(Number(third), 'SIGKILL')
      if (ended.endedProcesses !== null) {
        expect(ended.endedProcesses).toBeGreaterThanOrEqual(3)
        expect(alive).toEqual([true, false, false])
        // The demo machine's account is somebody's own besides; there only what says that it is the lease's goes.
        const isAccountItsOwn = name === 'OpenSSH with PAM'
        expect([isThirdAlive, isForeignAlive]).toEqual(isAccountItsOwn ? [false, false] : [true, true])
      }
      const changed = ['.bashrc', '.ssh/authorized_keys', ...(hasCrontab ? ['crontab'] : [])]
      expect(ended.restoredFiles.sort()).toEqual(changed)
      expect(again).toMatchObject({ restoredFiles: [] })
      expect(await reasonOf(driver().openShell(target(), buyer, window))).toBe('login-refused')
      expect(await reasonOf(driver().openShell(target(), login(leasePassword), window))).toBe('login-refused')
      expect(shell.stream.destroyed || shell.stream.readableEnded).toBe(true)
      password = lastPassword
      const check = await driver().openShell(target(), login(), window)
      await ask(check, `kill ${sellerPid}; echo ok$((2+2))`, /ok4/)
      check.close()
      seller.close()
    }, 120_000)

    it('lets nobody in by a key when the lease could not begin, nor the next time without a key', async () => {
      const pair = keyPair()
      const buyer = { username: machine.login.username, privateKey: pair.private }
      // A password that cannot be set stands for a machine that does not let it be changed.
      const refused = { newPassword: 'short', publicKey: pair.public }
      expect(await reasonOf(begin(driver(), target(), login(), refused))).toBe('password-not-changed')
      expect(await reasonOf(driver().openShell(target(), buyer, window))).toBe('login-refused')

      const former = { newPassword: newPassword(), publicKey: pair.public }
      await begin(driver(), target(), login(), former)
      ;(await driver().openShell(target(), buyer, window)).close()
      password = former.newPassword
      const next = { newPassword: newPassword(), publicKey: null }
      await begin(driver(), target(), login(), next)
      password = next.newPassword
      expect(await reasonOf(driver().openShell(target(), buyer, window))).toBe('login-refused')
    }, 60_000)

    it('finishes a lease begun without a key although the caller crashed after the password was changed', async () => {
      const lease = { newPassword: newPassword(), publicKey: null }
      await begin(driver(), target(), login(), lease)
      const { mark, hostKey } = await begin(driver(), target(), login(), lease)
      const end = { newPassword: newPassword(), mark }
      await driver().endLease(target(hostKey), login(lease.newPassword), end)
      password = end.newPassword
      const shell = await driver().openShell(target(hostKey), login(), window)
      await ask(shell, 'echo in$((1+1))', /in2/)
      shell.close()
    }, 60_000)

    it('runs a script that goes on until it is closed, and leaves nothing of it running', async () => {
      const mark = `trove-${randomBytes(6).toString('hex')}`
      const script = `while :; do echo ${mark} || exit 0; sleep 0.2; done`
      const running = await driver().runScript(target(), login(), script)
      let said = ''
      running.stream.on('data', (part: Buffer) => {
        said += part
      })
      await expect.poll(() => said.split(mark).length).toBeGreaterThan(3)
      running.close()
      const shell = await driver().openShell(target(), login(), window)
      // The script came through standard input: no process list shows it, only what it started.
      await ask(shell, 'sleep 1; ps -e -o args= | grep -c "[s]leep 0.2" | sed s/^/left=/', /left=0/)
      shell.close()
    }, 60_000)
  })
}

describe.skipIf(process.platform === 'win32')('the machine driver in a server that is killed', () => {
  /** Runs one call in a process of its own and kills that process after a while, wherever it is then. */
  async function killedCall(call: string, parts: unknown[], afterMs: number): Promise<void> {
    const source = `import { createSshMachine } from ${JSON.stringify(join(import.meta.dirname, 'ssh-machine.ts'))}
      const [address, ...parts] = JSON.parse(process.env.PARTS)
      console.log('go')
      await createSshMachine({ allowList: [address] })[${JSON.stringify(call)}]({ address, hostKey: null }, ...parts)`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
      env: { ...process.env, PARTS: JSON.stringify(parts) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const closed = once(child, 'exit')
    await once(createInterface(child.stdout!), 'line')
    await Promise.race([sleep(afterMs), closed])
    child.kill('SIGKILL')
    await closed
  }

  /** What the job does: calls again after a pause. The cut-off call's last command may still run on the machine beside the first repeat. */
  async function repeated<T>(call: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await call()
      } catch (error) {
        if (tries === 20) throw error
        await sleep(300)
      }
    }
  }

  it('finishes begin and end of a lease by repeating the call, whenever the first one was cut off', async () => {
    const { address, login: first, end } = await startDemoMachine(userInfo().uid)
    onTestFinished(end)
    const driver = createSshMachine({ allowList: [address] })
    const target = { address, hostKey: null }
    let login = first
    for (const afterMs of [30, 120, 250, 400, 550, 700]) {
      const lease = { newPassword: newPassword(), publicKey: keyPair().public }
      await killedCall('beginLease', [address, login, lease], afterMs)
      const { mark } = await repeated(() => driver.beginLease(target, login, lease))
      const fresh = { ...login, password: lease.newPassword }
      await killedCall('installKeys', [address, fresh, { mark, publicKeys: [lease.publicKey] }], afterMs)
      await repeated(() => driver.installKeys(target, fresh, { mark, publicKeys: [lease.publicKey] }))
      expect(mark.files['.ssh/authorized_keys']).toBeNull()
      const leased = { ...login, password: lease.newPassword }
      const last = { newPassword: newPassword(), mark }
      await killedCall('endLease', [address, leased, last], afterMs)
      await repeated(() => driver.endLease(target, leased, last))
      expect(await reasonOf(driver.openShell(target, leased, window))).toBe('login-refused')
      login = { ...login, password: last.newPassword }
      ;(await driver.openShell(target, login, window)).close()
    }
  })
})

describe('the machine driver and addresses it must not trust', () => {
  const servers: Server[] = []
  const login = { username: 'demo', password: 'never-sent-anywhere' }

  async function trap(
    serve: (socket: Socket) => void,
  ): Promise<{ address: MachineAddress; seen: () => number; said: () => string }> {
    let count = 0
    let said = ''
    const server = createServer((socket) => {
      count += 1
      socket.on('data', (part) => (said += part)).on('error', () => {})
      serve(socket)
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return { address: { host: '127.0.0.1', port: portOf(server) }, seen: () => count, said: () => said }
  }
  afterAll(() => {
    for (const server of servers) server.close()
  })

  it('opens no connection to an address that is not allowed', async () => {
    const { address, seen } = await trap(() => {})
    const driver = createSshMachine({ allowList: [{ host: '127.0.0.1', port: 1 }] })
    for (const host of ['127.0.0.1', 'localhost', '127.1', '0.0.0.0', '::1', '::ffff:127.0.0.1', '2130706433']) {
      expect(await reasonOf(driver.probe({ address: { ...address, host }, hostKey: null }, login))).toBe(
        'address-not-allowed',
      )
    }
    expect(seen()).toBe(0)
  })

  it.each([
    ['another protocol', 'HTTP/1.1 200 OK\r\n'],
    ['a first line that is too long', `SSH-2.0-${'x'.repeat(300)}\r\n`],
    ['bytes without end', 'y'.repeat(5000)],
  ])('says nothing to a server that speaks %s', async (_kind, text) => {
    const { address, said } = await trap((socket) => socket.write(text))
    const driver = createSshMachine({ allowList: [address] })
    expect(await reasonOf(driver.probe({ address, hostKey: null }, login))).toBe('not-ssh')
    expect(said()).toBe('')
  })

  it('waits without end neither for a silent server nor for one that stops after its first line', async () => {
    const silent = await trap(() => {})
    const stuck = await trap((socket) => socket.write('SSH-2.0-stuck\r\n'))
    const driver = createSshMachine({ allowList: [silent.address, stuck.address] })
    const reasons = [silent, stuck].map(({ address }) => reasonOf(driver.probe({ address, hostKey: null }, login)))
    expect(await Promise.all(reasons)).toEqual(['no-connection', 'no-handshake'])
    expect(stuck.said()).not.toContain('never-sent-anywhere')
  })

  it('ends a call as a whole at its limit when a machine lets in and then answers nothing', async () => {
    // The call's own limit is over once the machine has let it in; none of a step's ever is.
    const limitMs = 3_600_000
    let endLimit = () => {}
    const wait = globalThis.setTimeout
    const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0) => {
      if (ms === limitMs) endLimit = run
      return wait(run, ms >= 1000 ? 2 ** 31 - 1 : ms).unref()
    }) as typeof setTimeout)
    onTestFinished(() => timers.mockRestore())
    const server = new ssh2.Server({ hostKeys: [keyPair().private] }, (client) => {
      client.on('error', () => {})
      client.on('authentication', (asked) => asked.accept())
      client.on('ready', () => client.on('session', (accept) => accept().on('exec', () => endLimit())))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = { host: '127.0.0.1', port: (server.address() as { port: number }).port }
    const names = [
      'probe',
      'beginLease',
      'installKeys',
      'changeKeys',
      'runRecipe',
      'readRecipeLog',
      'endLease',
    ] as const
    const limitsMs = Object.fromEntries(names.map((name) => [name, limitMs])) as Record<(typeof names)[number], number>
    const driver = createSshMachine({ allowList: [address], limitsMs })
    const target = { address, hostKey: null }
    const mark = { files: {}, crontab: null, boot: '', startTick: 0 }
    const calls = [
      () => driver.probe(target, login),
      () => driver.beginLease(target, login, { newPassword: newPassword() }),
      () => driver.installKeys(target, login, { mark, publicKeys: [keyPair().public] }),
      () => driver.changeKeys(target, login, { publicKeys: [keyPair().public] }),
      () => driver.endLease(target, login, { newPassword: newPassword(), mark }),
    ]
    for (const call of calls) expect(await reasonOf(call())).toBe('timed-out')
  })

  it('tells a closed port by the same error as everything else', async () => {
    const address = { host: '127.0.0.1', port: await freePort() }
    const work = createSshMachine({ allowList: [address] }).probe({ address, hostKey: null }, login)
    await expect(work).rejects.toThrow(/^machine\.unreachable$/)
  })
})

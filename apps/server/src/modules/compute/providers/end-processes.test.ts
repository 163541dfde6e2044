import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { endProcessesScript, parseEnded } from '../machine/end-processes.ts'

/** An account that nobody has: what the script ends is only what a test began. */
const UID = 61_000 + (process.pid % 1000)
const isRoot = process.getuid?.() === 0 && process.platform === 'linux'
const canBecomeAnother = isRoot && spawnSync(process.execPath, ['-v'], { uid: UID, gid: UID }).status === 0
const canHaveOwnProcesses = isRoot && spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0
if (!canBecomeAnother) console.log('skipped: ending processes of an account, because no other one can run this Node')
if (!canHaveOwnProcesses) console.log('skipped: ending processes of root, because there is no list of processes apart')

const folder = mkdtempSync(join(tmpdir(), 'trove-end-processes-'))
chmodSync(folder, 0o755)
// The system knows no such account by name.
writeFileSync(join(folder, 'id'), `#!/bin/sh\necho ${UID}\n`, { mode: 0o755 })
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const bootId = () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
const tickOf = (pid: number) =>
  Number(
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[19],
  )
const account = { uid: UID, gid: UID, env: { PATH: `${folder}:/usr/bin:/bin` }, cwd: folder }

function startAs(script: string): ChildProcess {
  const child = spawn('sh', ['-c', script], { ...account, detached: true, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}
/** The system's clock for processes has hundredths of a second. */
const nextTick = () => new Promise((resolve) => setTimeout(resolve, 50))

function clean(since: number, from = '203.0.113.9 5000 192.0.2.1 22') {
  const mark = { files: {}, crontab: null, boot: bootId(), startTick: since }
  const env = { ...account.env, SSH_CONNECTION: from }
  const input = endProcessesScript(mark, 'guest')
  return parseEnded(spawnSync('setsid', ['sh', '-s'], { ...account, env, input, encoding: 'utf8' }).stdout)
}
/** What has ended is waited for: until then it is still in the list. */
const hasEnded = (child: ChildProcess) =>
  expect.poll(() => child.signalCode ?? child.exitCode, { timeout: 3000 }).not.toBeNull()

describe.skipIf(!canBecomeAnother)('an account that is the guest’s alone', () => {
  it('keeps what is older than the lease and ends everything younger, whatever it hides', async () => {
    const older = startAs('exec sleep 3000')
    await nextTick()
    const since = tickOf(older.pid!) + 1
    const plain = startAs('exec sleep 3001')
    const stubborn = startAs('trap "" TERM HUP; while :; do sleep 1; done')
    await nextTick()
    const found = clean(since)
    expect(found).toMatchObject({ stayed: 0, left: 0 })
    expect(found!.ended).toBeGreaterThanOrEqual(2)
    await hasEnded(plain)
    await hasEnded(stubborn)
    expect(older.exitCode ?? older.signalCode).toBeNull()
  }, 20_000)

  it('leaves the program alone through which the connection comes in', async () => {
    const server = createServer(() => undefined).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    const { port } = await new Promise<{ port: number }>((resolve) =>
      server.once('listening', () => resolve(server.address() as { port: number })),
    )
    const source = `const s = require('net').connect(${port}, '127.0.0.1', () => console.log(s.localPort)); setInterval(() => 0, 1e6)`
    const carrier = spawn(process.execPath, ['-e', source], { ...account, stdio: ['ignore', 'pipe', 'ignore'] })
    onTestFinished(() => void carrier.kill('SIGKILL'))
    const from = await new Promise<number>((resolve) => carrier.stdout!.once('data', (data) => resolve(Number(data))))
    const other = startAs('exec sleep 3000')
    await nextTick()
    expect(clean(tickOf(carrier.pid!), `127.0.0.1 ${from} 127.0.0.1 ${port}`)).toEqual({ ended: 1, stayed: 0, left: 0 })
    await hasEnded(other)
    expect(carrier.exitCode ?? carrier.signalCode).toBeNull()
  }, 20_000)
})

it.skipIf(!canHaveOwnProcesses)('of root, ends what a session began and counts what may be the machine’s own', () => {
  const script = endProcessesScript({ files: {}, crontab: null, boot: bootId(), startTick: 1 }, 'root')
  const input = `SSH_CONNECTION='203.0.113.8 6000 192.0.2.1 22' setsid -f sleep 3000 >/dev/null 2>&1
env -i PATH="$PATH" setsid -f sleep 3001 >/dev/null 2>&1
sleep 0.1
SSH_CONNECTION='203.0.113.9 5000 192.0.2.1 22' setsid -w sh -s <<'END'
${script}
END
`
  const { stdout } = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', '--kill-child', 'sh', '-s'], {
    input,
    encoding: 'utf8',
  })
  expect(parseEnded(stdout)).toEqual({ ended: 1, stayed: 0, left: 1 })
})

it('reads nothing of a script that did not finish', () => {
  expect(parseEnded('ended=3\nstayed=0\nleft=0\n')).toBeUndefined()
  expect(parseEnded('ended=unknown\nfinished=1\n')).toEqual({ ended: null, stayed: 0, left: 0 })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { RECIPE_SCRIPTS } from '@trove/contract/compute/recipes/scripts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MachineTarget, PasswordLogin } from '../machine/machine.ts'
import { RECIPE_LIMITS } from '../machine/recipes.ts'
import { createSshMachine } from './ssh-machine.ts'

/** Recipes on a real machine over SSH: the demo machine. */

const repository = join(import.meta.dirname, '../../../../../..')
const dataDir = mkdtempSync(join(tmpdir(), 'trove-recipes-'))
const home = join(dataDir, 'home')
let target: MachineTarget
let login: PasswordLogin
let stop: () => Promise<void>

beforeAll(async () => {
  const child = spawn(process.execPath, [join(repository, 'apps/demo-machine/src/main.ts')], {
    env: { ...process.env, MACHINE_DATA_DIR: dataDir, MACHINE_PORT: '0', MACHINE_INFO_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(child.stdout!), 'line')
  const { host, port, username, password } = JSON.parse(line)
  target = { address: { host, port }, hostKey: null }
  login = { username, password }
  stop = async () => {
    const closed = once(child, 'exit')
    child.kill('SIGTERM')
    await closed
  }
}, 60_000)
afterAll(async () => {
  await stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const driver = (limits: Partial<typeof RECIPE_LIMITS> = {}) =>
  createSshMachine({ allowList: [target.address], recipeLimits: { ...RECIPE_LIMITS, ...limits } })
const start = (number: string, script: string | null, limits = {}) =>
  driver(limits).runRecipe(target, login, { number, script })
const untilEnded = async (number: string) => {
  const ask = () => start(number, null)
  await expect.poll(async () => (await ask()).state, { timeout: 30_000 }).not.toBe('running')
  return ask()
}
async function logOf(number: string): Promise<string> {
  const read = await driver().readRecipeLog(target, login, { number, from: 0, most: 65_536 })
  return read?.piece.toString('utf8') ?? ''
}

/** A dead process that has not been fetched yet (a zombie) has no environment any more. */
function isAlive(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`).length > 0
  } catch {
    return false
  }
}

describe.skipIf(process.platform !== 'linux')('a recipe on a machine', { timeout: 60_000 }, () => {
  it('runs beside the connection as it is written, once, whoever asks again or at once', async () => {
    const script = `printf '%s\\n' "it's $HOME; 好 \\\\n"\necho one >> "$HOME/times"\necho 'tool 1.2' >> "$TROVE_RUN/installed"\n`
    const both = await Promise.allSettled([start('once', script), start('once', script)])
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await untilEnded('once')).toMatchObject({ state: 'ended', code: 0, installed: ['tool 1.2'] })
    expect((await start('once', script)).state).toBe('ended')
    expect(readFileSync(join(home, 'times'), 'utf8')).toBe('one\n')
    expect(await logOf('once')).toBe(`it's ${home}; 好 \\n\n`)
    expect(await start('never', null)).toMatchObject({ state: 'none' })
    expect(existsSync(join(home, '.trove-lease/runs/never'))).toBe(false)
  })

  it('is ended at its limits of time, output and free disk, with all that it began', async () => {
    await start('endless', 'trap "" TERM\nsleep 3000 &\necho $! > "$HOME/child"\nwhile :; do sleep 1; done', {
      seconds: 2,
    })
    await start('loud', 'yes loud', { logBytes: 20_480 })
    await start('full', 'sleep 3000', { freeKb: 1e12 })
    expect(await untilEnded('endless')).toMatchObject({ state: 'ended', why: 'time' })
    expect(await untilEnded('loud')).toMatchObject({ state: 'ended', why: 'output' })
    expect(await untilEnded('full')).toMatchObject({ state: 'ended', why: 'disk' })
    expect((await driver().readRecipeLog(target, login, { number: 'loud', from: 0, most: 65_536 }))?.total).toBe(20_480)
    const child = readFileSync(join(home, 'child'), 'utf8').trim()
    expect(isAlive(child)).toBe(false)
  })

  it('says how it failed, and what the machine lacks', async () => {
    await start('fails', 'echo no; exit 3')
    expect(await untilEnded('fails')).toMatchObject({ code: 3, why: null, isMissing: false })
    await start('lacks', `${RECIPE_SCRIPTS['dev-tools'].split('lacking=')[0]}missing 'a thing'`)
    expect(await untilEnded('lacks')).toMatchObject({ code: 69, isMissing: true, missing: 'a thing' })
    expect(await logOf('lacks')).toBe('missing: a thing\n')
  })

  it('leaves no process and no file when the machine is taken back, and spares what a link leads to', async () => {
    const begun = await driver().beginLease(target, login, { newPassword: 'Lease-password-1234' })
    login = { ...login, password: 'Lease-password-1234' }
    await start(
      'stays',
      'nohup setsid sleep 3000 >/dev/null 2>&1 & echo $!; mkdir -p "$TROVE_LEASE/deep/er"; chmod 500 "$TROVE_LEASE/deep"',
    )
    expect(await untilEnded('stays')).toMatchObject({ code: 0 })
    const pid = (await logOf('stays')).trim()
    expect(isAlive(pid)).toBe(true)
    await driver().endLease(target, login, { newPassword: 'Seller-password-1234', mark: begun.mark })
    login = { ...login, password: 'Seller-password-1234' }
    expect(isAlive(pid)).toBe(false)
    expect(readdirSync(home)).not.toContain('.trove-lease')

    writeFileSync(join(dataDir, 'kept'), 'the seller’s', { mode: 0o400 })
    const next = await driver().beginLease(target, login, { newPassword: 'Lease-password-5678' })
    symlinkSync(dataDir, join(home, '.trove-lease'))
    await driver().endLease(
      target,
      { ...login, password: 'Lease-password-5678' },
      { newPassword: 'Last-password-1234', mark: next.mark },
    )
    login = { ...login, password: 'Last-password-1234' }
    expect(readdirSync(home)).not.toContain('.trove-lease')
    expect(readFileSync(join(dataDir, 'kept'), 'utf8')).toBe('the seller’s')
  })
})

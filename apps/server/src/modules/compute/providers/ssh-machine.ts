import { randomBytes } from 'node:crypto'
import type ssh2 from 'ssh2'
import type { ClientChannel } from 'ssh2'
import { isAddressAllowed, type RelayRange } from '../machine/address.ts'
import { endProcessesScript, parseEnded } from '../machine/end-processes.ts'
import { NoMachineFiles } from '../machine/files.ts'
import {
  changeKeysScript,
  dropKeysScript,
  installKeysScript,
  isSameState,
  type LeaseMark,
  noteScript,
  parseNote,
  parsePublicKey,
  parseRestored,
  restoreScript,
} from '../machine/hand-over.ts'
import {
  type MachineAddress,
  type MachineDriver,
  type MachineLogin,
  type MachineTarget,
  MachineUnreachable,
  type PasswordLogin,
  type ShellChannel,
} from '../machine/machine.ts'
import { channelCommand, channelLimits, channelSpeed, measureScript, parseMeasure } from '../machine/measure.ts'
import { RECIPE_LIMITS, type RecipeLimits } from '../machine/recipes.ts'
import { openConnection, runScript, scriptLimitMs, type TimedTarget, withConnection } from './ssh-connection.ts'
import { openFiles } from './ssh-files.ts'
import { greets } from './ssh-greeting.ts'
import { changePassword } from './ssh-password.ts'
import { askRecipe, readRecipeLog, removeRecipes, undoRecipes } from './ssh-recipes.ts'

/** Longest time of the measure, for slow disks and many cores. */
const measureLimitMs = 30_000

/**
 * Longest time of each call as a whole. Every step has its own, shorter limit; a machine that takes each of them nearly
 * to its end must not hold up who waits behind it.
 */
const CALL_LIMITS_MS = {
  probe: 40_000,
  beginLease: 90_000,
  installKeys: 40_000,
  changeKeys: 40_000,
  runRecipe: 40_000,
  readRecipeLog: 30_000,
  endLease: 210_000,
}

/**
 * The machine driver over SSH. Only addresses that machine/address.ts allows are ever connected to: public ones, and
 * those of `allowList` with exactly their port.
 */
export function createSshMachine({
  allowList,
  relay,
  limitsMs = CALL_LIMITS_MS,
  recipeLimits = RECIPE_LIMITS,
}: {
  allowList: readonly MachineAddress[]
  relay?: RelayRange
  limitsMs?: typeof CALL_LIMITS_MS
  recipeLimits?: RecipeLimits
}): MachineDriver {
  async function guarded<T>(target: MachineTarget, limitMs: number | undefined, work: (on: TimedTarget) => Promise<T>) {
    if (!isAddressAllowed(target.address, allowList, relay)) throw new MachineUnreachable('address-not-allowed')
    const clock = new AbortController()
    const limit = limitMs === undefined ? undefined : setTimeout(() => clock.abort(), limitMs)
    try {
      return await work({ ...target, signal: clock.signal })
    } catch (error) {
      if (clock.signal.aborted) throw new MachineUnreachable('timed-out')
      throw error instanceof MachineUnreachable || error instanceof NoMachineFiles
        ? error
        : new MachineUnreachable('command-failed')
    } finally {
      clearTimeout(limit)
    }
  }
  return {
    answers: async (address) => (isAddressAllowed(address, allowList, relay) ? greets(address) : 'unreached'),
    probe: (target, login) => guarded(target, limitsMs.probe, (on) => probe(on, login)),
    beginLease: (target, login, lease) => guarded(target, limitsMs.beginLease, (on) => beginLease(on, login, lease)),
    installKeys: (target, login, lease) => guarded(target, limitsMs.installKeys, (on) => installKeys(on, login, lease)),
    changeKeys: (target, login, lease) => guarded(target, limitsMs.changeKeys, (on) => changeKeys(on, login, lease)),
    runRecipe: (target, login, run) =>
      guarded(target, limitsMs.runRecipe, (on) => askRecipe(on, login, run, recipeLimits)),
    readRecipeLog: (target, login, piece) =>
      guarded(target, limitsMs.readRecipeLog, (on) => readRecipeLog(on, login, piece)),
    endLease: (target, login, lease) => guarded(target, limitsMs.endLease, (on) => endLease(on, login, lease)),
    // A terminal stays as long as it is used; who watches it ends it.
    openShell: (target, login, window) => guarded(target, undefined, (on) => openShell(on, login, window)),
    openFiles: (target, login) => guarded(target, undefined, (on) => openFiles(on, login)),
    runScript: (target, login, script) => guarded(target, undefined, (on) => startScript(on, login, script)),
  }
}

async function probe(target: TimedTarget, login: MachineLogin) {
  return withConnection(target, login, async ({ client, hostKey }) => {
    const found = parseMeasure(utf8(await runScript(client, measureScript, measureLimitMs)))
    if (!found) throw new MachineUnreachable('command-failed')
    return { hostKey, measured: { ...found, bandwidth: await measureChannel(client) } }
  })
}

/** Counts bytes from the first one on: the wait for it says nothing about the line. */
function measureChannel(client: ssh2.Client): Promise<number | null> {
  return new Promise((resolve) => {
    const fallback = setTimeout(() => resolve(null), channelLimits.milliseconds + 2000)
    client.exec(channelCommand, (error, channel) => {
      if (error) return resolve(null)
      let bytes = 0
      let firstMs = 0
      const finish = () => {
        clearTimeout(fallback)
        resolve(channelSpeed(bytes, performance.now() - firstMs))
        channel.destroy()
      }
      channel.on('data', (part: Buffer) => {
        if (firstMs === 0) firstMs = performance.now()
        else bytes += part.length
        const isLong = firstMs > 0 && performance.now() - firstMs >= channelLimits.milliseconds
        if (isLong || bytes >= channelLimits.bytes) finish()
      })
      channel.stderr.resume()
      channel.on('error', () => {})
      channel.once('end', finish)
    })
  })
}

/**
 * No key comes with it: a machine whose password cannot be changed is never handed over, and its buyer, who is refunded,
 * must not come in either.
 */
async function beginLease(target: TimedTarget, login: PasswordLogin, lease: { newPassword: string }) {
  const known = await signInWithEither(target, login, lease.newPassword)
  const { hostKey, mark } = await withConnection(target, known, async (connection) => {
    const noted = await note(connection.client)
    await runToWord(connection.client, dropKeysScript(noted), 'dropped=1')
    return { hostKey: connection.hostKey, mark: noted }
  })
  await changePassword({ ...target, hostKey }, login, lease.newPassword)
  return { hostKey, mark }
}

/** Keys go into a script: only what is a key without options does. */
function parseKeys(texts: readonly string[]): string[] {
  return texts.map((text) => {
    const key = parsePublicKey(text)
    if (key === undefined) throw new MachineUnreachable('command-failed')
    return key
  })
}

async function installKeys(
  target: TimedTarget,
  login: PasswordLogin,
  lease: { mark: LeaseMark; publicKeys: string[] },
) {
  const script = installKeysScript(lease.mark, parseKeys(lease.publicKeys))
  await withConnection(target, login, ({ client }) => runToWord(client, script, 'installed=1'))
}

async function changeKeys(target: TimedTarget, login: PasswordLogin, lease: { publicKeys: string[] }) {
  const script = changeKeysScript(parseKeys(lease.publicKeys))
  await withConnection(target, login, ({ client }) => runToWord(client, script, 'changed=1'))
}

/**
 * Cleans before the password changes (a trap in a start file must not see the new one) and once more after it (who
 * came back in between is out for good now).
 */
async function endLease(target: TimedTarget, login: PasswordLogin, lease: { newPassword: string; mark: LeaseMark }) {
  const known = await signInWithEither(target, login, lease.newPassword)
  const first = await clean(target, known, lease.mark)
  const pinned = { ...target, hostKey: first.hostKey }
  await changePassword(pinned, login, lease.newPassword)
  const fresh = { username: login.username, password: lease.newPassword }
  const second = await clean(pinned, fresh, lease.mark)
  if (second.stayed > 0) throw new MachineUnreachable('processes-stayed')
  const left = await withConnection(pinned, fresh, ({ client }) => note(client))
  if (!isSameState(left, lease.mark)) throw new MachineUnreachable('not-restored')
  const counts = [first.ended, second.ended]
  const endedProcesses = counts.includes(null) ? null : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  return {
    hostKey: first.hostKey,
    endedProcesses,
    leftProcesses: second.left,
    restoredFiles: [...new Set([...first.restored, ...second.restored])],
  }
}

async function clean(target: TimedTarget, login: PasswordLogin, mark: LeaseMark) {
  return withConnection(target, login, async ({ client, hostKey }) => {
    const output = await runScript(client, restoreScript(mark), scriptLimitMs)
    await undoRecipes(client)
    const found = parseEnded(await runScript(client, endProcessesScript(mark, login.username), measureLimitMs))
    // A process that was ended may have written once more; now nobody is left to.
    const again = await runScript(client, restoreScript(mark), scriptLimitMs)
    await removeRecipes(client)
    if (!again.includes('finished=1') || found === undefined) throw new MachineUnreachable('command-failed')
    return { hostKey, ...found, restored: [...parseRestored(output), ...parseRestored(again)] }
  })
}

async function note(client: ssh2.Client): Promise<LeaseMark> {
  const separator = randomBytes(16).toString('hex')
  const mark = parseNote(await runScript(client, noteScript(separator), scriptLimitMs, 2_000_000), separator)
  if (!mark) throw new MachineUnreachable('command-failed')
  return mark
}

/** The login that works now. After a crash in the middle the machine may have the new password already. */
async function signInWithEither(target: TimedTarget, login: PasswordLogin, next: string): Promise<PasswordLogin> {
  try {
    await withConnection(target, login, async () => {})
    return login
  } catch (error) {
    if (!(error instanceof MachineUnreachable) || error.reason !== 'login-refused') throw error
    const fresh = { username: login.username, password: next }
    await withConnection(target, fresh, async () => {})
    return fresh
  }
}

/** Runs a script that says a word at its end; without the word it did not get there. */
async function runToWord(client: ssh2.Client, script: string, word: string): Promise<void> {
  const output = await runScript(client, script, scriptLimitMs)
  if (!output.includes(word)) throw new MachineUnreachable('command-failed')
}

function utf8(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8')
}

async function openShell(
  target: TimedTarget,
  login: MachineLogin,
  window: { cols: number; rows: number; term: string },
): Promise<ShellChannel> {
  return openChannel(target, login, (client, done) => client.shell({ ...window }, done))
}

/** A script that runs beside the caller, through standard input as every script of ours. */
async function startScript(target: TimedTarget, login: MachineLogin, script: string): Promise<ShellChannel> {
  const opened = await openChannel(target, login, (client, done) => client.exec('sh -s', done))
  opened.stream.end(Buffer.from(script, 'latin1'))
  return opened
}

/** A connection of its own for one channel; either ends the other. */
async function openChannel(
  target: TimedTarget,
  login: MachineLogin,
  open: (client: ssh2.Client, done: (error: Error | undefined, channel: ClientChannel) => void) => void,
): Promise<ShellChannel> {
  const { client, close } = await openConnection(target, login)
  const channel = await new Promise<ClientChannel>((resolve, reject) => {
    open(client, (error, opened) => {
      if (error) return reject(new MachineUnreachable('command-failed'))
      opened.on('error', () => {})
      opened.stderr.resume()
      opened.once('close', close)
      client.once('close', () => opened.destroy())
      resolve(opened)
    })
  }).catch((error) => {
    close()
    throw error
  })
  return { stream: channel, resize: ({ cols, rows }) => channel.setWindow(rows, cols, 0, 0), close }
}

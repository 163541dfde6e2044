import type ssh2 from 'ssh2'
import { MachineUnreachable, type PasswordLogin } from '../machine/machine.ts'
import { followPasswd, isSettable, rootCommand, userCommand } from '../machine/rotate.ts'
import { openConnection, runCommand, type TimedTarget } from './ssh-connection.ts'

const limitMs = 20_000

/**
 * Makes `next` the account's password and proves it: the new one lets in, the old one does not. Finds out first which
 * of the two is valid now, so a repeat after a crash finishes what is missing.
 */
export async function changePassword(target: TimedTarget, login: PasswordLogin, next: string): Promise<void> {
  if (!isSettable(next) || next === login.password) throw new MachineUnreachable('password-not-changed')
  // One refused sign-in at most: machines may lock out who is refused often.
  if (await canSignIn(target, login)) {
    await setPassword(target, login, next)
    if (await canSignIn(target, login)) throw new MachineUnreachable('old-password-still-works')
  }
  const fresh = { username: login.username, password: next }
  if (!(await canSignIn(target, fresh))) throw new MachineUnreachable('password-not-changed')
}

async function canSignIn(target: TimedTarget, login: PasswordLogin): Promise<boolean> {
  try {
    const connection = await openConnection(target, login)
    connection.close()
    return true
  } catch (error) {
    if (error instanceof MachineUnreachable && error.reason === 'login-refused') return false
    throw error
  }
}

async function setPassword(target: TimedTarget, login: PasswordLogin, next: string): Promise<void> {
  const connection = await openConnection(target, login)
  try {
    const { output } = await runCommand(connection.client, 'id -u', { limitMs })
    const isRoot = output.trim().split('\n').at(-1)?.trim() === '0'
    const code = isRoot
      ? await setAsRoot(connection.client, login, next)
      : await setAsUser(connection.client, login, next)
    if (code !== 0) throw new MachineUnreachable('password-not-changed')
  } finally {
    connection.close()
  }
}

async function setAsRoot(client: ssh2.Client, login: PasswordLogin, next: string): Promise<number | null> {
  const input = `${login.username}:${next}\n`
  return (await runCommand(client, rootCommand, { input, limitMs })).code
}

async function setAsUser(client: ssh2.Client, login: PasswordLogin, next: string): Promise<number | null> {
  const follow = followPasswd(login.password, next)
  const { code } = await runCommand(client, userCommand, {
    hasTerminal: true,
    limitMs,
    onOutput: (part, channel) => {
      const step = follow(part.toString('latin1'))
      if (step.kind === 'answer') channel.write(step.text)
      if (step.kind === 'give-up') channel.close()
    },
  })
  return code
}

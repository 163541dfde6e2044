import { createHash } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import ssh2, { type ClientChannel } from 'ssh2'
import { type MachineFailure, type MachineLogin, type MachineTarget, MachineUnreachable } from '../machine/machine.ts'

/** Time for the TCP connection and the server's first line, and again for the key exchange. */
const stepLimitMs = 5000
/** Time for signing in; sshd with PAM waits some seconds after a wrong password on purpose. */
const loginLimitMs = 12_000
/** An SSH server names itself in at most 255 bytes (RFC 4253, 4.2); who says more or other things is not talked to. */
const bannerLimitBytes = 255

/** A target for as long as the signal is not given: then everything that talks to it ends, `timed-out`. */
export type TimedTarget = MachineTarget & { signal: AbortSignal }

/** A signed-in connection. `close` may be called twice. */
export type SshConnection = { client: ssh2.Client; hostKey: string; close: () => void }

/** What a command said and how it ended. Output is kept as latin1, so every byte survives. */
export type CommandResult = { code: number | null; output: string }

/** Connects to the checked numeric address and signs in. The caller has checked the address already. */
export async function openConnection(target: TimedTarget, login: MachineLogin): Promise<SshConnection> {
  const { signal } = target
  if (signal.aborted) throw new MachineUnreachable('timed-out')
  // Before anything is connected to: a key that only its owner's passphrase opens is of no use here.
  if ('privateKey' in login && !isPrivateKey(login.privateKey)) throw new MachineUnreachable('key-unreadable')
  const socket = await openSocket(target.address.host, target.address.port)
  const client = new ssh2.Client()
  let hostKey = ''
  const hostVerifier = (key: Buffer) => {
    hostKey = `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
    return target.hostKey === null || target.hostKey === hostKey
  }
  const cut = () => socket.destroy()
  const close = () => {
    signal.removeEventListener('abort', cut)
    client.end()
    socket.destroy()
  }
  signal.addEventListener('abort', cut)
  if (signal.aborted) cut()
  try {
    await signIn(client, { ...credentials(login), sock: socket, hostVerifier })
  } catch (error) {
    close()
    if (target.hostKey !== null && hostKey !== '' && hostKey !== target.hostKey) {
      throw new MachineUnreachable('host-key-changed')
    }
    throw error
  }
  return { client, hostKey, close }
}

function isPrivateKey(text: string): boolean {
  const key = ssh2.utils.parseKey(text)
  return !(key instanceof Error) && key.isPrivateKey()
}

function credentials(login: MachineLogin): ssh2.ConnectConfig {
  const { username } = login
  const isByKey = 'privateKey' in login
  const methods: ssh2.AuthenticationType[] = isByKey ? ['publickey'] : ['password', 'keyboard-interactive']
  let isTried = false
  // One try by one way: the second way would be one more wrong password in the machine's log, and some seconds more.
  const authHandler = (offered: ssh2.AuthenticationType[] | null): ssh2.AuthenticationType | false => {
    if (offered === null) return 'none'
    const method = methods.find((name) => offered.includes(name))
    if (isTried || !method) return false
    isTried = true
    return method
  }
  const secret = isByKey ? { privateKey: login.privateKey } : { password: login.password, tryKeyboard: true }
  // The types know only the callback form; ssh2 takes the answer as the returned value too.
  return { username, authHandler: authHandler as unknown as ssh2.AuthHandlerMiddleware, ...secret }
}

function openSocket(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, family: 4, noDelay: true })
    const received: Buffer[] = []
    const fail = (reason: MachineFailure) => {
      clearTimeout(limit)
      socket.destroy()
      reject(new MachineUnreachable(reason))
    }
    const limit = setTimeout(() => fail(received.length > 0 ? 'not-ssh' : 'no-connection'), stepLimitMs)
    const onError = () => fail('no-connection')
    const onEnd = () => fail('not-ssh')
    const onData = (part: Buffer) => {
      received.push(part)
      const text = Buffer.concat(received)
      const lineEnd = text.indexOf(10)
      if (lineEnd === -1 && text.length <= bannerLimitBytes) return
      const isSsh = lineEnd !== -1 && lineEnd <= bannerLimitBytes && /^SSH-(2\.0|1\.99)-/.test(text.toString('latin1'))
      if (!isSsh) return fail('not-ssh')
      clearTimeout(limit)
      socket.pause().off('data', onData).off('end', onEnd)
      // Whoever uses the socket hears its errors through ssh2; this keeps a late one from ending the process.
      socket.off('error', onError).on('error', () => {})
      socket.unshift(text)
      resolve(socket)
    }
    socket.on('data', onData).on('end', onEnd).on('error', onError)
  })
}

function signIn(client: ssh2.Client, config: ssh2.ConnectConfig): Promise<void> {
  return new Promise((resolve, reject) => {
    let hasExchangedKeys = false
    const fail = (reason: MachineFailure) => {
      clearTimeout(exchangeLimit)
      clearTimeout(loginLimit)
      reject(new MachineUnreachable(reason))
    }
    const exchangeLimit = setTimeout(() => fail('no-handshake'), stepLimitMs)
    const loginLimit = setTimeout(() => fail('timed-out'), loginLimitMs)
    client.on('handshake', () => {
      hasExchangedKeys = true
      clearTimeout(exchangeLimit)
    })
    client.on('error', (error: Error & { level?: string }) => {
      if (error.level === 'client-authentication') fail('login-refused')
      else fail(hasExchangedKeys ? 'connection-lost' : 'no-handshake')
    })
    client.on('close', () => fail(hasExchangedKeys ? 'connection-lost' : 'no-handshake'))
    // Machines with PAM may ask for the password as a question instead of taking the `password` method.
    let isAsked = false
    client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) => {
      const canAnswer = !isAsked && prompts.length === 1 && typeof config.password === 'string'
      isAsked = true
      finish(canAnswer ? [config.password as string] : [])
    })
    client.once('ready', () => {
      clearTimeout(exchangeLimit)
      clearTimeout(loginLimit)
      resolve()
    })
    client.connect({ ...config, readyTimeout: 0, keepaliveInterval: 15_000, keepaliveCountMax: 4 })
  })
}

/** How to run a command: its input, the terminal it wants, and its limits. `onOutput` may write answers. */
export type CommandOptions = {
  input?: string
  hasTerminal?: boolean
  limitMs: number
  limitBytes?: number
  onOutput?: (part: Buffer, channel: ClientChannel) => void
}

/**
 * Runs one command to its end. Output beyond `limitBytes` (256 KB) or time beyond `limitMs` ends it: `command-failed`
 * and `timed-out`. The exit code is the caller's to judge.
 */
export function runCommand(client: ssh2.Client, command: string, options: CommandOptions): Promise<CommandResult> {
  const { input, hasTerminal = false, limitMs, limitBytes = 262_144, onOutput } = options
  return new Promise((resolve, reject) => {
    const fail = (reason: MachineFailure) => {
      clearTimeout(limit)
      client.off('close', onLost)
      reject(new MachineUnreachable(reason))
    }
    const onLost = () => fail('connection-lost')
    const limit = setTimeout(() => fail('timed-out'), limitMs)
    client.once('close', onLost)
    client.exec(command, hasTerminal ? { pty: { term: 'dumb', cols: 80, rows: 24 } } : {}, (error, channel) => {
      if (error) return fail('command-failed')
      const parts: Buffer[] = []
      let bytes = 0
      let code: number | null = null
      channel.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > limitBytes) {
          channel.destroy()
          return fail('command-failed')
        }
        parts.push(part)
        onOutput?.(part, channel)
      })
      channel.stderr.resume()
      channel.on('error', () => {})
      channel.once('exit', (value: number | null) => {
        code = value
      })
      channel.once('close', () => {
        clearTimeout(limit)
        client.off('close', onLost)
        resolve({ code, output: Buffer.concat(parts).toString('latin1') })
      })
      if (!hasTerminal) channel.end(Buffer.from(input ?? '', 'latin1'))
    })
  })
}

/** Longest time of a small script. */
export const scriptLimitMs = 15_000

/** A connection for one piece of work, closed after it. */
export async function withConnection<T>(
  target: TimedTarget,
  login: MachineLogin,
  work: (connection: SshConnection) => Promise<T>,
): Promise<T> {
  const connection = await openConnection(target, login)
  try {
    return await work(connection)
  } finally {
    connection.close()
  }
}

/** The script goes through standard input: it may be long, and nothing of it shows in the machine's process list. */
export async function runScript(
  client: ssh2.Client,
  script: string,
  limitMs: number,
  limitBytes?: number,
): Promise<string> {
  return (await runCommand(client, 'sh -s', { input: script, limitMs, limitBytes })).output
}

import ssh2 from 'ssh2'

/** A real login over SSH, as the buyer makes it. */

export type Login = { host: string; port: number; username: string; password?: string; privateKey?: string }

const READY_MS = 60_000

/**
 * Runs a command on the machine and answers its output.
 * @throws Error when the machine refuses the login or cannot be reached
 */
export function runOverSsh(login: Login, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const client = new ssh2.Client()
    client
      .on('ready', () =>
        client.exec(command, (failure, stream) => {
          if (failure) return reject(failure)
          let output = ''
          stream.on('data', (part: Buffer) => {
            output += part
          })
          stream.stderr.on('data', (part: Buffer) => {
            output += part
          })
          stream.on('close', () => {
            client.end()
            resolve(output)
          })
        }),
      )
      .on('error', reject)
      .connect({ ...login, readyTimeout: READY_MS, tryKeyboard: false })
  })
}

/** Whether the machine lets this login in; any other trouble is thrown. */
export async function canLogIn(login: Login): Promise<boolean> {
  try {
    await runOverSsh(login, 'true')
    return true
  } catch (error) {
    if ((error as { level?: string }).level === 'client-authentication') return false
    throw error
  }
}

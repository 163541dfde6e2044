import ssh2, { type SFTPWrapper } from 'ssh2'
import { MachineFileRefused, NoMachineFiles } from '../machine/files.ts'
import { MachineUnreachable } from '../machine/machine.ts'
import type { SshConnection } from './ssh-connection.ts'

const { STATUS_CODE } = ssh2.utils.sftp
const SILENCE_MS = 30_000

type Done<T> = (error: (Error & { code?: unknown }) | null | undefined, value: T) => void
/** One call of the client, as a promise. */
export type Ask = <T = void>(begin: (done: Done<T>) => void) => Promise<T>

/** Opens the channel. @throws NoMachineFiles, MachineUnreachable */
export function startSftp({ client }: SshConnection): Promise<SFTPWrapper> {
  return new Promise((resolve, reject) => {
    const silent = setTimeout(() => reject(new MachineUnreachable('timed-out')), SILENCE_MS)
    client.once('close', () => reject(new MachineUnreachable('connection-lost')))
    client.sftp((error, sftp) => {
      clearTimeout(silent)
      if (error) return reject(new NoMachineFiles())
      // What no client can read ends the channel; who waits on it is told by its own call.
      sftp.on('error', () => client.end())
      resolve(sftp)
    })
  })
}

/** One question to the machine. Its silence ends the connection: nothing that was asked before can be trusted to end. */
export function createAsk({ client, close }: SshConnection): Ask {
  let isLost = false
  const waiting = new Set<() => void>()
  client.once('close', () => {
    isLost = true
    for (const lose of waiting) lose()
  })
  return (begin) =>
    new Promise((resolve, reject) => {
      const lost = () => settle(() => reject(new MachineUnreachable('connection-lost')))
      const silent = setTimeout(() => {
        settle(() => reject(new MachineUnreachable('timed-out')))
        close()
      }, SILENCE_MS)
      function settle(tell: () => void): void {
        clearTimeout(silent)
        waiting.delete(lost)
        tell()
      }
      if (isLost) return lost()
      waiting.add(lost)
      try {
        begin((error, value) => settle(() => (error ? reject(refusalOf(error)) : resolve(value))))
      } catch (error) {
        // The client itself refuses what the server has not.
        settle(() => reject(error))
      }
    })
}

function refusalOf({ code }: { code?: unknown }): Error {
  if (code === STATUS_CODE.NO_SUCH_FILE) return new MachineFileRefused('missing')
  if (code === STATUS_CODE.PERMISSION_DENIED) return new MachineFileRefused('denied')
  // A number is what the server said; anything else is a connection that said nothing more.
  return typeof code === 'number' ? new MachineFileRefused('failed') : new MachineUnreachable('connection-lost')
}

/** Whether the machine refused, for this reason if one is named. */
export const isRefused = (error: unknown, reason?: MachineFileRefused['reason']): boolean =>
  error instanceof MachineFileRefused && (reason === undefined || error.reason === reason)

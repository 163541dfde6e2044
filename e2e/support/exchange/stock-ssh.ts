import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ssh2 from 'ssh2'
import { hasSshClient } from '../../../tools/debian.ts'
import { type Login, runOverSsh } from '../machine-login.ts'

/** OpenSSH as a buyer has it at home, with a key of their own; where it cannot be installed, another SSH client stands in. */

const run = promisify(execFile)
const hasSsh = hasSshClient()
const OPTIONS = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'BatchMode=yes', 'LogLevel=ERROR']

type At = Pick<Login, 'host' | 'port' | 'username'>
export type StockSsh = { publicKey: string; run(at: At, command: string): Promise<string>; end(): Promise<void> }

/** A client with a new key. `run` answers what a command prints. @throws Error when the machine refuses the key */
export async function openStockSsh(): Promise<StockSsh> {
  const folder = await mkdtemp(join(tmpdir(), 'trove-journey-ssh-'))
  const pair = ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 })
  const keyFile = join(folder, 'key')
  await writeFile(keyFile, pair.private, { mode: 0o600 })
  const options = OPTIONS.flatMap((option) => ['-o', option])
  return {
    publicKey: pair.public,
    async run(at, command) {
      if (!hasSsh) return runOverSsh({ ...at, privateKey: pair.private }, command)
      const to = ['-i', keyFile, '-p', String(at.port), `${at.username}@${at.host}`]
      return (await run('ssh', ['-F', 'none', ...options, ...to, command])).stdout
    },
    end: () => rm(folder, { recursive: true, force: true }),
  }
}

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { machineUser } from './account.ts'
import { type MachineFolder, machinePath } from './machine-folder.ts'

/** Both ends of one client's connection, as sshd shows them to its sessions. */
export type Ends = { clientHost: string; clientPort: number; serverHost: string; serverPort: number }

/** The shell of the account. */
export const shell = existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh'

/** Name of the mark by which the machine finds the processes it began, and only those. */
export const processMark = 'DEMO_MACHINE'

/** Value of the mark: one for each data folder, so two machines never end each other's processes. */
export function markOf(folder: MachineFolder): string {
  return createHash('sha256').update(folder.data).digest('hex').slice(0, 16)
}

/**
 * The whole environment of a command on the machine. Nothing of the environment Trove runs in goes in: that could hold
 * keys. Of the client's wishes only language settings are taken, as sshd's default does.
 */
export function sessionEnvironment(folder: MachineFolder, ends: Ends, wishes: Record<string, string>) {
  const language = Object.entries(wishes).filter(([name]) => /^(LANG|LC_[A-Z]+)$/.test(name))
  return {
    LANG: 'C.UTF-8',
    ...Object.fromEntries(language),
    HOME: folder.home,
    USER: machineUser,
    LOGNAME: machineUser,
    SHELL: shell,
    PATH: machinePath(folder.bin),
    SSH_CONNECTION: `${ends.clientHost} ${ends.clientPort} ${ends.serverHost} ${ends.serverPort}`,
    SSH_CLIENT: `${ends.clientHost} ${ends.clientPort} ${ends.serverPort}`,
    [processMark]: markOf(folder),
  }
}

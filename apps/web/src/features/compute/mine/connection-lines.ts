import type { AccessFacts } from './my-queries.ts'

/** Lines a person pastes to reach a rented machine with the programs at hand. */

const STANDARD_PORT = 22
type Where = Pick<AccessFacts, 'username' | 'IPv4' | 'port'>

/** The line a person types to log in. */
export function sshCommand({ username, IPv4, port }: Where): string {
  return port === STANDARD_PORT ? `ssh ${username}@${IPv4}` : `ssh ${username}@${IPv4} -p ${port}`
}

/** An address that programs registered for `ssh:` open. */
export const sshLink = ({ username, IPv4, port }: Where): string =>
  `ssh://${encodeURIComponent(username)}@${IPv4}:${port}`

/** The name a machine has in one's SSH settings, by its resource id. */
export const hostAlias = (resourceId: string): string => `trove-${resourceId.toLowerCase().replace(/[^a-z0-9-]/g, '-')}`

/** A block for `~/.ssh/config`, so that the machine has a name of its own. */
export function configBlock({ username, IPv4, port }: Where, resourceId: string): string {
  return [
    `Host ${hostAlias(resourceId)}`,
    `  HostName ${IPv4}`,
    `  Port ${port}`,
    `  User ${username}`,
    '  ServerAliveInterval 30',
  ].join('\n')
}

/** Opens VS Code on the machine, by the name of the block above. */
export const codeCommand = (resourceId: string): string => `code --remote ssh-remote+${hostAlias(resourceId)}`

/** Copies a file to the machine, and back from it. */
export function copyCommands({ username, IPv4, port }: Where): { up: string; down: string } {
  const scp = port === STANDARD_PORT ? 'scp' : `scp -P ${port}`
  return { up: `${scp} ./file ${username}@${IPv4}:~/`, down: `${scp} ${username}@${IPv4}:~/file ./` }
}

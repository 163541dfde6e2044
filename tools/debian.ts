import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Packages of the distribution that a test needs: on Debian and its kin, as root. */

/** Whether this process may install packages here. */
function mayInstall(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && /\bdebian\b/.test(osRelease())
}

function osRelease(): string {
  try {
    return readFileSync('/etc/os-release', 'utf8')
  } catch {
    return ''
  }
}

/** A mirror that does not answer is asked again; none holds up the run for ever. */
const PATIENCE = [
  'DPkg::Lock::Timeout=300',
  'Acquire::Retries=3',
  'Acquire::http::Timeout=60',
  'Acquire::https::Timeout=60',
]
const LIMIT_MS = 15 * 60_000

/** Whether a package that brings a service starts none here: where no init system runs, as in a container. */
export const startsNoService = (): boolean => !existsSync('/run/systemd/system')

/**
 * Installs packages with apt-get, after another process that installs something.
 * @returns whether it went well; false where this process may not
 */
export function installDebian(packages: string[]): boolean {
  if (!mayInstall()) return false
  console.log(`installing ${packages.join(' and ')} with apt-get`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const patience = PATIENCE.flatMap((option) => ['-o', option])
  const run = (...words: string[]) =>
    spawnSync('apt-get', [...words, ...patience], { stdio: 'inherit', env, timeout: LIMIT_MS }).status === 0
  const install = () => run('install', '-y', '--no-install-recommends', ...packages)
  // A list of packages that is missing or old is the usual reason why none is found.
  return install() || (run('update') && install())
}

/** Whether there is an OpenSSH client, which is installed where it is missing. */
export function hasSshClient(): boolean {
  const isThere = () => spawnSync('ssh', ['-V']).status === 0
  return isThere() || (installDebian(['openssh-client']) && isThere())
}

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

/** Whether a package that brings a service starts none here: where no init system runs, as in a container. */
export const startsNoService = (): boolean => !existsSync('/run/systemd/system')

/**
 * Installs packages with apt-get, after another process that installs something.
 * @returns whether it went well; false where this process may not
 */
export function installDebian(packages: string[]): boolean {
  if (!mayInstall()) return false
  console.log(`installing ${packages.join(' and ')} with apt-get`)
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  const wait = ['-o', 'DPkg::Lock::Timeout=300']
  const install = () =>
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...wait, ...packages], options)
  if (install().status === 0) return true
  return spawnSync('apt-get', ['update', ...wait], options).status === 0 && install().status === 0
}

/** Whether there is an OpenSSH client, which is installed where it is missing. */
export function hasSshClient(): boolean {
  const isThere = () => spawnSync('ssh', ['-V']).status === 0
  return isThere() || (installDebian(['openssh-client']) && isThere())
}

import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The machine's only account. `changedAt` is null as long as nobody ran `passwd` or `chpasswd` on the machine.
 * The password is kept readable on purpose: the machine is a demo on loopback that tells its password to the owner.
 */
export type Account = { username: string; password: string; changedAt: string | null }

/** Name of the account. */
export const machineUser = 'demo'

const accountFile = (dataDir: string) => join(dataDir, 'account.json')

/**
 * Opens the account at a start of the machine. Rule: every start gives a new random password, unless the password was
 * changed on the machine itself (a lease rotated it); then the changed one stays, or its new holder would be locked out.
 * A machine that is published by nobody's hand keeps its password over starts (`keepsPassword`).
 */
export function openAccount(dataDir: string, keepsPassword: boolean): Account {
  const kept = findAccount(dataDir)
  if (kept && (kept.changedAt || keepsPassword)) return kept
  const fresh = { username: machineUser, password: randomBytes(12).toString('base64url'), changedAt: null }
  writeAccount(dataDir, fresh)
  return fresh
}

/** Reads the account as it is now; the programs on the machine may have changed it since the start. */
export function getAccount(dataDir: string): Account {
  const account = findAccount(dataDir)
  if (!account) throw new Error(`${accountFile(dataDir)} is missing or damaged`)
  return account
}

/** Sets a new password. The whole file is replaced at once, so a crash leaves the old or the new, never half. */
export function changePassword(dataDir: string, password: string): void {
  writeAccount(dataDir, { username: machineUser, password, changedAt: new Date().toISOString() })
}

/** Tells whether name and password are right, in a time that does not depend on where they differ. */
export function isPasswordRight(account: Account, username: string, password: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(account.password), digest(password)) && username === account.username
}

function findAccount(dataDir: string): Account | undefined {
  try {
    const value = JSON.parse(readFileSync(accountFile(dataDir), 'utf8'))
    if (value.username === machineUser && typeof value.password === 'string' && value.password) return value
  } catch {}
  return undefined
}

function writeAccount(dataDir: string, account: Account): void {
  const draft = `${accountFile(dataDir)}.${randomUUID()}`
  writeFileSync(draft, JSON.stringify(account), { mode: 0o600, flush: true })
  renameSync(draft, accountFile(dataDir))
}

import type { Duplex } from 'node:stream'
import type { MachineFiles } from './files.ts'
import type { LeaseMark } from './hand-over.ts'
import type { MeasuredFacts } from './measure.ts'
import type { RecipeReport } from './recipes.ts'

/** The compute market's port to a seller's machine. One implementation: providers/ssh-machine.ts. */

/** Numeric IPv4 address and port. Names are never looked up. */
export type MachineAddress = { host: string; port: number }

/** Login by password: what sellers publish. */
export type PasswordLogin = { username: string; password: string }

export type MachineLogin = PasswordLogin | { username: string; privateKey: string }

/**
 * What every call takes. `hostKey` pins the fingerprint (`SHA256:...`) seen before; null trusts the first one, which
 * the result tells so that the caller may keep it.
 */
export type MachineTarget = { address: MachineAddress; hostKey: string | null }

/** Why a machine could not be used. For logs only: callers and their users see one uniform error. */
export type MachineFailure =
  | 'address-not-allowed'
  | 'no-connection'
  | 'not-ssh'
  | 'no-handshake'
  | 'host-key-changed'
  | 'login-refused'
  | 'key-unreadable'
  | 'timed-out'
  | 'connection-lost'
  | 'command-failed'
  | 'password-not-changed'
  | 'old-password-still-works'
  | 'not-restored'
  | 'processes-stayed'

/** The only error of the port. Its message never contains the reason, so that it cannot be used to scan a network. */
export class MachineUnreachable extends Error {
  readonly code = 'machine.unreachable'
  readonly reason: MachineFailure

  constructor(reason: MachineFailure) {
    super('machine.unreachable')
    this.name = 'MachineUnreachable'
    this.reason = reason
  }
}

/** What a machine check found. */
export type ProbeResult = { hostKey: string; measured: MeasuredFacts }

/** `mark` belongs to the lease: the caller keeps it sealed (it holds the account's crontab) until the lease ended. */
export type BeginResult = { hostKey: string; mark: LeaseMark }

/**
 * `endedProcesses` is null where the machine's system has no /proc. `leftProcesses` are root's that are younger than the
 * lease and may be the machine's own.
 */
export type EndResult = {
  hostKey: string
  endedProcesses: number | null
  leftProcesses: number
  restoredFiles: string[]
}

/** A shell on a terminal. `stream` carries bytes both ways; it closes when the shell or the connection ends. */
export type ShellChannel = { stream: Duplex; resize: (size: { cols: number; rows: number }) => void; close: () => void }

/** `silent`: a connection was taken, and no SSH server greeted. `unreached`: there was no connection. */
export type Greeting = 'heard' | 'silent' | 'unreached'

/**
 * Every call may be repeated after a crash at any point of it. The caller stores `newPassword` (sealed) before it
 * calls, and repeats with the same one: the driver tries both passwords and finishes what is missing.
 * All calls throw MachineUnreachable and nothing else, but for what is said of files.
 */
export interface MachineDriver {
  /** Whether an SSH server greets there now; nobody logs in, and it never throws. Takes at most 5 seconds. */
  answers(address: MachineAddress): Promise<Greeting>
  /** Logs in and measures the machine. Takes some seconds, at most 40. */
  probe(target: MachineTarget, login: MachineLogin): Promise<ProbeResult>
  /** Notes what the lease may change, takes out keys of leases that never began, and sets the new password. */
  beginLease(target: MachineTarget, login: PasswordLogin, lease: { newPassword: string }): Promise<BeginResult>
  /**
   * Lets the buyer's keys in beside what was noted. The caller has stored the mark (sealed) before, so that the keys are
   * taken out again whatever happens next. `login` is the one that `beginLease` set.
   */
  installKeys(
    target: MachineTarget,
    login: PasswordLogin,
    lease: { mark: LeaseMark; publicKeys: string[] },
  ): Promise<void>
  /**
   * While the lease runs: the account has exactly these keys of those that came with the lease. What the buyer wrote into
   * the file by hand stays.
   */
  changeKeys(target: MachineTarget, login: PasswordLogin, lease: { publicKeys: string[] }): Promise<void>
  /**
   * Begins a run unless the machine knows its number already, and reports how it stands. The script runs beside the
   * connection, within limits. Null for the script only asks.
   */
  runRecipe(
    target: MachineTarget,
    login: MachineLogin,
    run: { number: string; script: string | null },
  ): Promise<RecipeReport>
  /** A piece of a run's log, and how many bytes the log has; undefined where there is none. */
  readRecipeLog(
    target: MachineTarget,
    login: MachineLogin,
    piece: { number: string; from: number; most: number },
  ): Promise<{ total: number; piece: Buffer } | undefined>
  /**
   * Takes the machine back: files and crontab as noted, what recipes brought removed, processes of the lease ended,
   * password changed.
   */
  endLease(
    target: MachineTarget,
    login: PasswordLogin,
    lease: { newPassword: string; mark: LeaseMark },
  ): Promise<EndResult>
  /** Opens a shell on a terminal of the given size. */
  openShell(
    target: MachineTarget,
    login: MachineLogin,
    window: { cols: number; rows: number; term: string },
  ): Promise<ShellChannel>
  /** The files of the account, until they are closed. @throws NoMachineFiles where the machine serves none */
  openFiles(target: MachineTarget, login: MachineLogin): Promise<MachineFiles>
  /** Runs a script of ours until it ends or is closed; what it prints comes as it is printed. Its errors go nowhere. */
  runScript(target: MachineTarget, login: MachineLogin, script: string): Promise<ShellChannel>
}

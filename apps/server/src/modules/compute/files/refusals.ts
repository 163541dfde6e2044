import { MACHINE_FILE_BYTES_MAX } from '@trove/contract/compute/machine/files'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { type FileRefusal, MachineFileRefused, NoMachineFiles } from '../machine/files.ts'
import { MachineUnreachable } from '../machine/machine.ts'

const CODES = {
  missing: 'compute.file-missing',
  denied: 'compute.file-denied',
  exists: 'compute.file-exists',
  'not-empty': 'compute.folder-not-empty',
  kind: 'compute.file-kind',
  'no-room': 'compute.file-no-room',
  cut: 'compute.file-cut',
  failed: 'compute.file-failed',
} as const satisfies Record<FileRefusal, string>

/** What a person reads of what the machine refused; why it could not be reached is for the log alone. */
export function toContract(error: unknown): unknown {
  if (error instanceof MachineFileRefused) return new ContractError(CODES[error.reason])
  if (error instanceof NoMachineFiles) return new ContractError('compute.files-off')
  if (error instanceof MachineUnreachable) return new ContractError('compute.machine-silent')
  return error
}

/** Runs what asks a machine, and says its refusals in the contract's words. */
export async function inContract<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toContract(error)
  }
}

const GIGABYTE = 1024 ** 3

/** A machine may say anything of the size of a file. @throws ContractError `compute.file-too-large` */
export function requireSize(bytes: number): void {
  const most = { gigabytes: MACHINE_FILE_BYTES_MAX / GIGABYTE }
  requireThat(bytes <= MACHINE_FILE_BYTES_MAX, 'compute.file-too-large', most)
}

import { ContractError } from '@trove/contract/errors/codes'
import { GitRefused, type RefusalCode } from '@trove/git-server/format/refusal'

/** What reading a stored version may be refused for. Anything else of it was checked when it came, and is a bug. */
const TOO_LARGE = new Set<RefusalCode>(['pack.too-costly', 'pack.delta-size', 'tree.too-large'])

/** Whether reading a stored version was refused for its cost. */
export const isTooLarge = (error: unknown) => error instanceof GitRefused && TOO_LARGE.has(error.code)

/** Does what reads a stored version. @throws ContractError `code.version-too-large` when that costs more than it may */
export async function orTooLarge<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isTooLarge(error)) throw new ContractError('code.version-too-large')
    throw error
  }
}

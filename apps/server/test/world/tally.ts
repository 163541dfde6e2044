import { ContractError } from '@trove/contract/errors/codes'

/** How many did it, and how many were refused with which code. Anything but a refusal of the contract fails the test. */
export async function tally(work: Promise<unknown>[]): Promise<Record<string, number>> {
  const results: Record<string, number> = {}
  for (const result of await Promise.allSettled(work)) {
    if (result.status === 'rejected' && !(result.reason instanceof ContractError)) throw result.reason
    const name = result.status === 'fulfilled' ? 'done' : (result.reason as ContractError).code
    results[name] = (results[name] ?? 0) + 1
  }
  return results
}

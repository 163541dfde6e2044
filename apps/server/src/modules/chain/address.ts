import { findAccount } from '@trove/chain-client/base/account'
import { ContractError } from '@trove/contract/errors/codes'

/**
 * An address as people write it, in the form of our chain.
 * @throws ContractError `chain.address-invalid`
 */
export function requireAddress(text: string): string {
  const account = findAccount(text)
  if (!account) throw new ContractError('chain.address-invalid')
  return account.address
}

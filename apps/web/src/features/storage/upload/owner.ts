import { ContractError } from '@trove/contract/errors/codes'
import { readSession } from '../../../lib/session/session.ts'

/** Whether somebody else is signed in here, or nobody. */
export function isAway(owner: string): boolean {
  const { state, user } = readSession()
  return user ? user.userId !== owner : state === 'signed-out'
}

/**
 * Whether this person is signed in here. False while the server cannot be reached: then nobody knows who is.
 * @throws ContractError `session.expired` when nobody is signed in, or somebody else is
 */
export function isOwnerHere(owner: string): boolean {
  if (isAway(owner)) throw new ContractError('session.expired')
  return readSession().user !== undefined
}

/** Goes on only for this person. @throws ContractError `session.expired`, `service.unavailable` while the server cannot be reached */
export function requireOwner(owner: string): void {
  if (!isOwnerHere(owner)) throw new ContractError('service.unavailable')
}

import { keep, readKept } from '../../../lib/session/kept.ts'
import { readSession } from '../../../lib/session/session.ts'

/**
 * The script somebody chose on its page, until a machine is ordered with it. It is kept for the person, or for whoever signs in
 * next where nobody was signed in.
 */

const NOBODYS = 'trove-recipe'
const ownKey = () => {
  const { user } = readSession()
  return user ? `${NOBODYS}:${user.userId}` : NOBODYS
}

export const keepRecipe = (id: string): void => keep(ownKey(), id)
export const readRecipe = (): string | undefined => readKept(ownKey()) ?? readKept(NOBODYS) ?? undefined
export const dropRecipe = (): void => {
  keep(ownKey(), null)
  keep(NOBODYS, null)
}

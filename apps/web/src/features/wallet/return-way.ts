import { paths } from '../../lib/addresses/paths.ts'
import { safePath } from '../../lib/addresses/safe-path.ts'
import { attempt } from '../../lib/session/kept.ts'

/**
 * Where binding leads when it is done or given up: to the page that asked for it, else to the wallet. It is kept in this tab,
 * because the provider's page, which lies in between, gives back nothing of ours.
 */
const KEY = 'bind-return'

/** Keeps the way of a binding that begins; one that names none forgets that of an earlier one. */
export function keepReturn(next: string | null): void {
  const path = safePath(next)
  attempt(() => (path ? sessionStorage.setItem(KEY, path) : sessionStorage.removeItem(KEY)))
}

/** The way back of the binding that ends now. */
export function takeReturn(): string {
  const path = safePath(attempt(() => sessionStorage.getItem(KEY)))
  attempt(() => sessionStorage.removeItem(KEY))
  return path ?? paths.purse()
}

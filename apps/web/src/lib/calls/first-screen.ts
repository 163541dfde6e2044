import { listShares } from '@trove/contract/compute/routes'
import { paths } from '../addresses/paths.ts'
import { api } from './api.ts'

/** What a person sees first after signing in, if they were not on their way somewhere: who shares machines, what these earn. */
export async function firstScreen(): Promise<string> {
  try {
    const { totalElements } = await api(listShares, { query: { page: 0, size: 1 } })
    return totalElements > 0 ? paths.income() : paths.home()
  } catch {
    // It is only a better place to begin.
    return paths.home()
  }
}

import { ContractError } from '@trove/contract/errors/codes'
import type { Paged } from '../../../lib/lists/growing-list.tsx'

/** A list as far as it was loaded. */
export type Listed<T> = { list: Paged; items: readonly T[] }

/** A case that its list alone gives, as a panel reads it; one that is not in it was settled, or is further down. */
export function listedCase<T extends { id: string }>({ list, items }: Listed<T>, id: string) {
  const data = items.find((one) => one.id === id)
  const isGone = data === undefined && !list.isPending && !list.isError
  const error = isGone ? new ContractError('resource.not-found') : list.error
  return { data, error: data ? null : error, refetch: list.refetch }
}

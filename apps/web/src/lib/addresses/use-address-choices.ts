import { startTransition, useOptimistic } from 'react'
import { useSearch } from './use-search.ts'

/**
 * What a page keeps in its address, for several choices of it. The address is drawn a moment after it is written. Until then
 * what was chosen stands here, so that a fast hand loses no digits.
 */
export function useAddressChoices() {
  const [search, change] = useSearch()
  const [said, say] = useOptimistic(search)
  const write = (name: string, value: string | undefined) =>
    startTransition(() =>
      change((now) => {
        if (value === undefined) now.delete(name)
        else now.set(name, value)
        say(now)
        return now
      }, true),
    )
  return { said, write }
}
export type AddressChoices = ReturnType<typeof useAddressChoices>

import { startTransition, useOptimistic } from 'react'
import { useSearchParams } from 'react-router'

/**
 * What a page keeps in its address, for several choices of it. The address is drawn a moment after it is written. Until then
 * what was chosen stands here, so that one choice does not take back another, and a fast hand loses no digits.
 */
export function useAddressChoices() {
  const [params, setParams] = useSearchParams()
  const [said, say] = useOptimistic(params)
  const write = (name: string, value: string | undefined) =>
    startTransition(() => {
      const after = new URLSearchParams(said)
      if (value === undefined) after.delete(name)
      else after.set(name, value)
      say(after)
      setParams(after, { replace: true })
    })
  return { said, write }
}
export type AddressChoices = ReturnType<typeof useAddressChoices>

import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { SEARCH_DELAY_MS, useDelayed } from '../../../lib/shown/use-delayed.ts'

export type MyTab = 'purchase' | 'share'
export type MyComputeModel = ReturnType<typeof useMyCompute>
const NAME_MAX = 60

/** Model of one's machines: tab and key dialog in the address, the search in hand. */
export function useMyCompute() {
  const [search, setSearch] = useSearchParams()
  const tab: MyTab = search.get('tab') === 'share' ? 'share' : 'purchase'
  const [name, setName] = useState('')
  const change = (edit: (next: URLSearchParams) => void) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        edit(next)
        return next
      },
      { replace: true },
    )
  const choose = (next: MyTab) => {
    setName('')
    change((params) => params.set('tab', next))
  }
  const showKey = (isShown: boolean) => change((params) => (isShown ? params.set('key', '1') : params.delete('key')))
  return {
    tab,
    choose,
    name,
    setName: (text: string) => setName(text.slice(0, NAME_MAX)),
    searched: useDelayed(name.trim(), SEARCH_DELAY_MS),
    isKeyShown: search.get('key') === '1',
    showKey,
  }
}

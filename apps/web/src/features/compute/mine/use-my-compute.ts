import { useSearch } from '../../../lib/addresses/use-search.ts'
import { KEYWORD, useSearchUrl } from '../../../market/list/list-url.ts'

export type MyTab = 'purchase' | 'share'
export type MyComputeModel = ReturnType<typeof useMyCompute>

/** Model of one's machines: tab, search and key dialog live in the address. */
export function useMyCompute() {
  const [search, ask] = useSearch()
  const tab: MyTab = search.get('tab') === 'share' ? 'share' : 'purchase'
  const { url, name } = useSearchUrl()
  const change = (edit: (next: URLSearchParams) => void) =>
    ask((now) => {
      edit(now)
      return now
    }, true)
  const choose = (next: MyTab) =>
    change((params) => {
      params.set('tab', next)
      params.delete(KEYWORD)
    })
  const showKey = (isShown: boolean) => change((params) => (isShown ? params.set('key', '1') : params.delete('key')))
  return {
    tab,
    choose,
    url,
    name,
    isKeyShown: search.get('key') === '1',
    showKey,
  }
}

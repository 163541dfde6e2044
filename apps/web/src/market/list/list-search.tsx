import { SEARCH_CHARS } from '@trove/contract/kit/search'
import { SearchBox } from '@trove/ui/inputs/search-box'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KEYWORD, type ListUrl } from './list-url.ts'

/** Milliseconds after the last key until the list follows. */
const APPLY_AFTER_MS = 400

type ListSearchProps = {
  url: Pick<ListUrl, 'filter' | 'setFilter'>
  placeholder: string
  /** What is searched, for a list that is not the market's. */
  label?: string
  /** Whether it stands open on a phone too. */
  isOpen?: boolean
}

/** Text search of a list, in either language. The list follows what is typed, and the address carries it. */
export function ListSearch({ url, placeholder, label, isOpen = true }: ListSearchProps) {
  const { t } = useTranslation()
  const applied = url.filter[KEYWORD] ?? ''
  const [typed, setTyped] = useState(applied)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(applied)
  // As the address is when the text is applied: the rail beside it may have changed it while somebody typed.
  const latest = useRef(url)
  latest.current = url
  useEffect(() => {
    // What comes back from here is no news: somebody may have typed on meanwhile.
    if (sent.current === applied) return
    clearTimeout(timer.current)
    sent.current = applied
    setTyped(applied)
  }, [applied])
  useEffect(() => () => clearTimeout(timer.current), [])
  const apply = (text: string) => {
    clearTimeout(timer.current)
    sent.current = text.trim()
    latest.current.setFilter({ ...latest.current.filter, [KEYWORD]: text.trim() || undefined }, true)
  }
  const change = (next: string) => {
    const text = next.slice(0, SEARCH_CHARS)
    setTyped(text)
    clearTimeout(timer.current)
    if (text === '') apply(text)
    else timer.current = setTimeout(() => apply(text), APPLY_AFTER_MS)
  }
  return (
    <SearchBox
      value={typed}
      onChange={change}
      onSubmit={() => apply(typed)}
      label={label ?? t('market.search')}
      placeholder={placeholder}
      clearLabel={t('common.clear')}
      isOpen={isOpen}
    />
  )
}

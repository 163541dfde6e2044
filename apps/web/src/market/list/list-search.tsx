import { SEARCH_CHARS } from '@trove/contract/kit/search'
import { SearchBox } from '@trove/ui/inputs/search-box'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnWrites } from '../../lib/addresses/use-own-writes.ts'
import { useSettledAct } from '../../lib/addresses/use-settled-act.ts'
import { KEYWORD, type ListUrl } from './list-url.ts'

/** Milliseconds after the last key until the list follows. */
const APPLY_AFTER_MS = 400

type ListSearchProps = {
  url: Pick<ListUrl, 'filter' | 'change'>
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
  const { run, cancel } = useSettledAct(APPLY_AFTER_MS)
  const own = useOwnWrites(applied)
  useEffect(() => {
    // What comes back from here is left alone: somebody may have typed on meanwhile.
    if (!own.isNews(applied)) return
    cancel()
    setTyped(applied)
  }, [applied, cancel, own])
  const apply = (text: string) => {
    cancel()
    const next = text.trim()
    own.wrote(next)
    url.change({ [KEYWORD]: next || undefined }, true)
  }
  const change = (next: string, isComposing: boolean) => {
    const text = next.slice(0, SEARCH_CHARS)
    setTyped(text)
    if (isComposing) cancel()
    else if (text === '') apply(text)
    else run(() => apply(text))
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

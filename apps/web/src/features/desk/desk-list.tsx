import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { useRowKeys } from '@trove/ui/lists/use-row-keys'
import { type KeyboardEvent, type ReactElement, type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { eachOnce } from '../../lib/addresses/pages.ts'
import { GrowingList, type Paged } from '../../lib/lists/growing-list.tsx'
import classes from './desk.module.css'
import { type Empty, EmptyCases } from './filters/empty-cases.tsx'

/** Cards of a list of the desk, with the keys that its tables have. */
export function DeskCards({ children }: { children: ReactNode }) {
  const box = useRef<HTMLUListElement>(null)
  useRowKeys(box)
  return (
    <ul className={classes.cards} ref={box}>
      {children}
    </ul>
  )
}

/** Enter goes on from the card to what can be pressed in it; nothing is decided by that. */
const goIn = (event: KeyboardEvent<HTMLElement>) => {
  const { key, target, currentTarget } = event
  if (key !== 'Enter' || target !== currentTarget) return
  // Else the same press would go on to what has the focus now.
  event.preventDefault()
  currentTarget.querySelector<HTMLElement>('a[href], button:not(:disabled)')?.focus()
}

/** One of them; J and K give it the focus. */
export function DeskCard({ children }: { children: ReactNode }) {
  return (
    <li className={classes.card} tabIndex={-1} data-row onKeyDown={goIn}>
      {children}
    </li>
  )
}

type DeskListProps<T> = {
  pages: { list: Paged; items: T[] }
  empty: Empty
  children: (item: T) => ReactElement
}

/** One list of the desk, as cards. */
export function DeskList<T>({ pages: { list, items }, empty, children }: DeskListProps<T>) {
  const { t } = useTranslation()
  const cards = eachOnce(items.map(children), ({ key }) => key)
  return (
    <div className={classes.list}>
      <GrowingList
        list={list}
        count={cards.length}
        skeleton={<RowsSkeleton label={t('common.loading')} />}
        empty={<EmptyCases {...empty} />}
      >
        <DeskCards>{cards}</DeskCards>
      </GrowingList>
    </div>
  )
}

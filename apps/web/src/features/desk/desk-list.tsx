import { EmptyState } from '@trove/ui/feedback/empty-state'
import { EmptyOrdersPicture } from '@trove/ui/feedback/pictures'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { GrowingList, type Paged } from '../../lib/lists/growing-list.tsx'
import classes from './desk.module.css'

type DeskListProps<T> = {
  pages: { list: Paged; items: T[] }
  empty: { title: string; text?: string }
  children: (item: T) => ReactElement
}

/** One list of the desk with its loading, empty and error states. */
export function DeskList<T>({ pages: { list, items }, empty, children }: DeskListProps<T>) {
  const { t } = useTranslation()
  // What came since pushes rows onto the next page, where they come once more.
  const cards = [...new Map(items.map(children).map((card) => [card.key, card])).values()]
  return (
    <div className={classes.list}>
      <GrowingList
        list={list}
        count={cards.length}
        skeleton={<RowsSkeleton label={t('common.loading')} />}
        empty={<EmptyState illustration={<EmptyOrdersPicture />} {...empty} />}
      >
        <ul className={classes.cards}>{cards}</ul>
      </GrowingList>
    </div>
  )
}

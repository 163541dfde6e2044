import { EmptyState } from '@trove/ui/feedback/empty-state'
import { EmptyOrdersPicture } from '@trove/ui/feedback/pictures'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { eachOnce } from '../../lib/addresses/pages.ts'
import { GrowingList, type Paged } from '../../lib/lists/growing-list.tsx'
import classes from './desk.module.css'

type Empty = { title: string; text?: string }
type DeskRowsProps = { list: Paged; count: number; empty: Empty; children: ReactNode }

/** Around the rows of a list of the desk, cards or a table: its loading, empty and error states. */
export function DeskRows({ list, count, empty, children }: DeskRowsProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.list}>
      <GrowingList
        list={list}
        count={count}
        skeleton={<RowsSkeleton label={t('common.loading')} />}
        empty={<EmptyState illustration={<EmptyOrdersPicture />} {...empty} />}
      >
        {children}
      </GrowingList>
    </div>
  )
}

type DeskListProps<T> = {
  pages: { list: Paged; items: T[] }
  empty: Empty
  children: (item: T) => ReactElement
}

/** One list of the desk, as cards. */
export function DeskList<T>({ pages: { list, items }, empty, children }: DeskListProps<T>) {
  const cards = eachOnce(items.map(children), ({ key }) => key)
  return (
    <DeskRows list={list} count={cards.length} empty={empty}>
      <ul className={classes.cards}>{cards}</ul>
    </DeskRows>
  )
}

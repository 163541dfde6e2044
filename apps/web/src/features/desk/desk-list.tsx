import { EmptyState } from '@trove/ui/empty-state'
import { ErrorState } from '@trove/ui/error-state'
import { InfiniteList } from '@trove/ui/infinite-list'
import { EmptyOrdersPicture } from '@trove/ui/pictures'
import { RowsSkeleton } from '@trove/ui/skeletons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/notify.ts'
import classes from './desk.module.css'

type DeskListProps<T> = {
  pages: {
    list: {
      isPending: boolean
      isError: boolean
      error: unknown
      isFetchingNextPage: boolean
      refetch: () => unknown
      fetchNextPage: () => unknown
    }
    items: T[]
    total: number
  }
  empty: { title: string; text?: string }
  children: (item: T) => ReactNode
}

/** One list of the desk with its loading, empty and error states. */
export function DeskList<T>({ pages: { list, items, total }, empty, children }: DeskListProps<T>) {
  const { t } = useTranslation()
  const retry = { label: t('common.retry'), onClick: () => void list.refetch() }
  if (list.isPending) return <RowsSkeleton label={t('common.loading')} />
  if (list.isError && items.length === 0) return <ErrorState title={errorText(list.error)} retry={retry} />
  return (
    <InfiniteList
      loadedCount={items.length}
      totalCount={total}
      isLoading={list.isFetchingNextPage}
      onLoadMore={() => void list.fetchNextPage()}
      loadingLabel={t('common.loadingMore')}
      endLabel={t('common.noMore')}
      empty={<EmptyState illustration={<EmptyOrdersPicture />} {...empty} />}
      error={list.error ? <ErrorState title={errorText(list.error)} retry={retry} isSmall /> : undefined}
    >
      <ul className={classes.cards}>{items.map(children)}</ul>
    </InfiniteList>
  )
}

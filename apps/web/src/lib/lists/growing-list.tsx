import { keepFocus } from '@trove/ui/base/kept-focus'
import { InfiniteList } from '@trove/ui/lists/infinite-list'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Failure } from '../calls/failure.tsx'

/** As TanStack's paged query answers. */
export type Paged = {
  isPending: boolean
  isError: boolean
  error: Error | null
  hasNextPage: boolean
  isFetchingNextPage: boolean
  /** The pages in hand are asked for again, which the question for a next one would end. */
  isRefetching?: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

type GrowingListProps = {
  list: Paged
  /** Rows in hand. */
  count: number
  /** Shown while the first page is on its way, in the shape of the real thing. */
  skeleton: ReactNode
  empty: ReactNode
  /** In place of the words that the list could not be had, where its page has better ones; its code may come later. */
  failed?: ReactNode
  /** Says nothing at its end: it stands beside other things. */
  hasNoEnd?: boolean
  children: ReactNode
}

/** The one list that grows by pages: loading, empty, failed, going on, and its end, which is where there is no next page. */
export function GrowingList({ list, count, skeleton, empty, failed, hasNoEnd, children }: GrowingListProps) {
  const { t } = useTranslation()
  if (list.isPending) return skeleton
  if (list.isError && count === 0)
    return (
      <Suspense fallback={skeleton}>
        {failed || <Failure error={list.error} refetch={list.refetch} isSmall={hasNoEnd} />}
      </Suspense>
    )
  return (
    <div ref={keepFocus} style={{ display: 'contents' }}>
      <InfiniteList
        loadedCount={count}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        isRenewing={list.isRefetching}
        onLoadMore={() => void list.fetchNextPage()}
        loadingLabel={t('common.loadingMore')}
        addedLabel={(count) => t('common.added', { count })}
        endLabel={hasNoEnd ? '' : t('common.noMore')}
        empty={empty}
        error={list.error ? <Failure error={list.error} refetch={list.refetch} isSmall /> : undefined}
      >
        {children}
      </InfiniteList>
    </div>
  )
}

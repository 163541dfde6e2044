import { EmptyState } from '@trove/ui/empty-state'
import { ErrorState } from '@trove/ui/error-state'
import { InfiniteList } from '@trove/ui/infinite-list'
import { EmptyOrdersPicture } from '@trove/ui/pictures'
import { RowsSkeleton } from '@trove/ui/skeletons'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/notify.ts'
import { rowsOf } from '../../lib/pages.ts'
import { paths } from '../../lib/paths.ts'
import { ConsumeCard, ProfitCard } from './compute-order-card.tsx'
import classes from './orders.module.css'
import { type Side, useComputeOrders } from './queries.ts'
import { useClear, usePay } from './use-order-actions.ts'

type Words = 'consumeEmpty' | 'profitEmpty' | 'nothingFound'

function Empty({ side, isSearch }: { side: Side; isSearch: boolean }) {
  const { t } = useTranslation()
  const words: Words = isSearch ? 'nothingFound' : `${side}Empty`
  const next =
    side === 'consume'
      ? { label: t('orders.toMarket'), href: paths.market({ tab: 'computing' }) }
      : { label: t('orders.shareMine'), href: paths.publishCompute() }
  return (
    <EmptyState
      illustration={<EmptyOrdersPicture />}
      title={t(`orders.${words}`)}
      text={t(`orders.${words}Text`)}
      action={isSearch ? undefined : next}
    />
  )
}

/** Compute orders of one side, searched by number, resource id or nickname, with their one action each. */
export function ComputeOrderList({ side, name }: { side: Side; name: string }) {
  const { t } = useTranslation()
  const list = useComputeOrders(side, name)
  const { pay, payingId } = usePay('new-window')
  const { clear, clearingId } = useClear()
  const orders = rowsOf(list.data?.pages, ({ id }) => id)
  const total = list.data?.pages[0]?.totalElements ?? 0
  const retry = { label: t('common.retry'), onClick: () => void list.refetch() }
  if (list.isPending) return <RowsSkeleton label={t('common.loading')} />
  if (list.isError && orders.length === 0) return <ErrorState title={errorText(list.error)} retry={retry} />
  return (
    <InfiniteList
      key={name}
      loadedCount={orders.length}
      totalCount={list.hasNextPage ? Math.max(total, orders.length + 1) : orders.length}
      isLoading={list.isFetchingNextPage}
      onLoadMore={() => void list.fetchNextPage()}
      loadingLabel={t('common.loadingMore')}
      endLabel={t('common.noMore')}
      empty={<Empty side={side} isSearch={name !== ''} />}
      error={list.error ? <ErrorState title={errorText(list.error)} retry={retry} isSmall /> : undefined}
    >
      <ul className={classes.list}>
        {orders.map((order) => (
          <li key={order.id}>
            {side === 'consume' ? (
              <ConsumeCard order={order} onPay={pay} isPaying={payingId === order.id} />
            ) : (
              <ProfitCard order={order} onClear={clear} isClearing={clearingId === order.id} />
            )}
          </li>
        ))}
      </ul>
    </InfiniteList>
  )
}

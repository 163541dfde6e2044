import { EmptyState } from '@trove/ui/empty-state'
import { EmptyOrdersPicture } from '@trove/ui/pictures'
import { RowsSkeleton } from '@trove/ui/skeletons'
import { useTranslation } from 'react-i18next'
import { GrowingList } from '../../lib/growing-list.tsx'
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
  return (
    <GrowingList
      key={name}
      list={list}
      count={orders.length}
      skeleton={<RowsSkeleton label={t('common.loading')} />}
      empty={<Empty side={side} isSearch={name !== ''} />}
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
    </GrowingList>
  )
}

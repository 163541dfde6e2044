import { EmptyState } from '@trove/ui/feedback/empty-state'
import { EmptyOrdersPicture } from '@trove/ui/feedback/pictures'
import { useTranslation } from 'react-i18next'
import { rowsOf } from '../../lib/addresses/pages.ts'
import { GrowingList } from '../../lib/lists/growing-list.tsx'
import type { OrderFace, Side } from './face.ts'
import { OrderCard } from './order-card.tsx'
import classes from './orders.module.css'
import { OrdersSkeleton } from './orders-skeleton.tsx'
import { useOrders } from './queries.ts'
import { usePay } from './use-order-actions.ts'

function Empty({ face, side, isSearch }: { face: OrderFace; side: Side; isSearch: boolean }) {
  const { t } = useTranslation()
  const words = face.useWords().empty(side)
  const found = { title: t('orders.nothingFound'), text: t('orders.nothingFoundText') }
  return <EmptyState illustration={<EmptyOrdersPicture />} {...(isSearch ? found : words)} />
}

/** One market's orders of one side, searched by number, goods or nickname, with their one action each. */
export function OrderList({ face, side, name }: { face: OrderFace; side: Side; name: string }) {
  const list = useOrders(face, side, name)
  const { pay, payingId } = usePay('new-window', face.goodsKey)
  const orders = rowsOf(list.data?.pages, ({ id }) => id)
  return (
    <GrowingList
      key={name}
      list={list}
      count={orders.length}
      skeleton={<OrdersSkeleton />}
      empty={<Empty face={face} side={side} isSearch={name !== ''} />}
    >
      <ul className={classes.list}>
        {orders.map((order) => (
          <li key={order.id}>
            <OrderCard
              order={order}
              face={face}
              reader={side === 'consume' ? 'buyer' : 'seller'}
              onPay={pay}
              isPaying={payingId === order.id}
            />
          </li>
        ))}
      </ul>
    </GrowingList>
  )
}

import { MoneyBlock, type MoneyRow } from '@trove/ui/lists/money-block'
import { Price } from '@trove/ui/lists/price'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../lib/shown/format.ts'
import { moneyText } from '../../lib/shown/money.ts'
import type { Detailed, Known, OrderFace } from './face.ts'
import { LiveIncome } from './live-income.tsx'

/** Only money that has arrived looks like it. */
const PAYOUT_TONES = {
  waiting: 'neutral',
  'awaiting-approval': 'amber',
  'in-flight': 'sky',
  paid: 'jade',
  returned: 'coral',
  failed: 'coral',
  declined: 'coral',
} as const

function useRows(order: Known): MoneyRow[] {
  const { t } = useTranslation()
  const amount = (value: string) => <Price amount={value} currency={t('units.yuanSign')} size="sm" tone="ink" />
  const isPaid = order.paidAt !== null
  const rows: MoneyRow[] = [
    {
      label: t(isPaid ? 'orders.paid' : 'orders.toPay'),
      amount: amount(order.totalAmount),
      hint: t(`orders.${order.tradingPlatform}`),
    },
  ]
  rows.push({ label: t('orders.fee'), amount: amount(order.feeAmount) })
  if (order.refund) {
    const word = order.refundState === 'Refunding' ? 'refunding' : 'refunded'
    rows.push({ label: t('orders.field.refund'), amount: amount(order.refund), hint: t(`orders.standing.${word}`) })
  }
  return rows
}

type OrderMoneyProps = { order: Known; face: OrderFace; payouts: Detailed['payouts'] }

/** The sum, what was refunded, and on the seller's side the income: earned, cleared, to clear, paid out. */
export function OrderMoney({ order, face, payouts }: OrderMoneyProps) {
  const { t } = useTranslation()
  const words = face.useWords()
  const rows = useRows(order)
  const { income } = order
  if (!income || !face.isEarning(order)) return <MoneyBlock rows={rows} />
  const amount = (value: string) => <Price amount={value} currency={t('units.yuanSign')} size="sm" tone="ink" />
  const until = face.earnsUntil(order)
  const incomeRows: MoneyRow[] = [
    {
      label: t('orders.income.accrued'),
      amount: <LiveIncome income={income} limit={order.totalAmount} until={until} />,
      hint: until
        ? `${t('orders.income.live')} · ${t('orders.income.perDay', { amount: moneyText(income.perDayAmount) })}`
        : undefined,
    },
    { label: t('orders.income.cleared'), amount: amount(income.clearedAmount) },
    ...payouts.map((payout) => ({
      label: t(`orders.income.payouts.${payout.state}`, { when: formatMoment(payout.at) }),
      amount: amount(payout.amount),
      tone: PAYOUT_TONES[payout.state],
    })),
  ]
  return (
    <MoneyBlock
      rows={[...rows, ...incomeRows]}
      total={{
        label: t('orders.income.clearable'),
        amount: amount(income.clearableAmount),
        hint: words.clearNote(order),
      }}
    />
  )
}

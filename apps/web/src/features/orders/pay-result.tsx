import { Loader } from '@mantine/core'
import { type Action, ActionButton } from '@trove/ui/action-button'
import { ErrorState } from '@trove/ui/error-state'
import { FailedIcon, SuccessIcon } from '@trove/ui/icons/states'
import { PageHeader } from '@trove/ui/page-header'
import { Price } from '@trove/ui/price'
import tones from '@trove/ui/tone.module.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { errorText } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import classes from './orders.module.css'
import { usePay } from './use-order-actions.ts'
import { usePayResult } from './use-pay-result.ts'

type CardProps = {
  tone: 'jade' | 'sky' | 'coral'
  mark: ReactNode
  title: string
  text: string
  amount?: string
  actions: Action[]
}

function ResultCard({ tone, mark, title, text, amount, actions }: CardProps) {
  const { t } = useTranslation()
  return (
    <section className={classes.result} aria-live="polite">
      <span className={`${classes.mark} ${tones[tone]}`}>{mark}</span>
      <h2>{title}</h2>
      {amount && <Price amount={amount} currency={t('units.yuanSign')} size="lg" tone="ink" />}
      <p>{text}</p>
      <div className={classes.buttons}>
        {actions.map((action, index) => (
          <ActionButton key={action.label} action={action} size="md" kind={index === 0 ? 'main' : 'plain'} />
        ))}
      </div>
    </section>
  )
}

/** Where the cashier sends people back: says "confirming" until the server knows, then what to do next. */
export default function PayResultScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const orderId = useParams().orderId ?? ''
  const { result, order, error, retry, isSlow } = usePayResult(orderId)
  const { pay, payingId } = usePay('same-window')
  const toOrder = {
    label: t('orders.result.order'),
    href: paths.order({ id: orderId }),
  } satisfies Action
  const isPayable = order?.orderState === 'ToBePaid'
  const payAgain = (label: string): Action => ({ label, onClick: () => pay(orderId), isBusy: Boolean(payingId) })
  const amount = order?.totalAmount
  const reason = order?.closeReason ? t(`orders.closeReason.${order.closeReason}`) : undefined

  const cards: Record<typeof result, () => CardProps> = {
    confirming: () => ({
      tone: 'sky',
      mark: <Loader size={32} color="sky" aria-hidden />,
      title: t('orders.result.confirming'),
      text: t(isSlow ? 'orders.result.slow' : 'orders.result.confirmingText'),
      actions: isSlow ? [toOrder, ...(isPayable ? [payAgain(t('orders.result.continuePay'))] : [])] : [],
    }),
    paid: () => ({
      tone: 'jade',
      mark: <SuccessIcon size={36} />,
      title: t('orders.result.paid'),
      text: t('orders.result.paidText'),
      actions: [{ label: t('orders.result.myCompute'), href: paths.myCompute() }, toOrder],
    }),
    failed: () => ({
      tone: 'coral',
      mark: <FailedIcon size={36} />,
      title: t('orders.result.failed'),
      text: [reason, t('orders.result.failedText')].filter(Boolean).join(' · '),
      actions: [
        isPayable || !order
          ? payAgain(t('orders.result.payAgain'))
          : { label: t('orders.result.chooseAgain'), href: paths.computeOffer({ id: order.fkProductId }) },
        toOrder,
      ],
    }),
  }
  return (
    <>
      <PageHeader
        title={t('titles.payResult')}
        back={{ label: t('common.back'), onClick: () => navigate(toOrder.href), isPhoneOnly: true }}
      />
      {error ? (
        <ErrorState title={errorText(error)} retry={{ label: t('common.retry'), onClick: retry }} />
      ) : (
        <ResultCard {...cards[result]()} amount={amount} />
      )}
    </>
  )
}

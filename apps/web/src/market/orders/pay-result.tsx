import { Loader } from '@mantine/core'
import { type Action, ActionButton } from '@trove/ui/actions/action-button'
import tones from '@trove/ui/base/tone.module.css'
import { FailedIcon, SuccessIcon } from '@trove/ui/icons/states'
import { PageHeader } from '@trove/ui/layout/page-header'
import { Price } from '@trove/ui/lists/price'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import { FailureOrGone } from '../../lib/shown/failure-or-gone.tsx'
import { faceOf, type OrderFace } from './face.ts'
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

type OutcomeProps = {
  face: OrderFace
  orderId: string
  asked: Pick<ReturnType<typeof usePayResult>, 'result' | 'order' | 'isSlow'>
}

/** What the server says of the payment, in the words of what was bought. */
function Outcome({ face, orderId, asked: { result, order, isSlow } }: OutcomeProps) {
  const { t } = useTranslation()
  const words = face.useWords()
  const { pay, payingId } = usePay('same-window', face.goodsKey)
  const toOrder: Action = {
    label: t('orders.result.order'),
    href: paths.order({ id: orderId }, { kind: order && face.kind }),
  }
  const ready = order && words.paid.readyOf?.(order)
  const isPayable = order?.orderState === 'ToBePaid'
  const payAgain = (label: string): Action => ({ label, onClick: () => pay(orderId), isBusy: Boolean(payingId) })
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
      text: ready?.text ?? (order && words.paid.textOf?.(order)) ?? words.paid.text,
      actions: [...(ready ? [ready.action] : []), words.paid.action, toOrder],
    }),
    failed: () => ({
      tone: 'coral',
      mark: <FailedIcon size={36} />,
      title: t('orders.result.failed'),
      text: [reason, t('orders.result.failedText')].filter(Boolean).join(' · '),
      actions: [
        isPayable || !order
          ? payAgain(t('orders.result.payAgain'))
          : { label: t('orders.result.chooseAgain'), href: words.goodsPath(order) },
        toOrder,
      ],
    }),
  }
  return <ResultCard {...cards[result]()} amount={order?.totalAmount} />
}

/** Where the cashier sends people back: says "confirming" until the server knows, then what to do next. */
export function PayResult({ faces }: { faces: readonly OrderFace[] }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const orderId = useParams().orderId ?? ''
  const { error, retry, ...asked } = usePayResult(orderId, faces)
  // Until the order is there it is taken for one of the first market: only the words depend on it.
  const face = faceOf(faces, asked.order?.orderSource ?? '') ?? faces[0]
  return (
    <>
      <PageHeader
        title={t('titles.payResult')}
        back={{ label: t('common.back'), onClick: () => navigate(paths.order({ id: orderId })), isPhoneOnly: true }}
      />
      {error && (
        <FailureOrGone error={error} refetch={retry} wayOn={{ label: t('titles.myOrder'), href: paths.orders() }} />
      )}
      {!error && face && <Outcome key={face.kind} face={face} orderId={orderId} asked={asked} />}
    </>
  )
}

import { Checkbox } from '@mantine/core'
import { ENABLED_PAY_METHODS } from '@trove/contract/payment/routes'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { Columns } from '@trove/ui/layout/columns'
import { PageHeader } from '@trove/ui/layout/page-header'
import { MoneyBlock, type MoneyRow } from '@trove/ui/lists/money-block'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ordersPath, paths } from '../../lib/addresses/paths.ts'
import { useWayBack } from '../../lib/addresses/use-way-back.ts'
import { Failure } from '../../lib/calls/failure.tsx'
import { moneyText } from '../../lib/shown/money.ts'
import { Panel, Quiet } from '../detail/panel.tsx'
import type { PayOutcome } from '../paying/outcome.ts'
import { PayAction, type PayFailure } from '../paying/pay-action.tsx'
import classes from './checkout.module.css'
import { PayMethods } from './pay-methods.tsx'
import { type Purchase, type ShownFacts, useCheckout } from './use-checkout.ts'

/** What a market says of what is bought. */
export type CheckoutFace = {
  purchase: Purchase
  /** The tab of one's orders that it comes to stand in. */
  tab: string
  price: string
  /** What the page shows of it, which must be what is bought. */
  facts?: ShownFacts
  /** Rows of the sum above the total: term, fee, price of a part. */
  terms: MoneyRow[]
  /** What is bought, of whom. */
  about: ReactNode
  /** What else is to be settled before paying. */
  more?: ReactNode
  /** What an order keeps for the buyer while it is not paid, beside the button. */
  hold?: string
  /** What the buyer agrees to: the market's own rule of what goes back. */
  notice: string
  /** Why it cannot be bought now, in words. */
  unavailable: string | undefined
  /** The order is made; the cashier opens. */
  onOrdered?: () => void
}

type ConfirmationProps = { notice: string; model: ReturnType<typeof useCheckout> }

/** What the buyer agrees to, and the tick that says so. */
function Confirmation({ notice, model }: ConfirmationProps) {
  const { t } = useTranslation()
  return (
    <Panel>
      <Quiet>{notice}</Quiet>
      <Checkbox
        ref={model.tick}
        label={t('market.checkout.confirm')}
        error={model.tickError}
        checked={model.isConfirmed}
        onChange={(event) => model.setConfirmed(event.currentTarget.checked)}
      />
    </Panel>
  )
}

/** A try that failed, with the way to the order that it made or may have made. */
function useFailure({ purchase, tab }: CheckoutFace, outcome: PayOutcome | undefined): PayFailure | undefined {
  const { t } = useTranslation()
  if (!outcome) return undefined
  const { error, order, orderId } = outcome
  if (orderId !== undefined) {
    const href = paths.order({ id: orderId }, { kind: purchase.productType })
    return { error, order, link: { label: t('paying.toOrder'), href } }
  }
  const toOrders = { label: t('paying.toOrders'), href: ordersPath('consume', tab) }
  return { error, order, link: order === 'none' ? undefined : toOrders }
}

type OpenProps = { face: CheckoutFace; reload: () => void }

function Open({ face, reload }: OpenProps) {
  const { t } = useTranslation()
  const model = useCheckout({ ...face, onRefused: reload })
  const failure = useFailure(face, model.outcome)
  const pay = (
    <PayAction
      amount={face.price}
      size="xl"
      label={t('market.checkout.pay')}
      onPay={model.pay}
      isPaying={model.isPaying}
      // What cannot be had any more after a try that nobody knows the end of may be held by that try: it is asked about again.
      isDisabled={face.unavailable !== undefined && model.outcome?.order !== 'unclear'}
      under={model.isLeaving ? 'opening' : 'ordering'}
      note={face.unavailable ?? face.hold ?? t('market.checkout.hold')}
      failure={failure}
    />
  )
  return (
    <Columns aside={pay}>
      {/* What is being paid for stays what the page shows. */}
      <fieldset className={classes.choices} disabled={model.isPaying}>
        <Panel>{face.about}</Panel>
        {face.more}
        <Panel title={t('market.checkout.method')}>
          <PayMethods value={model.method} enabled={ENABLED_PAY_METHODS} onChange={model.chooseMethod} />
        </Panel>
        {/* Below what was chosen: the choices above make the sum. */}
        <Panel>
          <MoneyBlock rows={face.terms} total={{ label: t('market.checkout.total'), amount: moneyText(face.price) }} />
        </Panel>
        <Confirmation notice={face.notice} model={model} />
      </fieldset>
    </Columns>
  )
}

type CheckoutProps = {
  /** What this desk is for, where it is more than buying. */
  title?: string
  /** Undefined while it is not known what is bought. */
  face: CheckoutFace | undefined
  /** What stands in its place meanwhile, laid out as the market's desk is. */
  bones: ReactNode
  /** Why it is not known. */
  error: Error | null
  reload: () => void
  /** One's own goods cannot be bought: says so and leads on. */
  own: ComponentProps<typeof EmptyState> | undefined
}

/** The settlement desk of any market: what is bought, how it is paid, the confirmation, and "pay immediately". */
export function Checkout({ title, face, bones, error, reload, own }: CheckoutProps) {
  const { t } = useTranslation()
  const goBack = useWayBack(paths.hub())
  return (
    <>
      <PageHeader title={title ?? t('market.checkout.title')} back={{ label: t('common.back'), onClick: goBack }} />
      {!face && error && <Failure error={error} refetch={reload} />}
      {!face && !error && bones}
      {face && own && <EmptyState {...own} />}
      {face && !own && <Open face={face} reload={reload} />}
    </>
  )
}

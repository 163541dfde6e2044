import { Checkbox } from '@mantine/core'
import { feeOn } from '@trove/contract/fee'
import { ENABLED_PAY_METHODS } from '@trove/contract/payment'
import { ActionButton } from '@trove/ui/action-button'
import { AvatarImage } from '@trove/ui/avatar-image'
import { Columns } from '@trove/ui/columns'
import { EmptyState } from '@trove/ui/empty-state'
import { ErrorState } from '@trove/ui/error-state'
import { FactGrid } from '@trove/ui/fact-grid'
import { MoneyBlock, type MoneyRow } from '@trove/ui/money-block'
import { PageHeader } from '@trove/ui/page-header'
import { EmptyMachinesPicture } from '@trove/ui/pictures'
import { Price } from '@trove/ui/price'
import { DetailSkeleton } from '@trove/ui/skeletons'
import { StickyAction } from '@trove/ui/sticky-action'
import { formatYuan } from '@trove/units/money'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { useNow } from '../../lib/clock.ts'
import { formatPeriod } from '../../lib/format.ts'
import { fenOf, moneyText, perDayText } from '../../lib/money.ts'
import { errorText } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import classes from './compute-detail.module.css'
import { leaseEndText } from './lease-term.ts'
import { PayMethods } from './pay-methods.tsx'
import { type Offer, useSshKey } from './queries.ts'
import { useCheckoutCompute } from './use-checkout-compute.ts'
import { useFacts } from './use-facts.ts'
import { MY_SHARES } from './use-offer-action.ts'
import { VerificationBadge } from './verification.tsx'

/** What is paid for how long: the term with its end, the price of a day, the sum. */
function Sum({ offer }: { offer: Offer }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const perDay = perDayText(offer.price, offer.servePeriod)
  const rows: MoneyRow[] = [
    { label: t('orders.field.duration'), amount: formatPeriod(offer.servePeriod), hint: leaseEndText(offer, now) },
    { label: t('orders.fee'), amount: moneyText(formatYuan(feeOn(fenOf(offer.price)))) },
    ...(perDay ? [{ label: t('compute.checkout.perDay'), amount: moneyText(perDay) }] : []),
  ]
  return (
    <section className={classes.panel}>
      <MoneyBlock rows={rows} total={{ label: t('compute.checkout.total'), amount: moneyText(offer.price) }} />
    </section>
  )
}

/** One's own machine cannot be bought: says so and leads on. */
function OwnMachine() {
  const { t } = useTranslation()
  return (
    <EmptyState
      illustration={<EmptyMachinesPicture />}
      title={t('compute.checkout.own')}
      text={t('compute.checkout.ownText')}
      action={{ label: t('compute.detail.manage'), href: MY_SHARES }}
      secondAction={{
        label: t('compute.checkout.others'),
        href: paths.market({ tab: 'computing' }),
      }}
    />
  )
}

function LoginWay() {
  const { t } = useTranslation()
  const { data } = useSshKey()
  if (!data) return null
  return (
    <section className={classes.panel}>
      <h2 className={classes.title}>{t('compute.checkout.sshKey')}</h2>
      <p className={classes.quiet}>
        {data.fingerprint
          ? t('compute.checkout.sshKeySet', { fingerprint: data.fingerprint })
          : t('compute.checkout.sshKeyNone')}
      </p>
      {!data.fingerprint && (
        <div>
          <ActionButton
            kind="plain"
            action={{ label: t('compute.checkout.sshKeySetUp'), href: paths.myCompute({ key: '1' }) }}
          />
        </div>
      )}
    </section>
  )
}

function Pay({ model, offer }: { model: ReturnType<typeof useCheckoutCompute>; offer: Offer }) {
  const { t } = useTranslation()
  const { unavailableReason } = model
  return (
    <StickyAction
      isBeside
      info={<Price amount={offer.price} currency={t('units.yuanSign')} size="xl" />}
      note={unavailableReason ? t(`compute.unavailable.${unavailableReason}`) : t('compute.checkout.hold')}
    >
      <ActionButton
        size="md"
        action={{
          label: t('compute.checkout.pay'),
          onClick: model.pay,
          isBusy: model.isPaying,
          isDisabled: unavailableReason !== null,
        }}
      />
    </StickyAction>
  )
}

/** The settlement desk: what is bought, how it is paid, the confirmation, and "pay immediately". */
export default function CheckoutCompute() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const model = useCheckoutCompute(useParams().id ?? '')
  const facts = useFacts()
  const { offer } = model
  const header = (
    <PageHeader title={t('compute.checkout.title')} back={{ label: t('common.back'), onClick: () => navigate(-1) }} />
  )
  if (!offer) {
    return (
      <>
        {header}
        {model.error ? (
          <ErrorState title={errorText(model.error)} retry={{ label: t('common.retry'), onClick: model.reload }} />
        ) : (
          <DetailSkeleton label={t('common.loading')} />
        )}
      </>
    )
  }
  if (model.isMine)
    return (
      <>
        {header}
        <OwnMachine />
      </>
    )
  return (
    <>
      {header}
      <Columns aside={<Pay model={model} offer={offer} />}>
        <section className={classes.panel}>
          <div className={classes.seller}>
            <AvatarImage src={offer.uploaderHeadImgUrl} name={offer.uploaderNickName} size={40} />
            <div className={classes.words}>
              <strong>{offer.uploaderNickName}</strong>
              <span className={classes.quiet}>
                {t('compute.facts.id')} <code>{offer.authId}</code>
              </span>
            </div>
          </div>
          <VerificationBadge verification={offer.verification} hasDate />
          <FactGrid facts={facts(offer)} />
        </section>
        <Sum offer={offer} />
        <LoginWay />
        <section className={classes.panel}>
          <h2 className={classes.title}>{t('compute.checkout.method')}</h2>
          <PayMethods value={model.method} enabled={ENABLED_PAY_METHODS} onChange={model.chooseMethod} />
        </section>
        <section className={classes.panel}>
          <p className={classes.quiet}>{t('compute.checkout.notice')}</p>
          <Checkbox
            label={t('compute.checkout.confirm')}
            checked={model.isConfirmed}
            onChange={(event) => model.setConfirmed(event.currentTarget.checked)}
          />
        </section>
      </Columns>
    </>
  )
}

import { Checkbox } from '@mantine/core'
import { ENABLED_PAY_METHODS } from '@trove/contract/payment'
import { ActionButton } from '@trove/ui/action-button'
import { AvatarImage } from '@trove/ui/avatar-image'
import { ErrorState } from '@trove/ui/error-state'
import { FactGrid } from '@trove/ui/fact-grid'
import { PageHeader } from '@trove/ui/page-header'
import { Price } from '@trove/ui/price'
import { DetailSkeleton } from '@trove/ui/skeletons'
import { StickyAction } from '@trove/ui/sticky-action'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { errorText } from '../../lib/notify.ts'
import classes from './compute-detail.module.css'
import { PayMethods } from './pay-methods.tsx'
import { useSshKey } from './queries.ts'
import { useCheckoutCompute } from './use-checkout-compute.ts'
import { useFacts } from './use-facts.ts'
import { VerificationBadge } from './verification.tsx'

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
            action={{ label: t('compute.checkout.sshKeySetUp'), href: '/personal-center/my-calculate?key=1' }}
          />
        </div>
      )}
    </section>
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
  return (
    <>
      {header}
      <div className={classes.split}>
        <div className={classes.page}>
          <section className={classes.panel}>
            <div className={classes.seller}>
              <AvatarImage src={offer.uploaderHeadImgUrl} name={offer.uploaderNickName} size={40} />
              <div className={classes.words}>
                <strong>{offer.uploaderNickName}</strong>
                <span className={classes.quiet}>
                  {t('compute.facts.id')} <code>{offer.id}</code>
                </span>
              </div>
            </div>
            <VerificationBadge verification={offer.verification} hasDate />
            <FactGrid facts={facts(offer)} />
          </section>
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
        </div>
        <StickyAction
          isBeside
          info={<Price amount={offer.price} currency={t('units.yuanSign')} size="xl" />}
          note={
            model.unavailableReason ? t(`compute.unavailable.${model.unavailableReason}`) : t('compute.checkout.hold')
          }
        >
          <ActionButton
            size="md"
            action={{
              label: t('compute.checkout.pay'),
              onClick: model.pay,
              isBusy: model.isPaying,
              isDisabled: model.unavailableReason !== null,
            }}
          />
        </StickyAction>
      </div>
    </>
  )
}

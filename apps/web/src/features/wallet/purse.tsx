import { ActionButton } from '@trove/ui/actions/action-button'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { DetailSkeleton } from '@trove/ui/feedback/skeletons'
import { PayCardIcon } from '@trove/ui/icons/things'
import { PageHeader } from '@trove/ui/layout/page-header'
import { AvatarImage } from '@trove/ui/lists/avatar-image'
import { formatYuan } from '@trove/units/money'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import { Failure } from '../../lib/calls/failure.tsx'
import { CountedSum } from '../../lib/shown/counted-sum.tsx'
import { formatDay, formatMoment } from '../../lib/shown/format.ts'
import { fenOf, moneyText } from '../../lib/shown/money.ts'
import { withReason } from '../../lib/shown/reason-button.tsx'
import { ChainCard } from './chain/chain-card.tsx'
import { type Purse, usePurse } from './queries.ts'
import classes from './styles/wallet.module.css'
import { usePurseActions } from './use-purse-actions.ts'

/** The least that is paid out, in fen (0.10 yuan). */
const LEAST_PAYOUT_FEN = 10n

function Figure({ label, amount, hint }: { label: string; amount: string; hint?: ReactNode }) {
  return (
    <div className={classes.figure}>
      <dt>{label}</dt>
      <dd>
        <CountedSum amount={amount} />
        {hint && <small>{hint}</small>}
      </dd>
    </div>
  )
}

function Figures({ purse }: { purse: Purse }) {
  const { t } = useTranslation()
  return (
    <dl className={classes.figures}>
      {fenOf(purse.awaitingApprovalAmount) > 0n && (
        <Figure label={t('wallet.awaiting')} amount={purse.awaitingApprovalAmount} hint={t('wallet.awaitingHint')} />
      )}
      <Figure label={t('wallet.inFlight')} amount={purse.inFlightAmount} />
      <Figure label={t('wallet.paidOut')} amount={purse.paidOutAmount} />
      <Figure label={t('wallet.uncleared')} amount={purse.unclearedAmount} hint={t('wallet.unclearedHint')} />
    </dl>
  )
}

function Amounts({ purse, onPayOut, isPaying }: { purse: Purse; onPayOut: () => void; isPaying: boolean }) {
  const { t } = useTranslation()
  const isEnough = fenOf(purse.payableAmount) >= LEAST_PAYOUT_FEN
  const tooLittle = isEnough ? undefined : t('reasons.tooLittle', { amount: moneyText(formatYuan(LEAST_PAYOUT_FEN)) })
  const withheld = purse.boundAccount ? tooLittle : t('reasons.bindFirst')
  return (
    <section className={classes.panel} aria-label={t('wallet.amounts')}>
      <div className={classes.payable}>
        <div>
          <span className={classes.quiet}>{t('wallet.payable')}</span>
          <strong className={classes.large}>
            <CountedSum amount={purse.payableAmount} />
          </strong>
          <span className={classes.quiet}>
            {t(purse.haltedBy ? `wallet.haltedBy.${purse.haltedBy}` : 'wallet.payableHint')}
          </span>
          {withheld && <span className={classes.quiet}>{withheld}</span>}
        </div>
        <ActionButton
          size="md"
          action={withReason({ label: t('wallet.payOut'), onClick: onPayOut, isBusy: isPaying }, withheld)}
        />
      </div>
      <Figures purse={purse} />
      <div className={classes.links}>
        <ActionButton kind="quiet" action={{ label: t('wallet.bill'), href: paths.alipayBill() }} />
        <ActionButton
          kind="quiet"
          action={{ label: t('wallet.toOrders'), href: paths.profitOrders({ key: 'calculateOrder' }) }}
        />
      </div>
    </section>
  )
}

function AlipayCard({ account, onUnbind }: { account: Purse['boundAccount']; onUnbind: () => void }) {
  const { t } = useTranslation()
  return (
    <section className={classes.panel} aria-label={t('wallet.alipay')}>
      <h2 className={classes.title}>
        <PayCardIcon /> {t('wallet.alipay')}
      </h2>
      {account ? (
        <>
          <div className={classes.account}>
            <AvatarImage src={account.avatar} name={account.nickname ?? account.realNameMasked} size={48} />
            <div className={classes.words}>
              <strong>{account.nickname ?? t('wallet.nicknameNotSet')}</strong>
              <span className={classes.quiet}>
                {account.realNameMasked} · {t('wallet.boundSince', { when: formatDay(account.boundAt) })}
              </span>
            </div>
          </div>
          {account.heldUntil && (
            <p className={classes.quiet} role="status">
              {t('wallet.heldUntil', { when: formatMoment(account.heldUntil) })}
            </p>
          )}
          <div className={classes.foot}>
            <ActionButton kind="plain" action={{ label: t('wallet.unbind'), onClick: onUnbind }} />
          </div>
        </>
      ) : (
        <>
          <p className={classes.quiet}>{t('wallet.notBoundText')}</p>
          <div className={classes.foot}>
            <ActionButton action={{ label: t('wallet.bind'), href: paths.bindAlipay() }} />
          </div>
        </>
      )}
    </section>
  )
}

function Loaded({ purse }: { purse: Purse }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { payout, unbind } = usePurseActions(() => setAsking(false))
  return (
    <div className={classes.page}>
      <Amounts purse={purse} onPayOut={() => payout.mutate()} isPaying={payout.isPending} />
      <div className={classes.cards}>
        <AlipayCard account={purse.boundAccount} onUnbind={() => setAsking(true)} />
        <ChainCard />
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => unbind.mutate()}
        title={t('wallet.unbindTitle')}
        text={t('wallet.unbindText')}
        confirmLabel={t('wallet.unbind')}
        cancelLabel={t('common.cancel')}
        closeLabel={t('common.close')}
        isDangerous
        isBusy={unbind.isPending}
      />
    </div>
  )
}

/** The purse: what can be paid out, the bound Alipay account, and the chain wallet. */
export default function PurseScreen() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: purse, error, refetch } = usePurse()
  return (
    <>
      <PageHeader
        title={t('titles.myPurse')}
        lead={t('wallet.lead')}
        back={{ label: t('common.back'), onClick: () => navigate(paths.personalCenter()), isPhoneOnly: true }}
      />
      {error && !purse && <Failure error={error} refetch={refetch} />}
      {!purse && !error && <DetailSkeleton label={t('common.loading')} />}
      {purse && <Loaded purse={purse} />}
    </>
  )
}

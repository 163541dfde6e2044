import { VisuallyHidden } from '@mantine/core'
import { ActionButton } from '@trove/ui/actions/action-button'
import { CopyButton } from '@trove/ui/actions/copy-button'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { ErrorState } from '@trove/ui/feedback/error-state'
import { OutcomeNote } from '@trove/ui/feedback/outcome-note'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { WalletIcon } from '@trove/ui/icons/places'
import { CancelledIcon, SuccessIcon } from '@trove/ui/icons/states'
import { formatTtc } from '@trove/units/token'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { CountedTtc } from '../../../lib/shown/counted-ttc.tsx'
import { formatMoment } from '../../../lib/shown/format.ts'
import { withReason } from '../../../lib/shown/reason-button.tsx'
import { type ChainAccountView, useChainAccount } from '../../../lib/wallet/chain.ts'
import { disconnectWallet, useWallet, type Wallet } from '../../../lib/wallet/wallet.ts'
import { SignedCallDialog } from '../../../signing/signed-call.tsx'
import { UnderWayNote } from '../../../signing/under-way-note.tsx'
import walletClasses from '../styles/wallet.module.css'
import classes from './chain.module.css'
import { useConnectWallet } from './use-connect-wallet.tsx'
import { useReturn } from './use-return.ts'
import { useWithdrawal } from './use-withdrawal.ts'

/** An amount; a dash keeps its place until it is known. */
function Ttc({ planck }: { planck: bigint | undefined }) {
  const { t } = useTranslation()
  if (planck === undefined) return <span aria-hidden>–</span>
  const write = (amount: string) => t('chainWallet.amount', { amount })
  return (
    <span title={write(formatTtc(planck))}>
      <CountedTtc planck={planck} write={write} />
    </span>
  )
}

function Figures({
  balancePlanck,
  heldPlanck,
  incomePlanck,
}: Partial<Record<'balancePlanck' | 'heldPlanck' | 'incomePlanck', bigint>>) {
  const { t } = useTranslation()
  return (
    <dl className={classes.figures}>
      <div>
        <dt>{t('chainWallet.balance')}</dt>
        <dd>
          <Ttc planck={balancePlanck} />
          {heldPlanck !== undefined && heldPlanck > 0n && (
            <small>{t('chainWallet.locked', { amount: formatTtc(heldPlanck) })}</small>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('chainWallet.unclaimed')}</dt>
        <dd>
          <Ttc planck={incomePlanck} />
        </dd>
      </div>
    </dl>
  )
}

/** Why there are no figures, or that they are old. */
function NodeState({ account }: { account: ChainAccountView }) {
  const { t } = useTranslation()
  const retry = { label: t('common.retry'), onClick: account.retry }
  const { state, readAt } = account
  if (state === 'none') return <p className={classes.quiet}>{t('chainWallet.node.none')}</p>
  if (state === 'other-chain') {
    return (
      <ErrorState
        isSmall
        title={t('chainWallet.node.otherChain')}
        text={t('chainWallet.node.otherChainText')}
        retry={retry}
      />
    )
  }
  if (state === 'unreachable') {
    const text = readAt
      ? t('chainWallet.node.stale', { when: formatMoment(readAt.toISOString()) })
      : t('chainWallet.node.unreachableText')
    return <ErrorState isSmall title={t('chainWallet.node.unreachable')} text={text} retry={retry} />
  }
  if (state === 'reading' && !account.balance) {
    return <VisuallyHidden role="status">{t('chainWallet.node.reading')}</VisuallyHidden>
  }
  return null
}

function Address({ wallet }: { wallet: Wallet }) {
  const { t } = useTranslation()
  return (
    <div className={classes.address}>
      <div className={classes.words}>
        <span className={classes.quiet}>{wallet.name ?? t('chainWallet.address')}</span>
        <code>{wallet.accountId}</code>
      </div>
      <CopyButton
        value={wallet.accountId}
        label={t('chainWallet.copyAddress')}
        copiedLabel={t('common.copied')}
        onCopied={(isCopied) => isCopied && notify('success', t('common.copied'))}
      />
    </div>
  )
}

function Income({ wallet, account }: { wallet: Wallet; account: ChainAccountView }) {
  const { t } = useTranslation()
  const { plan, model } = useWithdrawal(wallet, account)
  const title = t('chainWallet.signing.withdrawal')
  const incomePlanck = account.incomePlanck ?? 0n
  const { underWay } = model
  return (
    <>
      <div className={classes.receive}>
        <ActionButton
          action={{
            label: t('chainWallet.receive'),
            onClick: model.open,
            isDisabled: underWay !== undefined || incomePlanck === 0n || !account.chain,
          }}
        />
        {underWay ? (
          <UnderWayNote call={underWay} title={title} sendingText={t('chainWallet.receiving')} />
        ) : (
          account.state === 'ready' &&
          incomePlanck === 0n && <span className={classes.quiet}>{t('chainWallet.noUnclaimed')}</span>
        )}
      </div>
      {model.told && <OutcomeNote kind={model.told.kind} title={model.told.text} />}
      <SignedCallDialog {...{ plan, model, title }} amountPlanck={incomePlanck} />
    </>
  )
}

type DisconnectDialogProps = { isOpen: boolean; onClose: () => void; onConfirm: () => void }

function DisconnectDialog({ isOpen, onClose, onConfirm }: DisconnectDialogProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={onConfirm}
      title={t('chainWallet.disconnectTitle')}
      text={t('chainWallet.disconnectText')}
      confirmLabel={t('chainWallet.disconnect')}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      isDangerous
    />
  )
}

function Connected({ wallet }: { wallet: Wallet }) {
  const { t } = useTranslation()
  const account = useChainAccount(wallet.accountId)
  const [isAsking, setAsking] = useState(false)
  const goBack = useReturn()
  const disconnect = () => {
    disconnectWallet()
    notify('success', t('chainWallet.disconnected'))
  }
  return (
    <>
      {goBack && (
        <OutcomeNote
          kind="success"
          title={t('chainWallet.connected')}
          text={<LoneLink href={goBack.href}>{goBack.label}</LoneLink>}
        />
      )}
      <Address wallet={wallet} />
      {(account.balance || account.state === 'reading') && (
        <Figures
          balancePlanck={account.balance?.freePlanck}
          heldPlanck={account.balance?.heldPlanck}
          incomePlanck={account.incomePlanck}
        />
      )}
      <NodeState account={account} />
      <Income wallet={wallet} account={account} />
      <div className={walletClasses.links}>
        <ActionButton kind="quiet" action={{ label: t('titles.ttcBill'), href: paths.ttcBill() }} />
        <ActionButton kind="quiet" action={{ label: t('chainWallet.toFaucet'), href: paths.faucet() }} />
        <ActionButton
          kind="quiet"
          action={{
            label: t('chainWallet.disconnect'),
            // What only this browser keeps is asked about first.
            onClick: () => (wallet.isImported ? setAsking(true) : disconnect()),
          }}
        />
      </div>
      <DisconnectDialog isOpen={isAsking} onClose={() => setAsking(false)} onConfirm={disconnect} />
    </>
  )
}

function NotConnected() {
  const { t } = useTranslation()
  const connect = useConnectWallet()
  const reason = t('chainWallet.connectFirst')
  return (
    <>
      <p className={classes.quiet}>{t('chainWallet.notConnectedText')}</p>
      <Figures balancePlanck={0n} heldPlanck={0n} incomePlanck={0n} />
      <div className={classes.receive}>
        <ActionButton action={{ label: t('chainWallet.connect'), onClick: connect.open }} />
        <ActionButton kind="plain" action={withReason({ label: t('chainWallet.receive') }, reason)} />
        <span className={classes.quiet}>{reason}</span>
      </div>
      {connect.dialog}
    </>
  )
}

/** The chain wallet in the purse: the account, its TTC, and the income it can receive. */
export function ChainCard() {
  const { t } = useTranslation()
  const wallet = useWallet()
  const badge = wallet
    ? ({
        tone: 'jade',
        icon: SuccessIcon,
        label: t(wallet.isImported ? 'chainWallet.byKeystore' : 'chainWallet.byExtension'),
      } as const)
    : ({ tone: 'neutral', icon: CancelledIcon, label: t('chainWallet.notConnected') } as const)
  return (
    <section className={walletClasses.panel} aria-label={t('chainWallet.title')}>
      <h2 className={walletClasses.title}>
        <WalletIcon /> {t('chainWallet.title')}
        <StatusBadge {...badge} />
      </h2>
      {wallet ? <Connected key={wallet.accountId} wallet={wallet} /> : <NotConnected />}
    </section>
  )
}

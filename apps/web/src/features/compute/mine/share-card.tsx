import { ActionIcon } from '@mantine/core'
import { allowsSale } from '@trove/contract/compute/machine-check'
import { ActionButton } from '@trove/ui/actions/action-button'
import { LoneLink } from '@trove/ui/actions/lone-link'
import type { Tone } from '@trove/ui/base/tokens'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { Menu, type MenuEntry } from '@trove/ui/dialogs/menu'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { DeleteIcon, EditIcon, MoreIcon, RefreshIcon } from '@trove/ui/icons/actions'
import type { IconComponent } from '@trove/ui/icons/icon'
import { ComputeIcon, OrdersIcon } from '@trove/ui/icons/places'
import { CheckIcon, OfflineIcon, ServingIcon, WaitingIcon, WarningIcon } from '@trove/ui/icons/states'
import { KeyIcon } from '@trove/ui/icons/things'
import { OfferCard } from '@trove/ui/lists/offer-card'
import { Price } from '@trove/ui/lists/price'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { formatMoment, formatPeriod } from '../../../lib/shown/format.ts'
import { moneyText, perDayText } from '../../../lib/shown/money.ts'
import { withReason } from '../../../lib/shown/reason-button.tsx'
import { useFacts } from '../facts/use-facts.ts'
import { VerificationBadge } from '../facts/verification.tsx'
import { AccessLogDialog } from './access-log-dialog.tsx'
import classes from './my-compute.module.css'
import type { Share } from './my-queries.ts'
import { OpenFault } from './open-fault.tsx'
import { RenewalDialog } from './renewal-dialog.tsx'
import { hindranceOf, mayChange, switchOf } from './share-state.ts'
import { useShareActions } from './use-share-actions.ts'

function useState012(share: Share): { tone: Tone; icon: IconComponent; label: string } {
  const { t } = useTranslation()
  if (share.cleaning === 'running')
    return { tone: 'sky', icon: WaitingIcon, label: t('machines.share.cleaningRunning') }
  if (share.cleaning === 'failed')
    return { tone: 'coral', icon: WarningIcon, label: t('machines.share.cleaningFailed') }
  if (share.isReserved) return { tone: 'amber', icon: WaitingIcon, label: t('machines.share.reserved') }
  if (share.status === 1) return { tone: 'jade', icon: ServingIcon, label: t('machines.share.status1') }
  if (share.status === 2) return { tone: 'neutral', icon: CheckIcon, label: t('machines.share.status2') }
  if (share.listing === 'offline')
    return { tone: 'neutral', icon: OfflineIcon, label: t('machines.share.offlineState') }
  if (share.verification.state === 'pending')
    return { tone: 'sky', icon: WaitingIcon, label: t('compute.verification.pending') }
  if (!allowsSale(share.verification)) return { tone: 'amber', icon: WarningIcon, label: t('machines.share.stopped') }
  return { tone: 'sky', icon: WaitingIcon, label: t('machines.share.status0') }
}

/** What puts a machine back on sale that its check took off, while it can be changed. */
function Remedy({ share }: { share: Share }) {
  const { t } = useTranslation()
  const { check } = useShareActions(share)
  const { state } = share.verification
  if (!mayChange(share) || state === 'pending' || allowsSale(share.verification)) return null
  const again = { label: t('machines.share.checkAgain'), onClick: () => check.mutate(), isBusy: check.isPending }
  const edit = paths.publishCompute({ edit: share.authId })
  const measured = paths.publishCompute({ edit: share.authId, measured: '1' })
  return (
    <div className={classes.remedy}>
      {state === 'differs' ? (
        <ActionButton action={{ label: t('machines.share.useMeasured'), href: measured }} />
      ) : (
        <ActionButton action={{ label: t('machines.share.mendLogin'), href: edit }} />
      )}
      <ActionButton kind="plain" action={again} />
    </div>
  )
}

/** What the check found, and what the seller should do about it. */
function Check({ share }: { share: Share }) {
  const { t } = useTranslation()
  const names = {
    cpuCores: 'cpu',
    ramSize: 'ram',
    diskSize: 'disk',
    bandwidth: 'bandwidth',
    operationSystem: 'os',
    gpu: 'gpu',
  } as const
  const { state, differing } = share.verification
  const facts = differing.map((fact) => t(`compute.facts.${names[fact]}`)).join(' · ')
  const help = {
    verified: undefined,
    pending: t('machines.share.pendingHelp'),
    unreachable: t('machines.share.unreachableHelp'),
    differs: allowsSale(share.verification)
      ? t('machines.share.otherSystem', { system: share.verification.measured?.operationSystem ?? '–' })
      : t('machines.share.differs', { facts }),
  }[state]
  return (
    <div className={classes.check}>
      <VerificationBadge verification={share.verification} hasDate isQuiet />
      {help && <p className={classes.quiet}>{help}</p>}
      <Remedy share={share} />
    </div>
  )
}

type Asked = 'delete' | 'log' | 'offline' | 'renewal' | undefined

/** What can be done with it whatever its state. */
function useUsualEntries(ask: (what: Asked) => void): MenuEntry[] {
  const { t } = useTranslation()
  return [
    {
      id: 'renewal',
      label: t('machines.renewal.open'),
      icon: <ServingIcon size={18} />,
      onSelect: () => ask('renewal'),
    },
    {
      id: 'log',
      label: t('machines.share.accessLog'),
      icon: <KeyIcon size={18} />,
      onSelect: () => ask('log'),
    },
    {
      id: 'orders',
      label: t('machines.share.orders'),
      icon: <OrdersIcon size={18} />,
      href: paths.profitOrders({ key: 'calculateOrder' }),
    },
  ]
}

function useEntries(share: Share, ask: (what: Asked) => void, does: { check(): void; relist(): void }): MenuEntry[] {
  const { t } = useTranslation()
  const usual = useUsualEntries(ask)
  const why = t(`reasons.machine.${hindranceOf(share)}`)
  const whyFixed = mayChange(share) ? undefined : why
  return [
    {
      id: 'edit',
      label: t('machines.share.edit'),
      icon: <EditIcon size={18} />,
      href: paths.publishCompute({ edit: share.authId }),
      reason: whyFixed,
    },
    {
      id: 'check',
      label: t('machines.share.checkAgain'),
      icon: <RefreshIcon size={18} />,
      onSelect: does.check,
      reason: share.status === 1 || share.cleaning === 'running' ? why : undefined,
    },
    {
      id: 'relist',
      label: t(share.isRelisted ? 'machines.share.relistStop' : 'machines.share.relist'),
      icon: <RefreshIcon size={18} />,
      onSelect: does.relist,
    },
    ...usual,
    {
      id: 'delete',
      label: t('machines.share.remove'),
      icon: <DeleteIcon size={18} />,
      onSelect: () => ask('delete'),
      isDangerous: true,
      reason: whyFixed,
    },
  ]
}

type QuestionsProps = { asked: Asked; close: () => void } & Pick<ReturnType<typeof useShareActions>, 'list' | 'remove'>

/** What can't be taken back, or what others could no longer find, is asked about first. */
function Questions({ asked, close, list, remove }: QuestionsProps) {
  const { t } = useTranslation()
  return (
    <>
      <ConfirmDialog
        isOpen={asked === 'offline'}
        onClose={close}
        onConfirm={() => {
          close()
          list.mutate('offline')
        }}
        title={t('machines.share.offlineTitle')}
        text={t('machines.share.offlineText')}
        confirmLabel={t('machines.share.offline')}
        cancelLabel={t('common.cancel')}
        closeLabel={t('common.close')}
      />
      <ConfirmDialog
        isOpen={asked === 'delete'}
        onClose={close}
        onConfirm={() => remove.mutate(undefined, { onSettled: close })}
        title={t('machines.share.removeTitle')}
        text={t('machines.share.removeText')}
        confirmLabel={t('machines.share.remove')}
        cancelLabel={t('common.cancel')}
        closeLabel={t('common.close')}
        isDangerous
        isBusy={remove.isPending}
      />
    </>
  )
}

function ShareAction({ share }: { share: Share }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked>()
  const { list, relist, check, remove } = useShareActions(share)
  const { to, word, isEnabled } = switchOf(share)
  const entries = useEntries(share, setAsked, {
    check: () => check.mutate(),
    relist: () => relist.mutate(!share.isRelisted),
  })
  const close = () => setAsked(undefined)
  return (
    <div className={classes.actions}>
      <Menu
        label={t('machines.share.more')}
        closeLabel={t('common.close')}
        entries={entries}
        trigger={
          <ActionIcon aria-label={t('machines.share.more')} loading={check.isPending}>
            <MoreIcon />
          </ActionIcon>
        }
      />
      <ActionButton
        kind={to === 'offline' ? 'plain' : 'main'}
        action={withReason(
          {
            label: t(`machines.share.${word}`),
            // Coming back is one press; what others could no longer find is asked about first.
            onClick: () => (to === 'offline' ? setAsked('offline') : list.mutate(to)),
            isBusy: list.isPending,
          },
          isEnabled ? undefined : t(`reasons.machine.${hindranceOf(share)}`),
        )}
      />
      {asked === 'renewal' && <RenewalDialog share={share} onClose={close} />}
      {asked === 'log' && <AccessLogDialog share={share} onClose={close} />}
      <Questions {...{ asked, close, list, remove }} />
    </div>
  )
}

/** What the price is for, and until when the machine is rented. */
function Term({ share }: { share: Share }) {
  const { t } = useTranslation()
  const perDay = perDayText(share.price, share.servePeriod)
  return (
    <span className={classes.term}>
      {t('units.perPeriod', { period: formatPeriod(share.servePeriod) })}
      <br />
      {/* A line of its own: the price above is what the next lease costs, the running one may be of hours. */}
      {share.status === 1 && (
        <>
          {t('machines.share.rentedUntil', { when: formatMoment(share.serveEndTime) })}
          <br />
          {share.orderId && (
            <>
              <LoneLink href={paths.order({ id: share.orderId })}>{t('machines.share.openOrder')}</LoneLink>
              <br />
            </>
          )}
        </>
      )}
      {perDay && t('machines.share.perDay', { amount: moneyText(perDay) })}
      {share.isRelisted && ` · ${t('machines.share.relists')}`}
    </span>
  )
}

/** A machine one shares: state, check, address, what it earns, and what can be done with it now. */
export function ShareCard({ share }: { share: Share }) {
  const { t } = useTranslation()
  const facts = useFacts()
  const state = useState012(share)
  return (
    <div className={classes.share}>
      <OfferCard
        who={{
          icon: <ComputeIcon size={20} />,
          // Addresses of machines behind one relay differ by their port alone.
          name: share.authId,
          byline: (
            <code>
              {share.serverIPv4}:{share.serverPort}
            </code>
          ),
        }}
        status={<StatusBadge {...state} />}
        facts={facts(share)}
        description={share.description ?? undefined}
        price={<Price amount={share.price} currency={t('units.yuanSign')} size="md" />}
        term={<Term share={share} />}
        action={<ShareAction share={share} />}
      />
      {share.orderId && share.faultAwaits && <OpenFault orderId={share.orderId} awaits={share.faultAwaits} />}
      <Check share={share} />
    </div>
  )
}

import { ActionButton } from '@trove/ui/actions/action-button'
import { keepFocus } from '@trove/ui/base/kept-focus'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { formatMoment } from '../../../lib/shown/format.ts'
import { lazyShown } from '../../../lib/shown/later/lazy-shown.tsx'
import { AccountPart } from './account-part.tsx'
import classes from './identity.module.css'
import { hasPasskeys, useFactorChanges, useFactorState } from './use-factors.ts'

const AppDialog = lazyShown(() => import('./app-dialog.tsx'))
const PasskeyDialog = lazyShown(() => import('./passkey-dialog.tsx'))
const RecoveryCodes = lazyShown(() => import('./recovery-codes.tsx'))

type Which = { totp: true } | { passkeyId: string }

type PasskeysProps = {
  passkeys: NonNullable<ReturnType<typeof useFactorState>['data']>['passkeys']
  removeButton: (which: Which) => ReactNode
}

function Passkeys({ passkeys, removeButton }: PasskeysProps) {
  const { t } = useTranslation()
  return passkeys.map(({ id, name, createdAt, usedAt }) => (
    <AccountPart
      key={id}
      title={name}
      text={t(usedAt ? 'factors.passkeyUsed' : 'factors.passkeyUnused', {
        when: formatMoment(usedAt ?? createdAt),
      })}
      action={removeButton({ passkeyId: id })}
    />
  ))
}

function Recovery({ left, onRenew }: { left: number; onRenew: () => void }) {
  const { t } = useTranslation()
  return (
    <AccountPart
      title={t('factors.recovery')}
      text={t('factors.recoveryLeft', { amount: left })}
      action={<ActionButton kind="quiet" action={{ label: t('factors.renew'), onClick: onRenew }} />}
    />
  )
}

type RemoveDialogProps = {
  which: Which | undefined
  remove: ReturnType<typeof useFactorChanges>['remove']
  onClose: () => void
}

/** Asks before a factor is removed. */
function RemoveDialog({ which, remove, onClose }: RemoveDialogProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      isOpen={which !== undefined}
      onClose={onClose}
      onConfirm={() => which && remove.mutate(which)}
      title={t('factors.removeTitle')}
      text={t('factors.removeText')}
      confirmLabel={t('factors.remove')}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      isBusy={remove.isPending}
    />
  )
}

type State = NonNullable<ReturnType<typeof useFactorState>['data']>

/** What there is, what can be added, and what is asked before one is removed. */
function Enrolled({ state }: { state: State }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'app' | 'passkey'>()
  const [leaving, setLeaving] = useState<Which>()
  const [codes, setCodes] = useState<string[]>([])
  const { remove, renew } = useFactorChanges({ removed: () => setLeaving(undefined), renewed: setCodes })
  const isFirst = !state.hasTotp && state.passkeys.length === 0
  const enrolled = (recoveryCodes: string[]) => {
    setOpen(undefined)
    setCodes(recoveryCodes)
  }
  const removeButton = (which: Which) => (
    <ActionButton kind="quiet" action={{ label: t('factors.remove'), onClick: () => setLeaving(which) }} />
  )
  const addButton = (label: string, onClick: () => void) => <ActionButton kind="quiet" action={{ label, onClick }} />
  return (
    <>
      <div className={classes.rows}>
        <AccountPart
          title={t('factors.app')}
          text={t(state.hasTotp ? 'factors.appOn' : 'factors.appOff')}
          action={state.hasTotp ? removeButton({ totp: true }) : addButton(t('factors.addApp'), () => setOpen('app'))}
        />
        <Passkeys passkeys={state.passkeys} removeButton={removeButton} />
        {!isFirst && <Recovery left={state.recoveryLeft} onRenew={() => renew.mutate()} />}
      </div>
      {hasPasskeys() && addButton(t('factors.addPasskey'), () => setOpen('passkey'))}
      <RemoveDialog which={leaving} remove={remove} onClose={() => setLeaving(undefined)} />
      <Suspense fallback={null}>
        {open === 'app' && <AppDialog isFirst={isFirst} onClose={() => setOpen(undefined)} onDone={enrolled} />}
        {open === 'passkey' && <PasskeyDialog isFirst={isFirst} onClose={() => setOpen(undefined)} onDone={enrolled} />}
        {codes.length > 0 && <RecoveryCodes codes={codes} onClose={() => setCodes([])} />}
      </Suspense>
    </>
  )
}

/** Second factors on the account page: the app, passkeys, recovery codes. */
export function Factors() {
  const { t } = useTranslation()
  const { data: state, error, refetch } = useFactorState()
  return (
    <section className={classes.part} ref={keepFocus}>
      <h2>{t('factors.title')}</h2>
      <p className={classes.quiet}>{t('factors.text')}</p>
      {state && <Enrolled state={state} />}
      {!state && error && <SmallFailure error={error} refetch={refetch} />}
      {!state && !error && <RowsSkeleton label={t('common.loading')} count={2} />}
    </section>
  )
}

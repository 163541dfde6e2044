import { ActionButton } from '@trove/ui/actions/action-button'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../lib/format.ts'
import { AccountPart } from './account-part.tsx'
import classes from './identity.module.css'
import { hasPasskeys, useFactorChanges, useFactorState } from './use-factors.ts'

const AppDialog = lazy(() => import('./app-dialog.tsx'))
const PasskeyDialog = lazy(() => import('./passkey-dialog.tsx'))
const RecoveryCodes = lazy(() => import('./recovery-codes.tsx'))

type Which = { totp: true } | { passkeyId: string }

/** Second factors on the account page: the app, passkeys, recovery codes. */
export function Factors() {
  const { t } = useTranslation()
  const { data: state } = useFactorState()
  const [open, setOpen] = useState<'app' | 'passkey'>()
  const [leaving, setLeaving] = useState<Which>()
  const [codes, setCodes] = useState<string[]>([])
  const { remove, renew } = useFactorChanges({ removed: () => setLeaving(undefined), renewed: setCodes })
  if (!state) return null
  const isFirst = !state.hasTotp && state.passkeys.length === 0
  const enrolled = (recoveryCodes: string[]) => {
    setOpen(undefined)
    setCodes(recoveryCodes)
  }
  const removeButton = (which: Which) => (
    <ActionButton kind="quiet" action={{ label: t('factors.remove'), onClick: () => setLeaving(which) }} />
  )
  return (
    <section className={classes.part}>
      <h2>{t('factors.title')}</h2>
      <p className={classes.quiet}>{t('factors.text')}</p>
      <div className={classes.rows}>
        <AccountPart
          title={t('factors.app')}
          text={t(state.hasTotp ? 'factors.appOn' : 'factors.appOff')}
          action={
            state.hasTotp ? (
              removeButton({ totp: true })
            ) : (
              <ActionButton kind="quiet" action={{ label: t('factors.addApp'), onClick: () => setOpen('app') }} />
            )
          }
        />
        {state.passkeys.map(({ id, name, createdAt, usedAt }) => (
          <AccountPart
            key={id}
            title={name}
            text={t(usedAt ? 'factors.passkeyUsed' : 'factors.passkeyUnused', {
              when: formatMoment(usedAt ?? createdAt),
            })}
            action={removeButton({ passkeyId: id })}
          />
        ))}
        {!isFirst && (
          <AccountPart
            title={t('factors.recovery')}
            text={t('factors.recoveryLeft', { amount: state.recoveryLeft })}
            action={<ActionButton kind="quiet" action={{ label: t('factors.renew'), onClick: () => renew.mutate() }} />}
          />
        )}
      </div>
      {hasPasskeys() && (
        <ActionButton kind="quiet" action={{ label: t('factors.addPasskey'), onClick: () => setOpen('passkey') }} />
      )}
      <ConfirmDialog
        isOpen={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        onConfirm={() => leaving && remove.mutate(leaving)}
        title={t('factors.removeTitle')}
        text={t('factors.removeText')}
        confirmLabel={t('factors.remove')}
        cancelLabel={t('common.cancel')}
        closeLabel={t('common.close')}
        isBusy={remove.isPending}
      />
      <Suspense fallback={null}>
        {open === 'app' && <AppDialog isFirst={isFirst} onClose={() => setOpen(undefined)} onDone={enrolled} />}
        {open === 'passkey' && <PasskeyDialog isFirst={isFirst} onClose={() => setOpen(undefined)} onDone={enrolled} />}
        {codes.length > 0 && <RecoveryCodes codes={codes} onClose={() => setCodes([])} />}
      </Suspense>
    </section>
  )
}

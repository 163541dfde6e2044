import { ActionButton } from '@trove/ui/actions/action-button'
import { CopyButton } from '@trove/ui/actions/copy-button'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { PasswordText } from '@trove/ui/inputs/password-text'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { notify } from '../../../lib/calls/notify.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { computePaths } from '../addresses.ts'
import { sshCommand } from './connection-lines.ts'
import classes from './my-compute.module.css'
import type { AccessFacts } from './my-queries.ts'
import { useAccess } from './use-access.ts'

function Line({ label, children, copy }: { label: string; children: ReactNode; copy?: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes.line}>
      <dt>{label}</dt>
      <dd>
        {children}
        {copy && <CopyButton value={copy} label={`${t('common.copy')} ${label}`} copiedLabel={t('common.copied')} />}
      </dd>
    </div>
  )
}

function HostKey({ hostKey }: { hostKey: string }) {
  const { t } = useTranslation()
  return (
    <Line label={t('machines.access.hostKey')} copy={hostKey}>
      <span>
        <code>{hostKey}</code>
        <small className={classes.quiet}>{t('machines.access.hostKeyHelp')}</small>
      </span>
    </Line>
  )
}

function Facts({ access }: { access: AccessFacts }) {
  const { t } = useTranslation()
  const command = sshCommand(access)
  const copied = (isCopied: boolean) => isCopied && notify('success', t('common.copied'))
  return (
    <dl className={classes.lines}>
      <Line label={t('machines.access.address')} copy={access.IPv4}>
        <code>{access.IPv4}</code>
      </Line>
      <Line label={t('machines.access.port')}>
        <code>{access.port}</code>
      </Line>
      <Line label={t('machines.access.user')} copy={access.username}>
        <code>{access.username}</code>
      </Line>
      <Line label={t('machines.access.password')}>
        {access.password === null ? (
          t('machines.access.keyInstead')
        ) : (
          <PasswordText
            value={access.password}
            showLabel={t('common.showPassword')}
            hideLabel={t('machines.access.hidePassword')}
            copyLabel={t('machines.access.copyPassword')}
            copiedLabel={t('common.copied')}
            onCopied={copied}
          />
        )}
      </Line>
      <Line label={t('machines.access.command')} copy={command}>
        <code>{command}</code>
      </Line>
      {access.hostKey && <HostKey hostKey={access.hostKey} />}
      <Line label={t('machines.access.until')}>{formatMoment(access.serveEndTime)}</Line>
    </dl>
  )
}

/** Address, user name and password of a rented machine, with the command to log in. */
export function AccessDialog({ productId, onClose }: { productId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useAccess(productId)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('machines.access.title')}
      closeLabel={t('common.close')}
      footer={
        data && (
          <ActionButton
            action={{
              label: t('machines.openTerminal'),
              href: computePaths.terminal({ productId }),
            }}
          />
        )
      }
    >
      {data && <Facts access={data} />}
      {error && (
        <SmallFailure title={t('machines.access.failed')} error={error} refetch={refetch} isBusy={isFetching} />
      )}
      {!data && !error && <RowsSkeleton label={t('common.loading')} count={4} />}
      {data && <p className={classes.quiet}>{t('machines.access.notice')}</p>}
    </Dialog>
  )
}

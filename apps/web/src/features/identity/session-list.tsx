import { useMutation, useQueryClient } from '@tanstack/react-query'
import { revokeOtherSessions, revokeSession } from '@trove/contract/identity/routes'
import { ActionButton } from '@trove/ui/actions/action-button'
import { keepFocus } from '@trove/ui/base/kept-focus'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { DeviceIcon } from '@trove/ui/icons/things'
import { PageHeader } from '@trove/ui/layout/page-header'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import { api } from '../../lib/calls/api.ts'
import { useNow } from '../../lib/calls/clock.ts'
import { Failure } from '../../lib/calls/failure.tsx'
import { notify } from '../../lib/calls/notify.ts'
import { formatAgo, formatMoment } from '../../lib/shown/format.ts'
import classes from './account/identity.module.css'
import { useSessions } from './login/queries.ts'

type OthersDialogProps = { isOpen: boolean; onClose: () => void; revoke: { mutate: () => void; isPending: boolean } }

/** Asks before the other devices are signed out. */
function OthersDialog({ isOpen, onClose, revoke }: OthersDialogProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => revoke.mutate()}
      title={t('sessions.signOutOthers')}
      text={t('sessions.confirmOthers')}
      confirmLabel={t('common.ok')}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      isBusy={revoke.isPending}
    />
  )
}

/** Where one is signed in, with "sign out the others". */
export default function SessionList() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const now = useNow(60_000)
  const { data: sessions, error, refetch } = useSessions()
  const done = () => {
    notify('success', t('sessions.done'))
    setAsking(false)
    return client.invalidateQueries({ queryKey: ['identity', 'sessions'] })
  }
  const revoke = useMutation({ mutationFn: (id: string) => api(revokeSession, { params: { id } }), onSuccess: done })
  const revokeOthers = useMutation({ mutationFn: () => api(revokeOtherSessions, {}), onSuccess: done })
  const hasOthers = (sessions?.length ?? 0) > 1
  return (
    <div className={classes.narrow} ref={keepFocus}>
      <PageHeader
        title={t('profile.sessions')}
        lead={t('profile.sessionsHelp')}
        back={{ label: t('common.back'), onClick: () => navigate(paths.profile()) }}
        actions={
          hasOthers && (
            <ActionButton
              kind="plain"
              action={{ label: t('sessions.signOutOthers'), onClick: () => setAsking(true) }}
            />
          )
        }
      />
      {error && !sessions && <Failure error={error} refetch={refetch} />}
      {!sessions && !error && <RowsSkeleton label={t('common.loading')} count={3} />}
      <ul className={classes.rows}>
        {sessions?.map((item) => (
          <li key={item.id} className={classes.row}>
            <DeviceIcon size={24} />
            <div className={classes.words}>
              <strong>{item.agent || t(item.device === 'mobile' ? 'sessions.phone' : 'sessions.desktop')}</strong>
              <span className={classes.quiet}>
                {item.isCurrent
                  ? t('sessions.current')
                  : t('sessions.lastUsed', { when: formatAgo(item.lastUsedAt, now) })}
                {' · '}
                {t('sessions.signedIn', { when: formatMoment(item.createdAt) })}
              </span>
            </div>
            {!item.isCurrent && (
              <ActionButton
                kind="quiet"
                action={{
                  label: t('sessions.signOut'),
                  onClick: () => revoke.mutate(item.id),
                  isBusy: revoke.isPending && revoke.variables === item.id,
                }}
              />
            )}
          </li>
        ))}
      </ul>
      {sessions && !hasOthers && <p className={classes.quiet}>{t('sessions.none')}</p>}
      <OthersDialog isOpen={isAsking} onClose={() => setAsking(false)} revoke={revokeOthers} />
    </div>
  )
}

import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ActionButton } from '@trove/ui/actions/action-button'
import { CopyButton } from '@trove/ui/actions/copy-button'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { keepFocus } from '@trove/ui/base/kept-focus'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { PageHeader } from '@trove/ui/layout/page-header'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { Failure } from '../../../lib/calls/failure.tsx'
import { notify } from '../../../lib/calls/notify.ts'
import { useSession } from '../../../lib/session/session.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { lazyShown } from '../../../lib/shown/later/lazy-shown.tsx'
import { AccountPart } from './account-part.tsx'
import { downloadData } from './download-data.ts'
import { Factors } from './factors.tsx'
import classes from './identity.module.css'
import { HINDRANCE_PAGES, type Purpose, useAccountState, useWithdrawConsent } from './use-account.ts'

const MobileDialog = lazyShown(() => import('./mobile-dialog.tsx'))
const DeleteDialog = lazyShown(() => import('./delete-dialog.tsx'))

type State = NonNullable<ReturnType<typeof useAccountState>['data']>

function Consents({ consents }: { consents: State['consents'] }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState<Purpose>()
  const withdraw = useWithdrawConsent(() => setAsking(undefined))
  return (
    <section className={classes.part} ref={keepFocus}>
      <h2>{t('account.consents')}</h2>
      <p className={classes.quiet}>{t('account.consentsText')}</p>
      {consents.length === 0 && <p className={classes.quiet}>{t('account.noConsents')}</p>}
      <div className={classes.rows}>
        {consents.map(({ purpose, version, isGiven, at }) => (
          <AccountPart
            key={purpose}
            title={t(`account.purposes.${purpose}`)}
            text={t(isGiven ? 'account.given' : 'account.withdrawn', { when: formatMoment(at), version })}
            action={
              isGiven && (
                <ActionButton
                  kind="quiet"
                  action={{ label: t('account.withdraw'), onClick: () => setAsking(purpose) }}
                />
              )
            }
          />
        ))}
      </div>
      <ConfirmDialog
        isOpen={asking !== undefined}
        onClose={() => setAsking(undefined)}
        onConfirm={() => asking && withdraw.mutate(asking)}
        title={t('account.withdrawTitle')}
        text={asking ? t(`account.withdrawTexts.${asking}`) : ''}
        confirmLabel={t('account.withdraw')}
        cancelLabel={t('common.cancel')}
        closeLabel={t('common.close')}
        isBusy={withdraw.isPending}
      />
    </section>
  )
}

function Leaving({ hindrances, onLeave }: { hindrances: State['hindrances']; onLeave: () => void }) {
  const { t } = useTranslation()
  return (
    <section className={classes.part}>
      <h2>{t('account.leave')}</h2>
      <p className={classes.quiet}>{t('account.leaveText')}</p>
      {hindrances.length > 0 && (
        <>
          <p>{t('account.hindered')}</p>
          <ul className={classes.reasons}>
            {hindrances.map((word) => {
              const text = t(`account.hindrances.${word}`)
              const page = HINDRANCE_PAGES[word]
              return <li key={word}>{page ? <LoneLink href={page}>{text}</LoneLink> : text}</li>
            })}
          </ul>
        </>
      )}
      <Button color="coral" variant="light" onClick={onLeave} disabled={hindrances.length > 0}>
        {t('account.leave')}
      </Button>
    </section>
  )
}

/** One's number, id, and copy of one's data. */
function Own({ onChangeMobile }: { onChangeMobile: () => void }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const download = useMutation({
    mutationFn: downloadData,
    onSuccess: () => notify('success', t('account.downloaded')),
  })
  const openButton = (label: string, onClick: () => void, isBusy = false) => (
    <Button variant="default" onClick={onClick} loading={isBusy}>
      {label}
    </Button>
  )
  return (
    <section className={classes.rows}>
      <AccountPart
        title={t('account.phone')}
        text={user?.mobile ?? ''}
        action={openButton(t('account.changePhone'), onChangeMobile)}
      />
      <AccountPart
        title={t('account.id')}
        text={user?.userId ?? ''}
        action={
          <CopyButton value={user?.userId ?? ''} label={t('common.copy')} copiedLabel={t('common.copied')} isWide />
        }
      />
      <AccountPart
        title={t('account.copy')}
        text={t('account.copyText')}
        action={openButton(t('account.download'), () => download.mutate(), download.isPending)}
      />
    </section>
  )
}

/** Account and privacy: number, copy of one's data, consents, leaving. */
export default function Account() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: state, error, refetch } = useAccountState()
  const [open, setOpen] = useState<'mobile' | 'delete'>()
  const close = () => setOpen(undefined)
  return (
    <div className={classes.narrow}>
      <PageHeader
        title={t('titles.account')}
        lead={t('account.lead')}
        back={{ label: t('common.back'), onClick: () => navigate(paths.profile()) }}
      />
      <Own onChangeMobile={() => setOpen('mobile')} />
      <Factors />
      {error && !state && <Failure error={error} refetch={refetch} />}
      {!state && !error && <RowsSkeleton label={t('common.loading')} count={3} />}
      {state && <Consents consents={state.consents} />}
      {state && <Leaving hindrances={state.hindrances} onLeave={() => setOpen('delete')} />}
      <Suspense fallback={null}>
        {open === 'mobile' && <MobileDialog onClose={close} />}
        {open === 'delete' && <DeleteDialog onClose={close} />}
      </Suspense>
    </div>
  )
}

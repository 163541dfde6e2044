import { Button } from '@mantine/core'
import { keepFocus } from '@trove/ui/base/kept-focus'
import { ErrorState } from '@trove/ui/feedback/error-state'
import { FieldsSkeleton } from '@trove/ui/feedback/skeletons'
import { PageHeader } from '@trove/ui/layout/page-header'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { useWayBack } from '../../../lib/addresses/use-way-back.ts'
import { errorText, notify } from '../../../lib/calls/notify.ts'
import { useSession } from '../../../lib/session/session.ts'
import { usePageTitle } from '../../../lib/shown/page-title.ts'
import { FormFrame } from '../../../market/publish/form-frame.tsx'
import { WalletGate } from '../../../market/publish/wallet-gate.tsx'
import { AgentsDialog } from '../agents/agents-dialog.tsx'
import { useAgents } from '../agents/queries.ts'
import { type Share, useShare } from '../mine/my-queries.ts'
import { useDemoMachine } from './demo-machine.ts'
import { OfferFieldset } from './offer-fields.tsx'
import type { OfferFields } from './offer-form.ts'
import classes from './publish-compute.module.css'
import { draft, useChangeCompute, usePublishCompute } from './use-publish-compute.ts'

function DemoLink({ onFill }: { onFill: (fields: Partial<OfferFields>) => void }) {
  const { t } = useTranslation()
  const machine = useDemoMachine(true)
  if (!machine) return null
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      onClick={() => {
        onFill(machine)
        notify('success', t('machines.form.demoHelp'))
      }}
    >
      {t('machines.form.demo')}
    </Button>
  )
}

/** For machines that nobody can reach from outside; where there is no relay it is not offered. */
function WithoutAddress({ onFill }: { onFill: (fields: Partial<OfferFields>) => void }) {
  const { t } = useTranslation()
  const { data } = useAgents({ isWatched: false })
  const [isOpen, setOpen] = useState(false)
  if (!data?.relayUrl) return null
  return (
    <>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
        {t('agents.open')}
      </Button>
      {isOpen && (
        <AgentsDialog
          onClose={() => setOpen(false)}
          onUse={({ host, port }) => {
            onFill({ serverIPv4: host, serverPort: String(port) })
            notify('success', t('agents.used', { host, port }))
            setOpen(false)
          }}
        />
      )}
    </>
  )
}

function Publish() {
  const { t } = useTranslation()
  const { form, submit, refusal, isSending, clear } = usePublishCompute()
  const [hasDraft, setHasDraft] = useState(() => draft.read() !== undefined)
  const hasWallet = useSession().user?.walletFlag !== false
  const fill = (fields: Partial<OfferFields>) => {
    for (const [name, value] of Object.entries(fields))
      form.setValue(name as keyof OfferFields, value, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <>
      {hasDraft && (
        <p className={classes.draft} role="status">
          <span>{t('machines.form.draft')}</span>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              clear()
              setHasDraft(false)
            }}
          >
            {t('machines.form.discard')}
          </Button>
        </p>
      )}
      {/* Its place is kept: whether there are such ways is known later, and the fields below stay where they are. */}
      <div className={classes.helps}>
        <DemoLink onFill={fill} />
        <WithoutAddress onFill={fill} />
      </div>
      <FormFrame
        onSubmit={submit}
        label={t('machines.form.submit')}
        isSending={isSending}
        sendingLabel={t('machines.form.uploading')}
        refusal={refusal}
      >
        <OfferFieldset form={form} />
      </FormFrame>
      {!hasWallet && <WalletGate />}
    </>
  )
}

function Change({ share, isMeasured }: { share: Share; isMeasured: boolean }) {
  const { t } = useTranslation()
  const { form, submit, refusal, isSending } = useChangeCompute(share, isMeasured)
  return (
    <>
      {isMeasured && (
        <p className={classes.draft} role="status">
          {t('machines.form.measured')}
        </p>
      )}
      <FormFrame
        onSubmit={submit}
        label={t('machines.form.saveChanges')}
        isSending={isSending}
        sendingLabel={t('machines.form.uploading')}
        refusal={refusal}
      >
        <OfferFieldset form={form} isChange />
      </FormFrame>
    </>
  )
}

function LoadedChange({ authId, isMeasured }: { authId: string; isMeasured: boolean }) {
  const { t } = useTranslation()
  const { data: share, error, refetch } = useShare(authId)
  const retry = { label: t('common.retry'), onClick: () => void refetch() }
  if (share) return <Change share={share} isMeasured={isMeasured} />
  if (error) return <ErrorState title={errorText(error)} retry={retry} />
  if (share === null) return <ErrorState title={t('common.failedToLoad')} retry={retry} />
  return <FieldsSkeleton label={t('common.loading')} count={6} />
}

/** Publishes a machine; with `?edit=` of a resource id the same form changes one. */
export default function PublishCompute() {
  const { t } = useTranslation()
  const goBack = useWayBack(paths.myCompute({ tab: 'share' }))
  const [search] = useSearchParams()
  const editing = search.get('edit') ?? undefined
  const title = t(editing ? 'machines.form.editTitle' : 'titles.sharedComputing')
  usePageTitle(title)
  return (
    <>
      <PageHeader
        title={title}
        lead={t(editing ? 'machines.form.editLead' : 'machines.form.lead')}
        back={{ label: t('common.back'), onClick: goBack }}
      />
      <div className={classes.page} ref={keepFocus}>
        {editing ? <LoadedChange key={editing} authId={editing} isMeasured={search.has('measured')} /> : <Publish />}
      </div>
    </>
  )
}

import { ErrorState } from '@trove/ui/feedback/error-state'
import { FieldsSkeleton } from '@trove/ui/feedback/skeletons'
import { PageHeader } from '@trove/ui/layout/page-header'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router'
import { paths } from '../../../lib/addresses/paths.ts'
import { useWayBack } from '../../../lib/addresses/use-way-back.ts'
import { errorText } from '../../../lib/calls/notify.ts'
import { usePageTitle } from '../../../lib/shown/page-title.ts'
import { FormFrame } from '../../../market/publish/form-frame.tsx'
import { WalletGate } from '../../../market/publish/wallet-gate.tsx'
import classes from '../code.module.css'
import type { WorkDetail } from '../queries.ts'
import { RightsAccount } from '../rights/rights-account.tsx'
import { ScanPanel } from '../scan/scan-panel.tsx'
import { PictureFields } from './picture-fields.tsx'
import { SourceFields } from './source-fields.tsx'
import { useWorkToEdit } from './use-autosave.ts'
import { MADE_HERE, usePublishWork } from './use-publish-work.ts'
import { VideoField } from './video-field.tsx'
import { AboutFields, OpenFields, PriceFields } from './work-fields.tsx'

function Form({ work }: { work?: WorkDetail }) {
  const { t } = useTranslation()
  const { form, draft, isSaved, isSending, isOnline, needsAccount, refusal, submit } = usePublishWork(work)
  const parts = { id: draft.id, ensureId: draft.ensure }
  return (
    <>
      <p className={classes.quiet}>{t(isOnline ? 'code.form.editLead' : 'code.form.lead')}</p>
      <FormFrame
        onSubmit={submit}
        label={t(isOnline ? 'code.form.save' : 'code.form.publish')}
        isSending={isSending}
        sendingLabel={t('code.form.saving')}
        refusal={refusal}
      >
        <AboutFields form={form} />
        <PriceFields form={form} />
        <PictureFields {...parts} />
        <VideoField {...parts} />
        <SourceFields {...parts}>
          <OpenFields form={form} />
        </SourceFields>
        <RightsAccount />
        <p className={classes.quiet} role="status">
          {isSaved && t('code.form.saved')}
        </p>
      </FormFrame>
      {needsAccount && <WalletGate />}
      {work && work.versions.length > 0 && <ScanPanel id={work.id} />}
    </>
  )
}

function Loaded({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data: work, error, refetch } = useWorkToEdit(id)
  usePageTitle([work?.title, t('code.form.editTitle')].filter(Boolean).join(' · '))
  if (work?.isMine) return <Form work={work} />
  if (error || work)
    return (
      <ErrorState
        title={error ? errorText(error) : t('common.failedToLoad')}
        retry={{ label: t('common.retry'), onClick: () => void refetch() }}
      />
    )
  return <FieldsSkeleton label={t('common.loading')} count={6} />
}

/** Publishes a work; with `?id=` the same form goes on with a draft, or changes what is online. */
export default function PublishWork() {
  const { t } = useTranslation()
  const goBack = useWayBack(paths.workCodeForce())
  const asked = useSearchParams()[0].get('id') ?? undefined
  const { state } = useLocation()
  const [opened, setOpened] = useState({ id: asked, address: asked, no: 0 })
  // The address gets an id as soon as there is a draft: the form that made it stays. Any other change opens another form.
  if (opened.address !== asked)
    setOpened(({ id, no }) =>
      state === MADE_HERE ? { id, no, address: asked } : { id: asked, no: no + 1, address: asked },
    )
  usePageTitle(opened.id ? undefined : t('titles.publishProduct'))
  return (
    <>
      <PageHeader
        title={t(opened.id ? 'code.form.editTitle' : 'titles.publishProduct')}
        back={{ label: t('common.back'), onClick: goBack }}
      />
      <div key={opened.no} className={classes.page}>
        {opened.id ? <Loaded id={opened.id} /> : <Form />}
      </div>
    </>
  )
}

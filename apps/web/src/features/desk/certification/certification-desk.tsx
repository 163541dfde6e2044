import { REASON_CHARS } from '@trove/contract/certification/desk'
import { PageHeader } from '@trove/ui/layout/page-header'
import { Tabs } from '@trove/ui/layout/tabs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { notify } from '../../../lib/calls/notify.ts'
import { WordsDialog } from '../../../lib/shown/words-dialog.tsx'
import classes from '../desk.module.css'
import { DeskList } from '../desk-list.tsx'
import { StaffOnly } from '../staff-only.tsx'
import { ApplicationCard } from './application-card.tsx'
import { ApplicationDialog } from './application-dialog.tsx'
import { type ApplicationView, useApplications, useDecide } from './certification-queries.ts'

const VIEWS = ['waiting', 'decided'] as const

/** What is said after a decision, by where the application stands then. */
const DONE = {
  submitted: 'certification.desk.firstApproved',
  approved: 'certification.desk.approved',
  refused: 'certification.desk.refused',
} as const

/** How many reviewers it takes, once the server said so. */
function ReviewersNote({ needed }: { needed: number | undefined }) {
  const { t } = useTranslation()
  if (needed === undefined) return null
  const words = needed === 1 ? 'certification.desk.reviewers.one' : 'certification.desk.reviewers.two'
  return <p className={classes.quiet}>{t(words)}</p>
}

function Applications({ view }: { view: ApplicationView }) {
  const { t } = useTranslation()
  const pages = useApplications(view)
  const [openId, setOpenId] = useState<string>()
  const [isRefusing, setRefusing] = useState(false)
  const close = () => {
    setRefusing(false)
    setOpenId(undefined)
  }
  const decide = useDecide((state) => {
    notify('success', t(DONE[state]))
    close()
  })
  const empty = { title: t(view === 'waiting' ? 'certification.desk.none' : 'certification.desk.noneDecided') }
  return (
    <>
      <ReviewersNote needed={pages.reviewersNeeded} />
      <DeskList pages={pages} empty={empty}>
        {(application) => (
          <ApplicationCard key={application.id} application={application} onOpen={() => setOpenId(application.id)} />
        )}
      </DeskList>
      {openId !== undefined && (
        <ApplicationDialog
          id={openId}
          isBusy={decide.isPending}
          onClose={close}
          onApprove={() => decide.mutate({ id: openId, decision: 'approve' })}
          onRefuse={() => setRefusing(true)}
        />
      )}
      {openId !== undefined && isRefusing && (
        <WordsDialog
          title={t('certification.desk.refuseTitle')}
          text={t('certification.desk.refuseText')}
          label={t('certification.desk.reason')}
          emptyText={t('certification.desk.reasonEmpty')}
          maxLength={REASON_CHARS}
          sendLabel={t('certification.desk.refuse')}
          isDangerous
          isBusy={decide.isPending}
          onClose={() => setRefusing(false)}
          onSend={(reason) => decide.mutate({ id: openId, decision: 'refuse', reason })}
        />
      )}
    </>
  )
}

/** Applications to be certified: those that wait and those decided; papers behind a second factor. */
export default function CertificationDesk() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchParams()
  const view = VIEWS.find((known) => known === search.get('view')) ?? 'waiting'
  return (
    <div className={classes.page}>
      <PageHeader title={t('titles.certificationDesk')} lead={t('certification.desk.lead')} />
      <StaffOnly of="reviewer">
        <Tabs
          label={t('titles.certificationDesk')}
          value={view}
          onChange={(next) => setSearch({ view: next }, { replace: true })}
          items={VIEWS.map((value) => ({ value, label: t(`certification.desk.views.${value}`) }))}
        >
          <Applications key={view} view={view} />
        </Tabs>
      </StaffOnly>
    </div>
  )
}

import { APPLICATION_ENDS, REASON_CHARS } from '@trove/contract/certification/desk'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { FailedIcon, VerifiedIcon, WaitingIcon } from '@trove/ui/icons/states'
import type { DataColumn } from '@trove/ui/lists/data-table'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/calls/notify.ts'
import { onRefusal } from '../../../lib/calls/refusal.ts'
import { WordsQuestion } from '../cases/words-question.tsx'
import { sinceColumn } from '../columns.tsx'
import classes from '../desk.module.css'
import { DeskPage } from '../desk-page.tsx'
import { DeskTable } from '../desk-table.tsx'
import type { CaseFilter } from '../filters/case-filter.ts'
import { nameOf } from '../name-of.ts'
import { ApplicationDialog } from './application-dialog.tsx'
import { ApprovalLines, DecisionLine, wordOf } from './application-parts.tsx'
import {
  type Application,
  type ApplicationEnd,
  type ApplicationView,
  useApplications,
  useDecide,
} from './certification-queries.ts'

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

const LOOKS = {
  submitted: { tone: 'amber', icon: WaitingIcon },
  approved: { tone: 'jade', icon: VerifiedIcon },
  refused: { tone: 'coral', icon: FailedIcon },
} as const

/** Without a real name. */
const columnsOf = (t: TFunction): DataColumn<Application>[] => [
  {
    id: 'person',
    label: t('certification.desk.person'),
    cell: ({ person }) => nameOf(person),
  },
  {
    id: 'identity',
    label: t('certification.form.identity'),
    cell: ({ identity, workExp }) => `${wordOf(identity)} · ${wordOf(workExp)}`,
    twoLinesEm: 12,
    phone: 'line',
  },
  {
    id: 'fields',
    label: t('certification.desk.fields'),
    cell: ({ fields }) => fields.map((field) => [field, ...field.skills].map(wordOf).join(' · ')).join('; '),
    twoLinesEm: 26,
  },
  sinceColumn(t, ({ submittedAt }) => submittedAt),
  {
    id: 'state',
    label: t('desk.columns.state'),
    cell: ({ state }) => <StatusBadge {...LOOKS[state]} label={t(`certification.desk.states.${state}`)} />,
    phone: 'end',
  },
  {
    id: 'decisions',
    label: t('certification.desk.decisions'),
    cell: (application) => (
      <div className={classes.inRow}>
        <ApprovalLines application={application} />
        <DecisionLine application={application} />
      </div>
    ),
    twoLinesEm: 14,
    phone: 'line',
  },
]

/** An application that is open, with the two decisions. */
function OpenApplication({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [isRefusing, setRefusing] = useState(false)
  const decide = useDecide(id, (state) => {
    notify('success', t(DONE[state]))
    onClose()
  })
  const takeBack = () => setRefusing(false)
  const question = isRefusing && (
    <WordsQuestion
      title={t('certification.desk.refuseTitle')}
      text={t('certification.desk.refuseText')}
      label={t('certification.desk.reason')}
      emptyText={t('certification.desk.reasonEmpty')}
      maxLength={REASON_CHARS}
      confirmLabel={t('certification.desk.refuse')}
      isDangerous
      isBusy={decide.isPending}
      onTakeBack={takeBack}
      onSend={(reason) => decide.mutate({ decision: 'refuse', reason }, { onError: onRefusal(takeBack) })}
    />
  )
  return (
    <ApplicationDialog
      id={id}
      isBusy={decide.isPending}
      onClose={onClose}
      onApprove={() => decide.mutate({ decision: 'approve' })}
      onRefuse={() => setRefusing(true)}
      question={question}
      onTakeBack={takeBack}
    />
  )
}

function Applications({ view, filter }: { view: ApplicationView; filter: CaseFilter<ApplicationEnd> }) {
  const { t } = useTranslation()
  const pages = useApplications(view, filter)
  return (
    <>
      <ReviewersNote needed={pages.reviewersNeeded} />
      <DeskTable
        label={t('titles.certificationDesk')}
        pages={pages}
        empty={
          view === 'waiting'
            ? {
                title: t('certification.desk.none'),
                next: { value: 'decided', label: t('certification.desk.views.decided') },
              }
            : {
                title: t('certification.desk.noneDecided'),
                next: { value: 'waiting', label: t('certification.desk.views.waiting') },
              }
        }
        columns={columnsOf(t)}
        panel={(id, close) => <OpenApplication key={id} id={id} onClose={close} />}
      />
    </>
  )
}

/** Applications to be certified: those that wait and those decided; papers behind a second factor. */
export default function CertificationDesk() {
  const { t } = useTranslation()
  return (
    <DeskPage
      title={t('titles.certificationDesk')}
      lead={t('certification.desk.lead')}
      of="reviewer"
      views={VIEWS.map((value) => ({ value, label: t(`certification.desk.views.${value}`) }))}
      filters={{
        placeholder: t('desk.filters.byPerson'),
        waits: ['waiting'],
        ends: APPLICATION_ENDS.map((value) => ({ value, label: t(`certification.desk.states.${value}`) })),
      }}
    >
      {(view, filter) => <Applications key={view} view={view} filter={filter} />}
    </DeskPage>
  )
}

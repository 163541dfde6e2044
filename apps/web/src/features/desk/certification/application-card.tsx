import { ActionButton } from '@trove/ui/actions/action-button'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { FailedIcon, VerifiedIcon, WaitingIcon } from '@trove/ui/icons/states'
import { AvatarImage } from '@trove/ui/lists/avatar-image'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/session/language.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import classes from '../desk.module.css'
import type { Application } from './certification-queries.ts'

const LOOKS = {
  submitted: { tone: 'amber', icon: WaitingIcon },
  approved: { tone: 'jade', icon: VerifiedIcon },
  refused: { tone: 'coral', icon: FailedIcon },
} as const

const wordOf = (word: { labelZh: string; labelEn: string }) =>
  currentLanguage() === 'en' ? word.labelEn : word.labelZh

/** What a person applied with, in words: identity, experience, fields and skills. */
export function ApplicationFacts({ application }: { application: Application }) {
  return (
    <>
      <p>
        {wordOf(application.identity)} · {wordOf(application.workExp)}
      </p>
      <ul className={classes.trail}>
        {application.fields.map((field) => (
          <li key={field.value}>
            {wordOf(field)}: {field.skills.map(wordOf).join(' · ')}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Who approved before whoever decided, or before a second reviewer who is awaited. */
export function ApprovalLines({ application }: { application: Application }) {
  const { t } = useTranslation()
  const before = application.approvals.filter(({ by }) => by.id !== application.decidedBy?.id)
  return before.map(({ by, at }) => (
    <p key={by.id} className={classes.quiet}>
      {t('certification.desk.approvedFirst', { name: by.nickName || by.id, when: formatMoment(at) })}
    </p>
  ))
}

/** Who decided, when, and why. */
export function DecisionLine({ application }: { application: Application }) {
  const { t } = useTranslation()
  const { state, decidedBy, decidedAt, reason } = application
  if (state === 'submitted' || !decidedAt) return null
  const name = decidedBy?.nickName || (decidedBy?.id ?? '')
  return (
    <p className={classes.quiet}>
      {t(`certification.desk.decidedBy.${state}`, { name, when: formatMoment(decidedAt) })}
      {reason && (
        <>
          {' '}
          <q>{reason}</q>
        </>
      )}
    </p>
  )
}

/** One application of the list, without a real name. */
export function ApplicationCard({ application, onOpen }: { application: Application; onOpen: () => void }) {
  const { t } = useTranslation()
  const { person, state, submittedAt } = application
  const { tone, icon } = LOOKS[state]
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <AvatarImage src={person.headImgUrl} name={person.nickName || person.id} />
        <div className={classes.words}>
          <strong>{person.nickName || person.id}</strong>
          <time className={classes.quiet} dateTime={submittedAt}>
            {t('certification.desk.applied', { when: formatMoment(submittedAt) })}
          </time>
        </div>
        <StatusBadge tone={tone} icon={icon} label={t(`certification.desk.states.${state}`)} />
      </div>
      <ApplicationFacts application={application} />
      <ApprovalLines application={application} />
      <DecisionLine application={application} />
      <div className={classes.actions}>
        <ActionButton
          kind={state === 'submitted' ? 'main' : 'plain'}
          action={{
            label: t(state === 'submitted' ? 'certification.desk.open' : 'certification.desk.look'),
            onClick: onOpen,
          }}
        />
      </div>
    </li>
  )
}

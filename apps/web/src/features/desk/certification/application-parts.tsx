import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/session/language.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import classes from '../desk.module.css'
import { nameOf } from '../name-of.ts'
import type { Application } from './certification-queries.ts'

export const wordOf = (word: { labelZh: string; labelEn: string }) =>
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
      {t('certification.desk.approvedFirst', { name: nameOf(by), when: formatMoment(at) })}
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

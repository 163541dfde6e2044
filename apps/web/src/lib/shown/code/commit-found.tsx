import type { CommitEvidence } from '@trove/contract/talent/hours'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { formatMoment } from '../format.ts'
import classes from './commit-found.module.css'

const SHORT_OID = 7

/** What the repository says of the commit that an entry links to. */
export function CommitFound({ commit }: { commit: z.output<typeof CommitEvidence> }) {
  const { t } = useTranslation()
  const { state, subject, author, at } = commit
  return (
    <p className={classes.commit} data-state={state}>
      {t(`talent.sheet.commit.${state}`, { oid: commit.oid.slice(0, SHORT_OID), subject })}
      {at && <small>{t('talent.sheet.commit.by', { author, when: formatMoment(at) })}</small>}
    </p>
  )
}

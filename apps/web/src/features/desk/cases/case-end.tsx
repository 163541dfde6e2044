import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../lib/shown/format.ts'
import classes from '../desk.module.css'

type CaseEndProps = {
  /** How it ended and by whom; undefined while it has not. */
  words: string | undefined
  endedAt: string | null
}

/** How a case ended, and when. It is read out where that is found out by a ruling that came too late. */
export function CaseEnd({ words, endedAt }: CaseEndProps) {
  if (words === undefined) return null
  return <p role="status">{[endedAt && formatMoment(endedAt), words].filter(Boolean).join(' · ')}</p>
}

/** A ruling that was being written when somebody else ended the case or proposed one: it went to nobody, and can be copied. */
export function UnsentRuling({ typed, reason }: { typed: string; reason: string }) {
  const { t } = useTranslation()
  if (typed === '' && reason.trim() === '') return null
  return (
    <section>
      <h3 className={classes.part}>{t('desk.unsent')}</h3>
      {typed !== '' && <p>{typed}</p>}
      <p className={classes.said}>{reason}</p>
    </section>
  )
}

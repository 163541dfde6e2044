import { useTranslation } from 'react-i18next'
import { decidedWords } from '../cases/decided-words.ts'
import classes from '../desk.module.css'
import { nameOf } from '../name-of.ts'
import type { DisputeHead } from './dispute-queries.ts'

/** Who ruled or proposed what, and who confirmed it. */
export function RulingTrail({ rulings }: { rulings: DisputeHead['rulings'] }) {
  const { t } = useTranslation()
  if (rulings.length === 0) return null
  return (
    <ul className={classes.trail}>
      {rulings.map((ruling) => (
        <li key={ruling.id}>
          {t(`disputes.desk.trail.${ruling.state}`, {
            name: nameOf(ruling.by),
            hours: ruling.hours,
            of: ruling.ofHours,
          })}
          {decidedWords(t, ruling)}
          <q>{ruling.reason}</q>
        </li>
      ))}
    </ul>
  )
}

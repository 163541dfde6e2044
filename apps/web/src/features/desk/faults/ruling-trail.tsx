import { useTranslation } from 'react-i18next'
import { moneyText } from '../../../lib/shown/money.ts'
import { decidedWords } from '../cases/decided-words.ts'
import classes from '../desk.module.css'
import { nameOf } from '../name-of.ts'
import type { FaultHead } from './fault-queries.ts'

const CONTEST_TRAIL = {
  proposed: 'faults.desk.contestTrail.proposed',
  final: 'faults.desk.contestTrail.final',
  declined: 'faults.desk.contestTrail.declined',
} as const

/** Who ruled or proposed what. */
export function RulingTrail({ rulings }: { rulings: FaultHead['rulings'] }) {
  const { t } = useTranslation()
  if (rulings.length === 0) return null
  return (
    <ul className={classes.trail}>
      {rulings.map(({ id, state, by, refundAmount, restAmount, goesBack, reason, decidedBy }) => (
        <li key={id}>
          {goesBack === null
            ? t(`faults.desk.trail.${state}`, {
                name: nameOf(by),
                amount: moneyText(refundAmount),
                of: moneyText(restAmount),
              })
            : t(CONTEST_TRAIL[state], {
                name: nameOf(by),
                side: t(goesBack ? 'faults.desk.goesBack' : 'faults.desk.stays'),
              })}
          {decidedWords(t, { state, decidedBy })}
          <q>{reason}</q>
        </li>
      ))}
    </ul>
  )
}

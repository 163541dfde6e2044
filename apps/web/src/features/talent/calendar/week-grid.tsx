import { Button } from '@mantine/core'
import { HOURS_OF_A_DAY } from '@trove/contract/talent/calendar'
import { FormSection } from '@trove/ui/layout/form-section'
import { useTranslation } from 'react-i18next'
import { weekdayNames } from '../../../lib/shown/format.ts'
import classes from './calendar.module.css'
import { hourText } from './clock.ts'

const HOURS = Array.from({ length: HOURS_OF_A_DAY }, (_, hour) => hour)
const placesOf = (days: number, from: number, until: number) =>
  Array.from({ length: days }, (_, day) => HOURS.slice(from, until).map((hour) => day * HOURS_OF_A_DAY + hour)).flat()
const QUICK = [
  { label: 'freeHours.workdays', places: placesOf(5, 9, 18) },
  { label: 'freeHours.evenings', places: placesOf(7, 19, 22) },
] as const

type WeekGridProps = { weekly: readonly number[]; onChange: (weekly: number[]) => void }

/** The free hours of a week: a column for each day, a box for each hour. */
export function WeekGrid({ weekly, onChange }: WeekGridProps) {
  const { t } = useTranslation()
  const chosen = new Set(weekly)
  const names = weekdayNames()
  const set = (place: number, isFree: boolean) => {
    if (isFree) chosen.add(place)
    else chosen.delete(place)
    onChange([...chosen].toSorted((a, b) => a - b))
  }
  return (
    <FormSection title={t('freeHours.week')} help={t('freeHours.weekHelp')}>
      <div className={classes.quick}>
        {QUICK.map(({ label, places }) => (
          <Button
            key={label}
            variant="default"
            onClick={() => onChange([...new Set([...weekly, ...places])].toSorted((a, b) => a - b))}
          >
            {t(label)}
          </Button>
        ))}
        <Button variant="subtle" onClick={() => onChange([])}>
          {t('freeHours.clear')}
        </Button>
      </div>
      <table className={classes.week}>
        <thead>
          <tr>
            <th scope="col">{t('freeHours.hour')}</th>
            {names.map((name) => (
              <th key={name.short} scope="col">
                <abbr title={name.long}>{name.short}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {HOURS.map((hour) => (
            <tr key={hour}>
              <th scope="row">{hourText(hour)}</th>
              {names.map((name, day) => (
                <td key={name.short}>
                  <input
                    type="checkbox"
                    className={classes.box}
                    aria-label={t('freeHours.hourOf', { day: name.long, hour: hourText(hour) })}
                    checked={chosen.has(day * HOURS_OF_A_DAY + hour)}
                    onChange={(event) => set(day * HOURS_OF_A_DAY + hour, event.currentTarget.checked)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </FormSection>
  )
}

import { ActionIcon, TextInput } from '@mantine/core'
import { FREE_DAYS_MAX, HOURS_OF_A_DAY } from '@trove/contract/talent/calendar'
import { DeleteIcon } from '@trove/ui/icons/actions'
import { PlainSelect } from '@trove/ui/inputs/plain-select'
import { FormSection } from '@trove/ui/layout/form-section'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatWeekday } from '../../../lib/shown/format.ts'
import { ReasonButton } from '../../../lib/shown/reason-button.tsx'
import { Quiet } from '../../../market/detail/panel.tsx'
import classes from './calendar.module.css'
import { hourText, spansOf } from './clock.ts'
import type { Marked } from './queries.ts'

type Days = Marked['days']
const hoursFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, n) => ({ value: String(first + n), label: hourText(first + n) }))
const STARTS = hoursFrom(0, HOURS_OF_A_DAY)

function Adding({ onAdd, isFull }: { onAdd: (day: string, hours: number[]) => void; isFull: boolean }) {
  const { t } = useTranslation()
  const [day, setDay] = useState('')
  const [from, setFrom] = useState('9')
  const [until, setUntil] = useState('18')
  const [first, end] = [Number(from), Math.max(Number(until), Number(from) + 1)]
  const full = isFull ? t('freeHours.full', { count: FREE_DAYS_MAX }) : undefined
  const reason = day === '' ? t('freeHours.dateFirst') : full
  return (
    <div className={classes.adding}>
      <TextInput
        type="date"
        label={t('freeHours.date')}
        value={day}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      <div className={classes.quick}>
        <PlainSelect label={t('freeHours.from')} options={STARTS} value={from} onChange={setFrom} />
        <PlainSelect
          label={t('freeHours.until')}
          options={hoursFrom(first + 1, HOURS_OF_A_DAY - first)}
          value={String(end)}
          onChange={setUntil}
        />
      </div>
      <div className={classes.quick}>
        <ReasonButton
          variant="default"
          reason={reason}
          onClick={() =>
            onAdd(
              day,
              STARTS.map(({ value }) => Number(value)).filter((hour) => hour >= first && hour < end),
            )
          }
        >
          {t('freeHours.addFree')}
        </ReasonButton>
        <ReasonButton variant="default" reason={reason} onClick={() => onAdd(day, [])}>
          {t('freeHours.addOff')}
        </ReasonButton>
      </div>
    </div>
  )
}

/** Dates on which other hours count than those of the week. */
export function OtherDays({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const { t } = useTranslation()
  const add = (day: string, hours: number[]) => {
    const before = days.find((one) => one.day === day)?.hours ?? []
    // A second time of the same date comes beside the first; a day off replaces both.
    const next = { day, hours: hours.length > 0 ? [...new Set([...before, ...hours])].toSorted((a, b) => a - b) : [] }
    onChange([...days.filter((one) => one.day !== day), next].toSorted((a, b) => a.day.localeCompare(b.day)))
  }
  const isFull = days.length >= FREE_DAYS_MAX
  return (
    <FormSection title={t('freeHours.other')} help={t('freeHours.otherHelp')}>
      {days.length > 0 && (
        <ul className={classes.days}>
          {days.map(({ day, hours }) => (
            <li key={day} className={classes.day}>
              <span className={classes.date}>{formatWeekday(day)}</span>
              <span className={classes.spans}>
                {hours.length === 0 ? t('freeHours.off') : spansOf(hours).map((span) => <span key={span}>{span}</span>)}
              </span>
              <ActionIcon
                variant="subtle"
                size="lg"
                aria-label={t('freeHours.remove', { day: formatWeekday(day) })}
                onClick={() => onChange(days.filter((one) => one.day !== day))}
              >
                <DeleteIcon size={18} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <Adding onAdd={add} isFull={isFull} />
      {isFull && <Quiet>{t('freeHours.full', { count: FREE_DAYS_MAX })}</Quiet>}
    </FormSection>
  )
}

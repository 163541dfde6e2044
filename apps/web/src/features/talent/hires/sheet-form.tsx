import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { addSheetEntry, NOTE_MAX, removeSheetEntry } from '@trove/contract/talent/hours'
import { UnitInput } from '@trove/ui/inputs/unit-input'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { useRefresh } from '../../../market/orders/use-order-actions.ts'
import classes from '../talent.module.css'

/** The day it is in Shanghai, by which days of work are counted. */
const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date())
const MINUTES_OF_A_DAY = 1440

/** Takes an entry of the time-sheet back. */
export function useRemoveTime(onDone: () => void) {
  const refresh = useRefresh('talent')
  return useMutation({
    mutationFn: (id: string) => api(removeSheetEntry, { params: { id } }),
    onSettled: () => {
      onDone()
      return refresh()
    },
  })
}

type WorkFieldsProps = {
  note: string
  onNote: (note: string) => void
  link: string
  onLink: (link: string) => void
}

/** What was done, and where it can be seen. */
function WorkFields({ note, onNote, link, onLink }: WorkFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        label={t('talent.sheet.note')}
        value={note}
        maxLength={NOTE_MAX}
        onChange={(event) => onNote(event.currentTarget.value)}
      />
      <TextInput
        label={t('talent.sheet.link')}
        description={t('talent.sheet.linkHelp')}
        value={link}
        inputMode="url"
        onChange={(event) => onLink(event.currentTarget.value)}
      />
    </>
  )
}

/** Writes time worked into the time-sheet. */
export function AddTime({ orderId }: { orderId: string }) {
  const { t } = useTranslation()
  const refresh = useRefresh('talent')
  const [workDay, setDay] = useState(today)
  const [minutes, setMinutes] = useState('')
  const [note, setNote] = useState('')
  const [link, setLink] = useState('')
  const add = useMutation({
    mutationFn: () =>
      api(addSheetEntry, { params: { id: orderId }, body: { workDay, minutes: Number(minutes), note, link } }),
    onSuccess: () => {
      setMinutes('')
      setNote('')
      setLink('')
    },
    onSettled: refresh,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        type="date"
        label={t('talent.sheet.day')}
        value={workDay}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      <UnitInput
        label={t('talent.sheet.minutes')}
        unit={t('talent.sheet.minuteUnit')}
        value={minutes}
        onChange={setMinutes}
        maxDigits={4}
        max={MINUTES_OF_A_DAY}
      />
      <WorkFields note={note} onNote={setNote} link={link} onLink={setLink} />
      <div>
        <Button
          type="submit"
          variant="default"
          loading={add.isPending}
          disabled={!workDay || !Number(minutes) || note.trim() === ''}
        >
          {t('talent.sheet.add')}
        </Button>
      </div>
    </form>
  )
}

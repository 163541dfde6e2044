import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ContractError, type ErrorCode } from '@trove/contract/errors/codes'
import { addSheetEntry, NOTE_MAX, removeSheetEntry } from '@trove/contract/talent/hours'
import { OutcomeNote } from '@trove/ui/feedback/outcome-note'
import { UnitInput } from '@trove/ui/inputs/unit-input'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { useNow } from '../../../lib/calls/clock.ts'
import { errorText } from '../../../lib/calls/notify.ts'
import { ReasonButton } from '../../../lib/shown/reason-button.tsx'
import { useRefresh } from '../../../market/orders/use-order-actions.ts'
import classes from '../talent.module.css'

/** The day in Shanghai, by which days of work are counted. */
const dayOf = (now: Date) => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(now)
const MINUTES_OF_A_DAY = 1440
const MINUTE_MS = 60_000

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

/** Refusals that are about one field; all others stand beside the button. */
const FIELD_OF: Partial<Record<ErrorCode, Field>> = {
  'talent.link-inside': 'link',
  'talent.day-ahead': 'workDay',
  'talent.day-before': 'workDay',
}
type Field = 'workDay' | 'link'

/** What the server says of the fields or of the whole, until something is changed. */
function useRefused() {
  const [refused, setRefused] = useState<{ field: Field | undefined; text: string }>()
  const tell = (error: unknown) => {
    const code = error instanceof ContractError ? FIELD_OF[error.code] : undefined
    const isLink = error instanceof ContractError && error.fields?.some(({ path }) => path === 'link')
    setRefused({ field: code ?? (isLink ? 'link' : undefined), text: errorText(error) })
  }
  return {
    tell,
    textOf: (field?: Field) => (refused?.field === field ? refused?.text : undefined),
    forget: () => setRefused(undefined),
  }
}

type WorkFieldsProps = {
  linkError: string | undefined
  note: string
  onNote: (note: string) => void
  link: string
  onLink: (link: string) => void
}

/** What was done, and where it can be seen. */
function WorkFields({ note, onNote, link, onLink, linkError }: WorkFieldsProps) {
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
        error={linkError}
        inputMode="url"
        onChange={(event) => onLink(event.currentTarget.value)}
      />
    </>
  )
}

type Entry = { workDay?: string; minutes: string; note: string; link: string }
const EMPTY = { minutes: '', note: '', link: '' }

/** What is typed of an entry, and sending it; a refusal of a field goes with the next change. */
function useAddTime(orderId: string) {
  const refresh = useRefresh('talent')
  const [typed, setEntry] = useState<Entry>(EMPTY)
  // Today, by the clock of the site: a reader's own may stand before the day of the order.
  const today = dayOf(useNow(MINUTE_MS))
  const entry = { ...typed, workDay: typed.workDay ?? today }
  const { tell, textOf, forget } = useRefused()
  const add = useMutation({
    mutationFn: () =>
      api(addSheetEntry, { params: { id: orderId }, body: { ...entry, minutes: Number(entry.minutes) } }),
    onSuccess: () => setEntry((now) => ({ ...now, ...EMPTY })),
    meta: { isHandled: true },
    onError: tell,
    onSettled: refresh,
  })
  const change = (changes: Partial<typeof entry>) => {
    setEntry((now) => ({ ...now, ...changes }))
    forget()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    forget()
    add.mutate()
  }
  return { ...entry, change, submit, textOf, isSending: add.isPending }
}

/** Writes time worked into the time-sheet. */
export function AddTime({ orderId }: { orderId: string }) {
  const { t } = useTranslation()
  const { workDay, minutes, note, link, change, submit, textOf, isSending } = useAddTime(orderId)
  const isWhole = workDay && Number(minutes) && note.trim() !== ''
  const reason = isWhole ? undefined : t('reasons.entry')
  const refusal = textOf()
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        type="date"
        label={t('talent.sheet.day')}
        value={workDay}
        error={textOf('workDay')}
        onChange={(event) => change({ workDay: event.currentTarget.value })}
      />
      <UnitInput
        label={t('talent.sheet.minutes')}
        unit={t('talent.sheet.minuteUnit')}
        value={minutes}
        onChange={(next) => change({ minutes: next })}
        maxDigits={4}
        max={MINUTES_OF_A_DAY}
      />
      <WorkFields
        note={note}
        onNote={(next) => change({ note: next })}
        link={link}
        onLink={(next) => change({ link: next })}
        linkError={textOf('link')}
      />
      {refusal && <OutcomeNote kind="error" title={refusal} />}
      <div>
        <ReasonButton type="submit" variant="default" loading={isSending} reason={reason}>
          {t('talent.sheet.add')}
        </ReasonButton>
      </div>
    </form>
  )
}

import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../desk.module.css'

export type CaseQuestionProps = {
  title: string
  /** One sentence that says what will happen. */
  text?: string
  confirmLabel: string
  isDangerous?: boolean
  /** The answer is being carried out: both buttons wait. */
  isBusy: boolean
  onTakeBack: () => void
  onConfirm: () => void
  /** What has to be filled in first. */
  children?: ReactNode
}

/** Asks before a decision about a case, at the foot of its panel. It has the focus first, or its first field has. */
export function CaseQuestion(props: CaseQuestionProps) {
  const { title, text, confirmLabel, isDangerous, isBusy, onTakeBack, onConfirm, children } = props
  const { t } = useTranslation()
  const id = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const field = group.current?.querySelector<HTMLElement>('input, select, textarea')
    ;(field ?? group.current)?.focus()
  }, [])
  return (
    <fieldset ref={group} tabIndex={-1} aria-describedby={text && id} className={classes.question}>
      <legend>{title}</legend>
      {text && <p id={id}>{text}</p>}
      {children}
      <div className={classes.answers}>
        <Button variant="default" onClick={onTakeBack} disabled={isBusy}>
          {t('common.cancel')}
        </Button>
        <Button color={isDangerous ? 'coral' : 'jade'} onClick={onConfirm} loading={isBusy}>
          {confirmLabel}
        </Button>
      </div>
    </fieldset>
  )
}

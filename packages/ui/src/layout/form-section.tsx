import type { ReactNode } from 'react'
import { keepFocus } from '../base/kept-focus.tsx'
import classes from './form-section.module.css'

type FormSectionProps = { title?: string; help?: ReactNode; children: ReactNode }

/** Part of a form: a title, a sentence, and its fields, always in one column. */
export function FormSection({ title, help, children }: FormSectionProps) {
  return (
    <fieldset className={classes.section} ref={keepFocus}>
      {title && <legend className={classes.title}>{title}</legend>}
      {help && <p className={classes.help}>{help}</p>}
      <div className={classes.fields}>{children}</div>
    </fieldset>
  )
}

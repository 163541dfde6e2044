import type { ReactNode } from 'react'
import { keepFocus } from '../base/kept-focus.tsx'
import classes from './form-section.module.css'

type FormSectionProps = { title?: string; help?: ReactNode; children: ReactNode; isPaired?: boolean }

/** Part of a form: a title, a sentence, fields in one column; `isPaired` puts short fields two by two at a desk. */
export function FormSection({ title, help, children, isPaired }: FormSectionProps) {
  return (
    <fieldset className={classes.section} ref={keepFocus}>
      {title && <legend className={classes.title}>{title}</legend>}
      {help && <p className={classes.help}>{help}</p>}
      <div className={`${classes.fields} ${isPaired ? classes.pairs : ''}`}>{children}</div>
    </fieldset>
  )
}

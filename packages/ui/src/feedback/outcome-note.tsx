import type { ReactNode } from 'react'
import tones from '../base/tone.module.css'
import { FailedIcon, SuccessIcon, WaitingIcon, WarningIcon } from '../icons/states.tsx'
import classes from './outcome-note.module.css'

type OutcomeNoteProps = { kind: 'success' | 'waiting' | 'warning' | 'error'; title: string; text?: ReactNode }

const LOOKS = {
  success: { tone: tones.jade, icon: SuccessIcon },
  waiting: { tone: tones.sky, icon: WaitingIcon },
  warning: { tone: tones.amber, icon: WarningIcon },
  error: { tone: tones.coral, icon: FailedIcon },
} as const

/** What became of what was asked; it stands in its place until something else is asked. Announced to screen readers. */
export function OutcomeNote({ kind, title, text }: OutcomeNoteProps) {
  const { tone, icon: Icon } = LOOKS[kind]
  return (
    <div className={`${classes.note} ${tone}`} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon size={20} />
      <div>
        <p className={classes.title}>{title}</p>
        {text && <p className={classes.text}>{text}</p>}
      </div>
    </div>
  )
}

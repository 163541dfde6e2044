import type { ReactNode } from 'react'
import type { IconComponent } from '../icons/icon.tsx'
import { CheckIcon, FailedIcon, ServingIcon, WaitingIcon } from '../icons/states.tsx'
import classes from './time-line.module.css'

/** One state of something that goes on: `now` runs, `waiting` needs somebody, `next` is still to come. */
export type TimeLineStep = {
  id: string
  state: 'done' | 'now' | 'waiting' | 'next' | 'failed'
  label: string
  /** Time as shown to the person. */
  time?: string
  /** What happens here and who must act. */
  note?: ReactNode
  icon?: IconComponent
}

const stateIcons: Record<TimeLineStep['state'], IconComponent | null> = {
  done: CheckIcon,
  now: ServingIcon,
  waiting: WaitingIcon,
  next: null,
  failed: FailedIcon,
}

/** States of an order with their times, from first to last; the present one is marked for screen readers too. */
export function TimeLine({ steps, label }: { steps: readonly TimeLineStep[]; label: string }) {
  return (
    <ol className={classes.line} aria-label={label}>
      {steps.map((step) => {
        const Icon = step.icon ?? stateIcons[step.state]
        const isPresent = step.state === 'now' || step.state === 'waiting'
        return (
          <li
            key={step.id}
            className={classes.step}
            data-state={step.state}
            aria-current={isPresent ? 'step' : undefined}
          >
            <span className={classes.dot}>{Icon && <Icon size={13} />}</span>
            <div>
              <div className={classes.head}>
                <span className={classes.label}>{step.label}</span>
                {step.time && <span className={classes.time}>{step.time}</span>}
              </div>
              {step.note && <p className={classes.note}>{step.note}</p>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

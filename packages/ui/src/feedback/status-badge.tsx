import type { Tone } from '../base/tokens.tsx'
import tones from '../base/tone.module.css'
import type { IconComponent } from '../icons/icon.tsx'
import classes from './status-badge.module.css'

type StatusBadgeProps = {
  tone: Tone
  icon: IconComponent
  label: string
  /** Without the coloured ground, for dense rows. */
  isQuiet?: boolean
}

/** A state as icon, word and colour together; colour never speaks alone. */
export function StatusBadge({ tone, icon: Icon, label, isQuiet }: StatusBadgeProps) {
  return (
    <span className={`${classes.badge} ${tones[tone]} ${isQuiet ? classes.quiet : ''}`}>
      <Icon size={15} />
      {label}
    </span>
  )
}

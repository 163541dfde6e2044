import { HoverTip } from '../feedback/hover-tip.tsx'
import classes from './verified-mark.module.css'

/** The seal beside the name of a person or machine that was checked; `label` says what was checked. */
export function VerifiedMark({ label, size = 16 }: { label: string; size?: number }) {
  return (
    <HoverTip label={label}>
      <svg viewBox="0 0 20 20" width={size} height={size} className={classes.mark} role="img" aria-label={label}>
        <path
          className={classes.seal}
          d="M10 .8l2.5 1.7 3-.1.9 2.9 2.5 1.7-1 2.9 1 2.9-2.5 1.7-.9 2.9-3-.1L10 19l-2.5-1.7-3 .1-.9-2.9-2.5-1.7 1-2.9-1-2.9 2.5-1.7.9-2.9 3 .1Z"
        />
        <path className={classes.tick} d="m6.4 10 2.5 2.5 4.7-5" />
      </svg>
    </HoverTip>
  )
}

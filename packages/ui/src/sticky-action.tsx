import type { ReactNode } from 'react'
import { useDevice } from './device.tsx'
import classes from './sticky-action.module.css'

type StickyActionProps = {
  /** The main action, and at most one beside it. */
  children: ReactNode
  /** Price or sum at the left. */
  info?: ReactNode
  note?: ReactNode
}

/** The main action of a screen: at its end at a desk; on a phone a bar at the bottom that stays in sight, with the price. */
export function StickyAction({ children, info, note }: StickyActionProps) {
  const isPhone = useDevice() === 'mobile'
  return (
    <>
      {isPhone && <div className={classes.spacer} aria-hidden />}
      <div className={`${classes.plain} ${isPhone ? classes.bar : ''}`}>
        {(info || note) && (
          <div className={classes.info}>
            {info}
            {note && <div className={classes.note}>{note}</div>}
          </div>
        )}
        <div className={classes.actions}>{children}</div>
      </div>
    </>
  )
}

import { useElementSize } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useDevice } from '../base/device.tsx'
import classes from './sticky-action.module.css'

type StickyActionProps = {
  /** The main action, and at most one beside it. */
  children: ReactNode
  /** Price or sum at the left. */
  info?: ReactNode
  /** A line below it; or why the action failed (an `OutcomeNote`), which stands beside the action at a desk, and above it on a phone. */
  note?: ReactNode
  /** At a desk it stands as a card beside the content and stays in sight, instead of at its end. */
  isBeside?: boolean
}

const WHOLE_BOX = { box: 'border-box' } as const

/** The main action of a screen: at its end or beside it at a desk; on a phone a bar at the bottom that stays in sight, with the price. */
export function StickyAction({ children, info, note, isBeside }: StickyActionProps) {
  const isPhone = useDevice() === 'mobile'
  // A long price sends the button to a second line: the end of the page keeps as much room as the bar takes.
  const { ref, height } = useElementSize<HTMLDivElement>(WHOLE_BOX)
  const look = isPhone ? classes.bar : isBeside ? classes.beside : ''
  return (
    <>
      {isPhone && <div className={classes.spacer} style={height > 0 ? { height } : undefined} aria-hidden />}
      <div ref={isPhone ? ref : undefined} className={`${classes.plain} ${look}`}>
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

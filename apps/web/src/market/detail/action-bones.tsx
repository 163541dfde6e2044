import { StickyAction } from '@trove/ui/actions/sticky-action'
import { WordsBone } from '@trove/ui/feedback/skeletons'
import classes from './panel.module.css'

type ActionBonesProps = {
  hasNote?: boolean
  /** How wide the words of two actions are, where there are two: in a narrow bar they may take a line of their own. */
  widths?: readonly number[]
}

/** Price and main action, in their bar or card. */
export function ActionBones({ hasNote, widths = [] }: ActionBonesProps) {
  const look = `${classes.action} ${classes.mainAction}`
  return (
    <StickyAction
      isBeside
      info={
        <span className={classes.priceBone}>
          <WordsBone width={128} />
        </span>
      }
      note={hasNote && <WordsBone width={176} />}
    >
      {widths.length === 0 && <span className={look} />}
      {widths.map((width) => (
        <span key={width} className={look} style={{ width }} />
      ))}
    </StickyAction>
  )
}

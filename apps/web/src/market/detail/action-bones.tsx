import { StickyAction } from '@trove/ui/actions/sticky-action'
import { useDevice } from '@trove/ui/base/device'
import { Bone, WordsBone } from '@trove/ui/feedback/skeletons'
import classes from './panel.module.css'

type ActionBonesProps = {
  hasNote?: boolean
  /** How wide the words of two actions are, where there are two: in a narrow bar they may take a line of their own. */
  widths?: readonly number[]
}

/** Price and main action, in their bar or card; a price of this size is higher at a desk. */
export function ActionBones({ hasNote, widths = [] }: ActionBonesProps) {
  const height = useDevice() === 'mobile' ? 34 : 46
  const look = `${classes.action} ${classes.mainAction}`
  return (
    <StickyAction isBeside info={<Bone width={128} height={height} />} note={hasNote && <WordsBone width={176} />}>
      {widths.length === 0 && <span className={look} />}
      {widths.map((width) => (
        <span key={width} className={look} style={{ width }} />
      ))}
    </StickyAction>
  )
}

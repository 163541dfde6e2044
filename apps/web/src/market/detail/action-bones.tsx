import { StickyAction } from '@trove/ui/actions/sticky-action'
import { Bone, WordsBone } from '@trove/ui/feedback/skeletons'
import classes from './panel.module.css'

/** Price and main action, in their bar or card. */
export function ActionBones({ hasNote }: { hasNote?: boolean }) {
  return (
    <StickyAction isBeside info={<Bone width={128} height={34} />} note={hasNote && <WordsBone width={176} />}>
      <span className={classes.action} />
    </StickyAction>
  )
}

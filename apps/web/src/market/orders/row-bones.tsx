import { Bone, keysOf, WordsBone } from '@trove/ui/feedback/skeletons'
import classes from './orders.module.css'

/** So many steps of a time line on its way. */
export function StepBones({ count }: { count: number }) {
  return (
    <div>
      {keysOf(count).map((key) => (
        <div key={key} className={classes.stepBone}>
          <Bone width={24} height={24} isRound />
          <WordsBone width="45%" />
        </div>
      ))}
    </div>
  )
}

/** Rows of a sum; `isHinted` where the first has a line below its word. */
export function RowBones({ count, isHinted }: { count: number; isHinted?: boolean }) {
  return (
    <div>
      {keysOf(count).map((key, index) => (
        <div key={key} className={classes.rowBone}>
          <div>
            <WordsBone width={88} />
            {isHinted && index === 0 && (
              <small>
                <WordsBone width={48} />
              </small>
            )}
          </div>
          <WordsBone width={72} />
        </div>
      ))}
    </div>
  )
}

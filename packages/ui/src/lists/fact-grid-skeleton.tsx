import { keysOf, WordsBone } from '../feedback/skeletons.tsx'
import classes from './fact-grid.module.css'

function FactBones({ isWide }: { isWide?: boolean }) {
  return (
    <div className={classes.fact} data-wide={isWide || undefined}>
      <div className={classes.term}>
        <WordsBone width={56} />
      </div>
      <div className={classes.value}>
        <WordsBone width={72} />
        <span className={classes.note}>
          <WordsBone width={64} />
        </span>
      </div>
    </div>
  )
}

/** A grid of facts on its way: of each its label, its figure, and how that is known. `hasWide`: one takes a row before the others. */
export function FactGridSkeleton({ count, hasWide }: { count: number; hasWide?: boolean }) {
  return (
    <div className={classes.grid}>
      {hasWide && <FactBones isWide />}
      {keysOf(count).map((key) => (
        <FactBones key={key} />
      ))}
    </div>
  )
}

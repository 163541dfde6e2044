import type { ReactNode } from 'react'
import classes from './skeletons.module.css'

/** A bar, a button or a picture that is not there yet. */
export function Bone({ width, height, isRound }: { width: number | string; height: number; isRound?: boolean }) {
  return <span className={classes.bone} style={{ width, height, borderRadius: isRound ? '50%' : undefined }} />
}

/** A line of words that is not there yet: as high as the words where it stands. */
export function WordsBone({ width }: { width: number | string }) {
  return <span className={`${classes.bone} ${classes.words}`} style={{ width }} />
}

/** What stands for something on its way; `label` is read out. */
export function Busy({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status" aria-label={label} aria-busy>
      <div aria-hidden>{children}</div>
    </div>
  )
}

function CardBones() {
  return (
    <div className={classes.card}>
      <div className={classes.line}>
        <Bone width={32} height={32} isRound />
        <div className={classes.column}>
          <Bone width="45%" height={16} />
          <Bone width="30%" height={12} />
        </div>
      </div>
      <div className={classes.facts}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <Bone key={key} width="80%" height={18} />
        ))}
      </div>
      <div className={`${classes.line} ${classes.between}`}>
        <Bone width={120} height={40} />
        <Bone width={88} height={36} />
      </div>
    </div>
  )
}

/** Keys of so many bones alike. */
export function keysOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `bone-${index}`)
}

/** The shape of rows of a list while it is loading; `isPlain` where they have no picture. */
export function RowsSkeleton({ label, count = 5, isPlain }: { label: string; count?: number; isPlain?: boolean }) {
  return (
    <Busy label={label}>
      {keysOf(count).map((key) => (
        <div key={key} className={`${classes.line} ${classes.row}`}>
          {!isPlain && <Bone width={40} height={40} isRound />}
          <div className={classes.column}>
            <Bone width="50%" height={16} />
            <Bone width="32%" height={12} />
          </div>
          <Bone width={72} height={20} />
        </div>
      ))}
    </Busy>
  )
}

/** Fields that are not there yet. */
export function FieldBones({ count }: { count: number }) {
  return (
    <div className={classes.fields}>
      {keysOf(count).map((key) => (
        <div key={key} className={classes.column}>
          <Bone width={96} height={18} />
          <Bone width="100%" height={36} />
        </div>
      ))}
    </div>
  )
}

/** The shape of a form's fields while it is loading. */
export function FieldsSkeleton({ label, count }: { label: string; count: number }) {
  return (
    <Busy label={label}>
      <FieldBones count={count} />
    </Busy>
  )
}

/** The shape of a detail screen while it is loading. */
export function DetailSkeleton({ label }: { label: string }) {
  return (
    <Busy label={label}>
      <div className={classes.column} style={{ gap: 20 }}>
        <Bone width="40%" height={32} />
        <Bone width="70%" height={16} />
        <CardBones />
        <Bone width="100%" height={120} />
      </div>
    </Busy>
  )
}

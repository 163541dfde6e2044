import type { CSSProperties, ReactNode } from 'react'
import type { Tone } from '../base/tokens.tsx'
import tones from '../base/tone.module.css'
import { HoverTip } from '../feedback/hover-tip.tsx'
import type { IconComponent } from '../icons/icon.tsx'
import classes from './fact-grid.module.css'

/** One fact of an offer. `note` says how it is known (declared, measured 7.8); `mark` warns, such as of a difference. */
export type FactItem = {
  label: string
  icon?: IconComponent
  value: string
  /** Is shown in its place: the same figure, where it counts to its new value. */
  live?: ReactNode
  unit?: string
  /** Stands beside the figure, below it where there is little room. */
  note?: string
  mark?: { icon: IconComponent; label: string; tone: Tone }
  /** Icon and unit say what it is: where there is little room the label is only read out. */
  isPlain?: boolean
  /** Takes a whole row. */
  isWide?: boolean
}

function FactMark({ icon: Icon, label, tone }: NonNullable<FactItem['mark']>) {
  return (
    <HoverTip label={label}>
      <span className={`${classes.mark} ${tones[tone]}`}>
        <Icon size={15} label={label} />
      </span>
    </HoverTip>
  )
}

/** One fact: what it is with its icon, the figure, its unit, and how it is known. Stands inside a `FactGrid`. */
export function Fact({ label, icon: Icon, value, live, unit, note, mark, isPlain, isWide }: FactItem) {
  const whole = `${label} ${value}${unit ? ` ${unit}` : ''}${note ? ` · ${note}` : ''}`
  return (
    <div className={classes.fact} data-plain={isPlain || undefined} data-wide={isWide || undefined} title={whole}>
      <dt className={classes.term}>
        {Icon && <Icon size={14} />}
        <span>{label}</span>
      </dt>
      <dd className={classes.value}>
        <span className={classes.text}>
          {live ?? value}
          {unit && <span className={classes.unit}>{unit}</span>}
        </span>
        {mark && <FactMark {...mark} />}
        {note && <span className={classes.note}>{note}</span>}
      </dd>
    </div>
  )
}

/** Facts of a thing as a grid, three in a row unless told; two where the card is narrow. `isDense` gives each one line. */
export function FactGrid({
  facts,
  columns = 3,
  isDense,
}: {
  facts: readonly FactItem[]
  columns?: 2 | 3 | 4 | 6
  isDense?: boolean
}) {
  return (
    <dl className={`${classes.grid} ${isDense ? classes.dense : ''}`} style={{ '--columns': columns } as CSSProperties}>
      {facts.map((fact) => (
        <Fact key={fact.label} {...fact} />
      ))}
    </dl>
  )
}

import type { CSSProperties } from 'react'
import classes from './fact-grid.module.css'
import { HoverTip } from './hover-tip.tsx'
import type { IconComponent } from './icons/icon.tsx'
import type { Tone } from './tokens.tsx'
import tones from './tone.module.css'

/** One fact of an offer. `mark` says how it is known: measured, differs, not reached. */
export type FactItem = {
  label: string
  icon?: IconComponent
  value: string
  unit?: string
  mark?: { icon: IconComponent; label: string; tone: Tone }
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
export function Fact({ label, icon: Icon, value, unit, mark }: FactItem) {
  return (
    <div className={classes.fact}>
      <dt className={classes.term}>
        {Icon && <Icon size={14} />}
        <span>{label}</span>
      </dt>
      <dd className={classes.value}>
        <span className={classes.text} title={`${value}${unit ? ` ${unit}` : ''}`}>
          {value}
          {unit && <span className={classes.unit}>{unit}</span>}
        </span>
        {mark && <FactMark {...mark} />}
      </dd>
    </div>
  )
}

/** Facts of a thing as a grid, three in a row unless told; two where the card is narrow. */
export function FactGrid({ facts, columns = 3 }: { facts: readonly FactItem[]; columns?: 2 | 3 | 4 | 6 }) {
  return (
    <dl className={classes.grid} style={{ '--columns': columns } as CSSProperties}>
      {facts.map((fact) => (
        <Fact key={fact.label} {...fact} />
      ))}
    </dl>
  )
}

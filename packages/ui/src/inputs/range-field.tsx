import { useId } from 'react'
import classes from './range-field.module.css'
import { UnitInput } from './unit-input.tsx'

/** So many things lie from here up to the next one; the last bar has no end. */
export type Bar = { from: number; count: number }
/** `placeholder` is shorter words for a narrow field; without it the label stands there. */
type End = { value: string; onChange: (value: string) => void; label: string; placeholder?: string }

type RangeFieldProps = {
  label: string
  unit?: string
  prefix?: string
  decimals?: number
  maxDigits?: number
  from?: End
  to?: End
  /** How the things at hand are spread, smallest first; null while that is read: it has its place already. */
  bars?: readonly Bar[] | null
  /** Words for what the bars show. */
  barsLabel?: string
}

type BarsProps = { bars: readonly Bar[]; label?: string; from: number; to: number } & Pick<
  RangeFieldProps,
  'prefix' | 'unit'
>

/** How things are spread, with the first and last figure of the scale; what lies in the range chosen is filled. */
function Bars({ bars, label, from, to, prefix = '', unit }: BarsProps) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const isIn = (index: number) => (bars[index + 1]?.from ?? Number.POSITIVE_INFINITY) > from && bars[index]!.from <= to
  const figure = (value: number) => `${prefix}${value.toLocaleString('en-US')}${unit ? ` ${unit}` : ''}`
  return (
    <>
      <div className={classes.bars} role="img" aria-label={label}>
        {bars.map((bar, index) => (
          <span
            key={bar.from}
            className={classes.bar}
            data-in={isIn(index) || undefined}
            // One that is there at all is seen.
            style={{ height: bar.count === 0 ? 0 : `${Math.max(8, (100 * bar.count) / most)}%` }}
          />
        ))}
      </div>
      <div className={classes.scale}>
        <span>{figure(bars[0]!.from)}</span>
        <span>≥ {figure(bars.at(-1)!.from)}</span>
      </div>
    </>
  )
}

/** Where bars will stand, so that the fields below do not move away when they are there. */
function BarsToCome() {
  return (
    <>
      <div className={classes.bars} aria-hidden />
      <div className={classes.scale} aria-hidden>
        &nbsp;
      </div>
    </>
  )
}

function Input({ end, ...field }: { end: End } & Pick<RangeFieldProps, 'unit' | 'prefix' | 'decimals' | 'maxDigits'>) {
  return (
    <UnitInput
      {...field}
      label={end.label}
      isLabelHidden
      placeholder={end.placeholder ?? end.label}
      value={end.value}
      onChange={end.onChange}
    />
  )
}

/** From so much to so much: two figures side by side, above them how the things at hand are spread. */
export function RangeField({ label, from, to, bars, barsLabel, ...field }: RangeFieldProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in a grid with the bars
    <div role="group" aria-labelledby={id} className={classes.field}>
      <span id={id} className={classes.label}>
        {label}
      </span>
      {bars === null && <BarsToCome />}
      {bars && bars.length > 1 && (
        <Bars
          bars={bars}
          label={barsLabel}
          prefix={field.prefix}
          unit={field.unit}
          from={Number(from?.value || 0)}
          to={to?.value ? Number(to.value) : Number.POSITIVE_INFINITY}
        />
      )}
      <div className={classes.ends}>
        {from && <Input end={from} {...field} />}
        {to && <Input end={to} {...field} />}
      </div>
    </div>
  )
}

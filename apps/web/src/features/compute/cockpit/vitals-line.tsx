import { Area, AreaChart, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import { FIGURE_AXIS } from '../../../market/charts/axes.tsx'

const HEIGHT = 112
const TICK = { ...FIGURE_AXIS.tick, fontSize: 11 }

export type VitalsPoint = { at: number; value: number | null }

type VitalsLineProps = {
  points: readonly VitalsPoint[]
  most: number
  /** A figure of the axis with its unit. */
  write: (value: number) => string
  /** How long ago a moment was, in words. */
  writeAge: (ms: number) => string
}

/** The last minutes of one figure as a line over its axes. It does not move by itself; screen readers have the table below. */
export default function VitalsLine({ points, most, write, writeAge }: VitalsLineProps) {
  const [first, last] = [points[0]!.at, points.at(-1)!.at]
  return (
    <div aria-hidden data-chart>
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <AreaChart data={[...points]} margin={{ top: 8, right: 24, bottom: 0, left: 4 }} accessibilityLayer={false}>
          <XAxis
            dataKey="at"
            type="number"
            domain={[first, last]}
            ticks={[first, last]}
            tickFormatter={(at: number) => writeAge(last - at)}
            tick={TICK}
            stroke="var(--line)"
            tickLine={false}
            interval="preserveStartEnd"
          />
          <YAxis {...FIGURE_AXIS} domain={[0, most]} ticks={[0, most / 2, most]} tickFormatter={write} tick={TICK} />
          <Area
            dataKey="value"
            type="monotone"
            stroke="var(--compute)"
            fill="var(--compute)"
            fillOpacity={0.12}
            strokeWidth={1.5}
            isAnimationActive={false}
          />
        </AreaChart>
      </ResponsiveContainer>
    </div>
  )
}

import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import classes from './charts.module.css'

const HEIGHT = 200
const TICK = { fill: 'var(--ink-2)', fontSize: 12 }

/** One day: the height of its bar, and what is said of it. */
export type DayBar = { date: string; value: number; text: string }
type Hovered = { payload?: readonly { payload: DayBar }[] }

function BarTip({ payload }: Hovered) {
  const day = payload?.[0]?.payload
  if (!day) return null
  return (
    <div className={classes.tip}>
      <span>{day.date}</span>
      <strong>{day.text}</strong>
    </div>
  )
}

type DayBarsProps = { days: DayBar[]; isWhole?: boolean; unit?: string }

/** A bar a day. It draws once and does not move; screen readers have the table beside it. */
export default function DayBars({ days, isWhole, unit }: DayBarsProps) {
  return (
    <div className={classes.chart} aria-hidden data-chart>
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <BarChart data={days} margin={{ top: 12, right: 4, bottom: 4, left: 0 }} accessibilityLayer={false}>
          <XAxis
            dataKey="date"
            tickFormatter={(date: string) => date.slice(5)}
            tick={TICK}
            stroke="var(--line)"
            tickLine={false}
            minTickGap={24}
          />
          <YAxis
            width={44}
            domain={[0, 'auto']}
            allowDecimals={!isWhole}
            tick={TICK}
            axisLine={false}
            tickLine={false}
            {...(unit && { unit })}
          />
          <Tooltip
            content={({ payload }) => <BarTip payload={payload as Hovered['payload']} />}
            cursor={{ fill: 'var(--line)', opacity: 0.4 }}
            isAnimationActive={false}
          />
          <Bar dataKey="value" fill="var(--jade)" radius={[3, 3, 0, 0]} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

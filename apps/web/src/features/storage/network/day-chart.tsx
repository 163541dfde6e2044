import { Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { currentLanguage } from '../../../lib/session/language.ts'
import { formatCalendarDay } from '../../../lib/shown/format.ts'
import { type DayPoint, dayTick, figureTick } from './day-series.ts'
import classes from './network.module.css'

const HEIGHT = 240
const TICK = { fill: 'var(--ink-2)', fontSize: 12 }

type Hovered = { payload?: readonly { payload: DayPoint }[] }

function DayTip({ payload, name }: Hovered & { name: string }) {
  const day = payload?.[0]?.payload
  if (!day) return null
  return (
    <div className={classes.tip}>
      <span>{formatCalendarDay(day.date)}</span>
      <strong>
        {name} {day.text}
      </strong>
    </div>
  )
}

/** The line of one series over the days. It draws once and does not move; screen readers have the table beside it. */
export default function DayChart({ name, points }: { name: string; points: DayPoint[] }) {
  return (
    <div className={classes.chart} aria-hidden data-chart>
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <LineChart data={points} margin={{ top: 12, right: 28, bottom: 4, left: 0 }} accessibilityLayer={false}>
          <XAxis dataKey="date" tickFormatter={dayTick} tick={TICK} stroke="var(--line)" tickLine={false} />
          <YAxis
            width={44}
            allowDecimals={false}
            domain={[0, 'auto']}
            tickFormatter={(value: number) => figureTick(value, currentLanguage())}
            tick={TICK}
            axisLine={false}
            tickLine={false}
          />
          <Tooltip
            content={({ payload }) => <DayTip payload={payload as Hovered['payload']} name={name} />}
            cursor={{ stroke: 'var(--line)' }}
            isAnimationActive={false}
          />
          <Line
            dataKey="value"
            type="monotone"
            stroke="var(--storage)"
            strokeWidth={2}
            dot={{ r: 3, fill: 'var(--storage)', strokeWidth: 0 }}
            isAnimationActive={false}
          />
        </LineChart>
      </ResponsiveContainer>
    </div>
  )
}

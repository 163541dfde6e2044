import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { CHART_HEIGHT, DAY_AXIS, dayTip, FIGURE_AXIS, MARGIN } from './axes.tsx'
import classes from './charts.module.css'

export type UseDay = { date: string; taken: number; free: number; text: string }

const tip = dayTip<UseDay>(({ text }) => <strong>{text}</strong>)

/** What there is and how much of it is taken: two parts of one bar a day. */
export default function UseBars({ days }: { days: UseDay[] }) {
  return (
    <div className={classes.chart} aria-hidden data-chart>
      <ResponsiveContainer width="100%" height={CHART_HEIGHT}>
        <BarChart data={days} margin={MARGIN} accessibilityLayer={false}>
          <XAxis dataKey="date" {...DAY_AXIS} />
          <YAxis {...FIGURE_AXIS} allowDecimals={false} />
          <Tooltip content={tip} cursor={{ fill: 'var(--line)', opacity: 0.4 }} isAnimationActive={false} />
          <Bar dataKey="taken" stackId="all" fill="var(--jade)" maxBarSize={48} isAnimationActive={false} />
          <Bar
            dataKey="free"
            stackId="all"
            fill="var(--line)"
            maxBarSize={48}
            radius={[3, 3, 0, 0]}
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

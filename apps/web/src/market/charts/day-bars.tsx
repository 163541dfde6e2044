import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { CHART_HEIGHT, DAY_AXIS, dayTip, FIGURE_AXIS, MARGIN } from './axes.tsx'
import classes from './charts.module.css'

/** One day: the height of its bar (of money in fen), and what is said of it. */
export type DayBar = { date: string; value: number; text: string }

const tip = dayTip<DayBar>(({ text }) => <strong>{text}</strong>)

const FEN_PER_YUAN = 100

type DayBarsProps = { days: DayBar[]; isWhole?: boolean; unit?: string; currency?: string }

/** A bar a day. It draws once and does not move; screen readers have the table beside it. */
export default function DayBars({ days, isWhole, unit, currency }: DayBarsProps) {
  // Of money no line stands at a part of a fen: nobody could earn that much.
  const money = currency && { tickFormatter: (fen: number) => `${currency}${fen / FEN_PER_YUAN}` }
  return (
    <div className={classes.chart} aria-hidden data-chart>
      <ResponsiveContainer width="100%" height={CHART_HEIGHT}>
        <BarChart data={days} margin={MARGIN} accessibilityLayer={false}>
          <XAxis dataKey="date" {...DAY_AXIS} />
          <YAxis {...FIGURE_AXIS} allowDecimals={!isWhole && !money} {...(unit && { unit })} {...money} />
          <Tooltip content={tip} cursor={{ fill: 'var(--line)', opacity: 0.4 }} isAnimationActive={false} />
          <Bar dataKey="value" fill="var(--jade)" radius={[3, 3, 0, 0]} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import { Area, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { CHART_HEIGHT, DAY_AXIS, dayTip, FIGURE_AXIS, MARGIN } from './axes.tsx'
import classes from './charts.module.css'

/** `band` is from the lower quartile to the upper one; null on a day without prices. Yuan, for heights only. */
export type PriceDay = {
  date: string
  band: [number, number] | null
  middle: number | null
  rented: number | null
  lines: readonly string[]
}

const DOT = { r: 3, strokeWidth: 0 }
const tip = dayTip<PriceDay>(({ lines }) => lines.map((line) => <strong key={line}>{line}</strong>))

/** Prices by the day: the middle as a line within the band of the middle half, and what is paid as a second line. */
export default function PriceBand({ days }: { days: PriceDay[] }) {
  const { t } = useTranslation()
  // A line of one point would not be seen.
  const dot = (fill: string) => (days.length > 31 ? false : { ...DOT, fill })
  return (
    <div className={classes.chart} aria-hidden data-chart>
      <ResponsiveContainer width="100%" height={CHART_HEIGHT}>
        <ComposedChart data={days} margin={MARGIN} accessibilityLayer={false}>
          <XAxis dataKey="date" {...DAY_AXIS} />
          <YAxis {...FIGURE_AXIS} tickFormatter={(yuan: number) => `${t('units.yuanSign')}${yuan}`} />
          <Tooltip content={tip} cursor={{ stroke: 'var(--line)' }} isAnimationActive={false} />
          <Area dataKey="band" fill="var(--jade)" fillOpacity={0.16} stroke="none" isAnimationActive={false} />
          <Line
            dataKey="middle"
            stroke="var(--jade)"
            strokeWidth={2}
            dot={dot('var(--jade)')}
            isAnimationActive={false}
          />
          <Line
            dataKey="rented"
            stroke="var(--amber)"
            strokeWidth={2}
            dot={dot('var(--amber)')}
            isAnimationActive={false}
          />
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  )
}

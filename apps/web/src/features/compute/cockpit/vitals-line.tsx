import { Area, AreaChart, ResponsiveContainer, YAxis } from 'recharts'

const HEIGHT = 44

/** The last minutes of one figure as a line. It does not move by itself; screen readers have the figure beside it. */
export default function VitalsLine({ values, most }: { values: readonly (number | null)[]; most: number | undefined }) {
  return (
    <div aria-hidden>
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <AreaChart
          data={values.map((value) => ({ value }))}
          margin={{ top: 2, right: 0, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <YAxis hide domain={[0, most ?? 'auto']} />
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

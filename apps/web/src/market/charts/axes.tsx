import type { ReactNode } from 'react'
import { formatCalendarDay } from '../../lib/shown/format.ts'
import classes from './charts.module.css'

/** What every chart of a market looks like. They draw once and do not move; a table beside them says the same. */

export const CHART_HEIGHT = 200
const TICK = { fill: 'var(--ink-2)', fontSize: 12 }

export const DAY_AXIS = {
  tickFormatter: (date: string) => date.slice(5),
  tick: TICK,
  stroke: 'var(--line)',
  tickLine: false,
  minTickGap: 24,
}
/** As wide as its longest figure: none of them is cut off. */
export const FIGURE_AXIS = { width: 'auto', domain: [0, 'auto'], tick: TICK, axisLine: false, tickLine: false } as const
export const MARGIN = { top: 12, right: 4, bottom: 4, left: 0 }

type Hovered<Day> = { payload?: readonly { payload: Day }[] }

/** What stands beside the pointer: the day, and what the chart says of it. */
export function dayTip<Day extends { date: string }>(words: (day: Day) => ReactNode) {
  return (hovered: object) => {
    const day = (hovered as Hovered<Day>).payload?.[0]?.payload
    if (!day) return null
    return (
      <div className={classes.tip}>
        <span>{formatCalendarDay(day.date)}</span>
        {words(day)}
      </div>
    )
  }
}

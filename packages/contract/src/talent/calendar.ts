import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Day, Id, Moment } from '../kit/shapes.ts'
import { TimeZone } from '../kit/time-zone.ts'

/** When experts are free: hours of the week and dates that differ, by the clock of their own time zone. */

const CALENDAR = '/api/manpower/product/calendar'

/** Most dates that differ from the week. */
export const FREE_DAYS_MAX = 60
/** So many days ahead free hours are shown. */
export const FREE_DAYS_SHOWN = 14
export const HOURS_OF_A_DAY = 24
export const HOURS_OF_A_WEEK = 168

const hoursUpTo = (count: number) =>
  z
    .array(
      z
        .number()
        .int()
        .min(0)
        .max(count - 1),
    )
    .max(count)

const FreeDay = z.strictObject({
  day: Day,
  /** Free hours of this date instead of the week's; none for a day off. */
  hours: hoursUpTo(HOURS_OF_A_DAY),
})

export const Calendar = z.strictObject({
  zone: TimeZone,
  /** Free hours of a week: 0 is Monday from 0 to 1 o'clock, 167 Sunday from 23 o'clock. */
  weekly: hoursUpTo(HOURS_OF_A_WEEK),
  days: z
    .array(FreeDay)
    .max(FREE_DAYS_MAX)
    .refine((days) => new Set(days.map(({ day }) => day)).size === days.length),
})

export const getCalendar = route({
  id: 'talent.get-calendar',
  method: 'GET',
  path: CALENDAR,
  summary: 'One’s own free hours as they were marked; null before',
  auth: 'user',
  ok: Calendar.nullable(),
})

export const keepCalendar = route({
  id: 'talent.keep-calendar',
  method: 'PUT',
  path: CALENDAR,
  summary: 'Mark when one is free, as a certified expert: by the week, with dates that differ, in one’s own time zone',
  auth: 'user',
  body: Calendar,
  ok: Calendar,
  errors: ['talent.not-certified', 'talent.zone-unknown'],
})

export const listFreeHours = route({
  id: 'talent.list-free-hours',
  method: 'GET',
  path: `${CALENDAR}/{id}`,
  summary: 'When an expert is free in the next fourteen days, as moments; null where nothing was marked',
  auth: 'none',
  params: z.object({ id: Id }),
  ok: z.array(z.object({ from: Moment, until: Moment })).nullable(),
  errors: ['talent.not-found'],
})

export const calendarRoutes = [getCalendar, keepCalendar, listFreeHours] as const

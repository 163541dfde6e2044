import { z } from 'zod'

/** Time zones by their IANA names. */

/** How a name looks; an offset such as `+08:00` is none, because it knows no summer time. */
export const TimeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/)

/** Whether this program's clock knows a zone by this name. No schema can say so: what takes a zone refuses with a code. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

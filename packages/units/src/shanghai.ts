/** Days and times of Asia/Shanghai, in which Trove and its payment provider count, whatever the zone of this process. */

/** Shanghai is this far ahead of UTC, all year. */
export const SHANGHAI_MS = 8 * 3_600_000

/** A moment as Shanghai's clock shows it: `2026-11-21 08:00:00`. */
export function shanghaiTime(moment: Date): string {
  return new Date(moment.getTime() + SHANGHAI_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** The day in Shanghai in which a moment lies: `2026-11-21`. */
export function shanghaiDay(moment: Date): string {
  return shanghaiTime(moment).slice(0, 10)
}

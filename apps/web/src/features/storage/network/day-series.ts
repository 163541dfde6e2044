import type { storageDays } from '@trove/contract/chain/routes'
import type { RouteResult } from '@trove/contract/kit/route'
import { formatBytes } from '@trove/units/bytes'

/** What the chart of the network shows, a day a point. */

export type StorageDay = RouteResult<typeof storageDays>[number]
/** The three series one switches between (b-markets 2, network statistics panel). */
export const SERIES = ['nodes', 'files', 'space'] as const
export type Series = (typeof SERIES)[number]

/** `text` is the whole figure; `value` is what is drawn, of space in the unit of the greatest. */
export type DayPoint = { date: string; value: number; text: string }

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']
const STEP = 1024
/** Longer labels of an axis are shortened (b-markets 2). */
const LABEL_LENGTH = 4

/** The points of a series with the unit they are drawn in; counts have none. */
export function pointsOf(days: readonly StorageDay[], series: Series): { points: DayPoint[]; unit: string } {
  if (series !== 'space')
    return {
      points: days.map(({ date, storageNode, validFilesNumber }) => {
        const value = series === 'nodes' ? storageNode : validFilesNumber
        return { date, value, text: String(value) }
      }),
      unit: '',
    }
  const most = days.reduce((max, { totalStorage }) => (BigInt(totalStorage) > max ? BigInt(totalStorage) : max), 0n)
  const unit = formatBytes(most).split(' ')[1]!
  const size = STEP ** UNITS.indexOf(unit)
  const points = days.map(({ date, totalStorage, totalStorageMessage }) => ({
    date,
    // For the height of a line only: the text carries the exact figure.
    value: Number(totalStorage) / size,
    text: totalStorageMessage,
  }))
  return { points, unit }
}

/** The label of a day on an axis: month and day. */
export function dayTick(date: string): string {
  return date.slice(5)
}

/** The label of a figure on an axis: over four characters it is shortened (`12345` is `12K`, in Chinese `1.2万`). */
export function figureTick(value: number, language: string): string {
  const write = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options).format(value)
  const ways = [
    write({ maximumFractionDigits: 1, useGrouping: false }),
    write({ notation: 'compact', maximumFractionDigits: 1 }),
    write({ notation: 'compact', maximumFractionDigits: 0 }),
  ]
  return ways.find((text) => text.length <= LABEL_LENGTH) ?? ways.at(-1)!
}

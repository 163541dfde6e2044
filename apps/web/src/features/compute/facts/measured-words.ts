import i18next from 'i18next'
import { formatCount } from '../../../lib/shown/format.ts'

/** The name of a measured system as short as its people say it: `Debian GNU/Linux 12 (bookworm)` is Debian 12. */
export function shortSystem(name: string): string {
  return name.replace(' GNU/Linux', '').replace(/ \([^)]*\)$/, '')
}

/**
 * What a check measured of a fact, in words with their unit, such as "measured 23.5 GB"; undefined where nothing was. The
 * figure and its unit stay in one line.
 */
export function measuredWords(found: number | string | null | undefined, unit?: string): string | undefined {
  if (found === null || found === undefined) return undefined
  const figure = typeof found === 'number' ? formatCount(found) : found
  return i18next.t('compute.measuredAs', { value: unit ? `${figure}\u00a0${unit}` : figure })
}

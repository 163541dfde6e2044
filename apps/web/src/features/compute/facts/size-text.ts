import i18next from 'i18next'
import { formatCount } from '../../../lib/shown/format.ts'

/** How large a machine is, in few words: its cores and its memory. */
export function sizeText({ cpuCores, ramSize }: { cpuCores: number; ramSize: number }): string {
  const cores = `${formatCount(cpuCores)} ${i18next.t('units.core', { count: cpuCores })}`
  return `${cores} · ${formatCount(ramSize)} ${i18next.t('units.gb')}`
}

import { CPU_KIND } from '@trove/contract/compute/public/market-days'
import { useTranslation } from 'react-i18next'
import { useOptionLabel } from '../../../lib/calls/dictionary.ts'

const PERCENT = 100

/** Names a kind of machine: those without GPU, or a GPU model. */
export function useKindName(): (kind: string) => string {
  const { t } = useTranslation()
  const gpuName = useOptionLabel('GPU')
  return (kind) => (kind === CPU_KIND ? t('marketDays.cpu') : gpuName(kind))
}

/** How many of a hundred machines are let. */
export function percentOf({ machines, serving }: { machines: number; serving: number }): string {
  return `${Math.round((serving * PERCENT) / machines)}%`
}

import { useTranslation } from 'react-i18next'
import { useOptionLabel } from '../../../lib/calls/dictionary.ts'
import { formatCount } from '../../../lib/shown/format.ts'
import type { Verification } from './verification.tsx'

export type OfferedGpu = { model: string; count: number; vramSize: number }
export type MeasuredGpu = NonNullable<NonNullable<Verification['measured']>['gpu']>

/** GPUs in words: as declared, with the label of the model, and as the check found them. */
export function useGpuWords() {
  const { t } = useTranslation()
  const modelLabel = useOptionLabel('GPU')
  const words = (model: string, { count, vramSize }: { count: number; vramSize: number }) =>
    t('compute.gpu.name', { model, count, vram: formatCount(vramSize) })
  return {
    declared: (gpu: OfferedGpu) => words(modelLabel(gpu.model), gpu),
    found: (gpu: MeasuredGpu) => words(gpu.model, gpu),
    size: ({ count, vramSize }: MeasuredGpu) => t('compute.gpu.size', { count, vram: formatCount(vramSize) }),
    driver: ({ driver, cuda }: MeasuredGpu) => (cuda ? t('compute.gpu.driver', { driver, cuda }) : driver),
  }
}

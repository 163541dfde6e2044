import { useTranslation } from 'react-i18next'
import { useOptionLabel } from '../../../lib/calls/dictionary.ts'
import { formatCount, formatPeriod } from '../../../lib/shown/format.ts'
import { moneyText, perDayText } from '../../../lib/shown/money.ts'
import type { ColumnFace } from '../../../market/list/face.ts'
import { useGpuWords } from './gpu-words.ts'
import type { Offer } from './queries.ts'
import { VerificationBadge } from './verification.tsx'

/** What a machine costs, and for how long. */
function usePriceColumns(): ColumnFace<Offer>[] {
  const { t } = useTranslation()
  return [
    {
      id: 'price',
      label: t('compute.facts.price'),
      cell: ({ price }) => moneyText(price),
      isNumber: true,
      sorts: { asc: 'price-asc', desc: 'price-desc' },
      phone: 'end',
    },
    {
      id: 'perDay',
      label: t('compute.facts.perDay'),
      cell: ({ price, servePeriod }) => moneyText(perDayText(price, servePeriod) ?? price),
      isNumber: true,
      sorts: { asc: 'per-day-asc', desc: 'per-day-desc' },
      phone: 'named',
    },
    {
      id: 'perHour',
      label: t('compute.facts.perHour'),
      cell: ({ hourPrice }) => (hourPrice ? moneyText(hourPrice) : undefined),
      isNumber: true,
      sorts: { asc: 'per-hour-asc' },
      phone: 'named',
    },
    {
      id: 'period',
      label: t('compute.facts.period'),
      cell: ({ servePeriod }) => formatPeriod(servePeriod),
      isNumber: true,
      phone: 'named',
    },
  ]
}

/** The columns of the table of machines. */
export function useColumns(): ColumnFace<Offer>[] {
  const { t } = useTranslation()
  const prices = usePriceColumns()
  const osLabel = useOptionLabel('OS')
  const gpuWords = useGpuWords()
  const figure = (id: 'cpu' | 'ram' | 'disk' | 'bandwidth', unit: string, of: (offer: Offer) => number) =>
    ({
      id,
      label: t(`compute.facts.${id}`),
      unit,
      cell: (offer: Offer) => formatCount(of(offer)),
      isNumber: true,
      // Two sizes in GB side by side are told apart by their names.
      phone: id === 'ram' || id === 'disk' ? 'named' : 'line',
    }) as const
  return [
    { id: 'machine', label: t('compute.facts.id'), cell: ({ authId }) => authId },
    {
      id: 'check',
      label: t('compute.facts.check'),
      cell: ({ verification }) => <VerificationBadge verification={verification} isQuiet />,
      phone: 'line',
    },
    ...prices,
    {
      id: 'gpu',
      label: t('compute.facts.gpu'),
      cell: ({ gpu }) => (gpu ? gpuWords.declared(gpu) : undefined),
      twoLinesEm: 8,
      phone: 'line',
    },
    figure('cpu', t('units.core', { count: 2 }), ({ cpuCores }) => cpuCores),
    figure('ram', t('units.gb'), ({ ramSize }) => ramSize),
    figure('disk', t('units.gb'), ({ diskSize }) => diskSize),
    figure('bandwidth', t('units.mbps'), ({ bandwidth }) => bandwidth),
    {
      id: 'speed',
      label: t('compute.facts.score'),
      cell: ({ verification: { measured } }) => (measured ? formatCount(measured.cpuScore) : '–'),
      isNumber: true,
      sorts: { desc: 'speed-desc' },
    },
    {
      id: 'os',
      label: t('compute.facts.os'),
      cell: ({ operationSystem }) => osLabel(operationSystem),
      twoLinesEm: 4.5,
    },
  ]
}

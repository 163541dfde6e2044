import { useTranslation } from 'react-i18next'
import { useNow } from '../../../lib/calls/clock.ts'
import { useOptionLabel } from '../../../lib/calls/dictionary.ts'
import { formatAgo, formatCount, formatPeriod } from '../../../lib/shown/format.ts'
import { fenOf, moneyText, perDayText } from '../../../lib/shown/money.ts'
import type { CompareRow } from '../../../market/compare/compare.tsx'
import classes from '../compute.module.css'
import { useGpuWords } from './gpu-words.ts'
import { measuredWords, shortSystem } from './measured-words.ts'
import type { OfferDetail } from './queries.ts'
import { VerificationBadge } from './verification.tsx'

const perDay = ({ price, servePeriod }: OfferDetail) => perDayText(price, servePeriod) ?? price

/** A text whose last figure and its unit stay in one line. */
const unbroken = (text: string) => text.replace(/(\d) (\p{L}+)$/u, '$1\u00a0$2')

/** Rows of GPUs; nothing where none of the machines has one. */
function useGpuRows(offers: readonly (OfferDetail | null | undefined)[]): CompareRow<OfferDetail>[] {
  const { t } = useTranslation()
  const words = useGpuWords()
  const found = (label: string, unit: string, key: 'tflops' | 'memoryBandwidth'): CompareRow<OfferDetail> => ({
    label,
    cell: ({ gpu, verification: { measured } }) => {
      const value = measured?.gpu?.[key]
      if (typeof value === 'number') return `${formatCount(value)} ${unit}`
      return gpu ? t('compute.detail.notMeasured') : '–'
    },
    rank: ({ verification: { measured } }) => measured?.gpu?.[key] ?? undefined,
  })
  if (!offers.some((offer) => offer?.gpu)) return []
  return [
    {
      label: t('compute.facts.gpu'),
      cell: ({ gpu }) => (gpu ? unbroken(words.declared(gpu)) : '–'),
      note: ({ verification: { measured } }) => measuredWords(measured?.gpu && words.size(measured.gpu)),
      rank: ({ gpu }) => (gpu ? gpu.count * gpu.vramSize : 0),
    },
    found(t('compute.facts.gpuTflops'), t('compute.teraflops'), 'tflops'),
    found(t('compute.facts.gpuMemory'), t('compute.gigabytesPerSecond'), 'memoryBandwidth'),
  ]
}

/** What it costs, and for how long. */
function usePriceRows(): CompareRow<OfferDetail>[] {
  const { t } = useTranslation()
  return [
    { label: t('compute.facts.price'), cell: ({ price }) => moneyText(price) },
    { label: t('compute.facts.period'), cell: ({ servePeriod }) => formatPeriod(servePeriod) },
    {
      label: t('compute.facts.perDay'),
      cell: (offer) => moneyText(perDay(offer)),
      rank: (offer) => -Number(fenOf(perDay(offer))),
    },
    {
      label: t('compute.facts.perHour'),
      cell: ({ hourPrice }) => (hourPrice ? moneyText(hourPrice) : '–'),
      rank: ({ hourPrice }) => (hourPrice ? -Number(fenOf(hourPrice)) : undefined),
    },
  ]
}

/** A score and its unit, which has a line of its own on a phone. */
function Score({ score, unit }: { score: number; unit: string }) {
  return <span className={classes.score}>{`${formatCount(score)} ${unit}`}</span>
}

/** The rows of a comparison; those of GPUs only where one of these machines has some. */
export function useCompareRows(offers: readonly (OfferDetail | null | undefined)[]): CompareRow<OfferDetail>[] {
  const gpuRows = useGpuRows(offers)
  const { t } = useTranslation()
  const osLabel = useOptionLabel('OS')
  const now = useNow(60_000)
  const prices = usePriceRows()
  const figure = (
    fact: 'cpu' | 'ram' | 'disk' | 'bandwidth',
    unit: string,
    key: 'cpuCores' | 'ramSize' | 'diskSize' | 'bandwidth',
  ): CompareRow<OfferDetail> => ({
    label: t(`compute.facts.${fact}`),
    cell: (offer) => unbroken(`${formatCount(offer[key])} ${unit}`),
    // Nothing is marked as declared before a check: its state says so once for all figures.
    note: ({ verification: { measured } }) =>
      measured ? (measuredWords(measured[key], unit) ?? t('compute.declared')) : undefined,
    rank: (offer) => offer[key],
  })
  const found = (label: string, unit: string, key: 'cpuScore' | 'diskWrite'): CompareRow<OfferDetail> => ({
    label,
    cell: ({ verification: { measured } }) => (measured ? unbroken(`${formatCount(measured[key])} ${unit}`) : '–'),
    rank: ({ verification: { measured } }) => measured?.[key],
  })
  return [
    ...prices,
    {
      label: t('compute.facts.check'),
      cell: ({ verification }) => <VerificationBadge verification={verification} isQuiet />,
      note: ({ verification: { checkedAt } }) => (checkedAt ? formatAgo(checkedAt, now) : undefined),
    },
    ...gpuRows,
    figure('cpu', t('units.core', { count: 2 }), 'cpuCores'),
    figure('ram', t('units.gb'), 'ramSize'),
    figure('disk', t('units.gb'), 'diskSize'),
    figure('bandwidth', t('units.mbps'), 'bandwidth'),
    {
      ...found(t('compute.facts.score'), t('compute.points'), 'cpuScore'),
      cell: ({ verification: { measured } }) =>
        measured ? <Score score={measured.cpuScore} unit={t('compute.points')} /> : '–',
    },
    found(t('compute.facts.diskWrite'), t('compute.megabytesPerSecond'), 'diskWrite'),
    {
      label: t('compute.facts.os'),
      cell: ({ operationSystem }) => osLabel(operationSystem),
      note: ({ verification: { measured } }) => measuredWords(measured && shortSystem(measured.operationSystem)),
    },
    {
      label: t('compute.facts.pastOrders'),
      cell: ({ pastOrders }) => formatCount(pastOrders),
      rank: ({ pastOrders }) => pastOrders,
    },
    {
      label: t('compute.facts.state'),
      cell: ({ unavailableReason }) =>
        unavailableReason ? t(`compute.unavailable.${unavailableReason}`) : t('compute.available'),
    },
  ]
}

import type { ChipItem } from '@trove/ui/inputs/chip-list'
import { useTranslation } from 'react-i18next'
import { useOptionLabel } from '../../../lib/calls/dictionary.ts'
import { formatPeriod } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import type { FilterValues } from '../../../market/list/face.ts'
import { FILTER_FIELDS, type FilterField } from './filter-names.ts'

const FIELD_TEXTS = {
  keyword: 'keyword',
  operationSystem: 'os',
  servePeriod: 'period',
  byHour: 'period',
  cpuAndRAM: 'cpuAndRam',
  diskSize: 'disk',
  bandwidth: 'bandwidth',
  perDayFrom: 'perDay',
  perDayTo: 'perDay',
  coresFrom: 'cpu',
  coresTo: 'cpu',
  ramFrom: 'ram',
  ramTo: 'ram',
  diskTo: 'disk',
  gpuModel: 'gpuModel',
  gpuCount: 'gpuCount',
  gpuVram: 'gpuVram',
} as const satisfies Record<FilterField, string>

/** Cores and RAM of a chosen pair, such as `4-8` or `4C-8G`, or RAM alone. */
function sizesOf(pair: string): { cores: string | undefined; ram: string } {
  const [, cores, ram] = /^(?:(\d+)C?-)?(\d+)G?$/i.exec(pair) ?? []
  return { cores, ram: ram ?? pair }
}

/** An amount as somebody typed it into an address; what is none stays text. */
function amountWords(value: string): string {
  return /^\d+(\.\d{1,2})?$/.test(value) ? moneyText(value) : value
}

/** So many cores, and at least that much RAM (decision 48), in words. */
export function useSizeWords(): (value: string) => string {
  const { t } = useTranslation()
  return (value) => {
    const { cores, ram } = sizesOf(value)
    const wanted = cores ? [`${cores} ${t('units.core', { count: Number(cores) })}`] : []
    return [...wanted, `≥ ${ram} ${t('units.gb')}`].join(' · ')
  }
}

/** A chosen value of each filter field in words. */
function useFieldWords(): Record<FilterField, (value: string) => string> {
  const { t } = useTranslation()
  const osLabel = useOptionLabel('OS')
  const gpuLabel = useOptionLabel('GPU')
  const sizeWords = useSizeWords()
  const cores = (value: string) => `${value} ${t('units.core', { count: Number(value) })}`
  const gb = (value: string) => `${value} ${t('units.gb')}`
  const atLeast = (words: (value: string) => string) => (value: string) => `≥ ${words(value)}`
  const atMost = (words: (value: string) => string) => (value: string) => `≤ ${words(value)}`
  return {
    keyword: (value) => t('market.quoted', { value }),
    operationSystem: osLabel,
    servePeriod: (value) => (Number(value) ? formatPeriod(Number(value)) : value),
    byHour: () => t('compute.term.byHourShort'),
    cpuAndRAM: sizeWords,
    diskSize: atLeast(gb),
    bandwidth: (value) => `≥ ${value} ${t('units.mbps')}`,
    perDayFrom: atLeast(amountWords),
    perDayTo: atMost(amountWords),
    coresFrom: atLeast(cores),
    coresTo: atMost(cores),
    ramFrom: atLeast(gb),
    ramTo: atMost(gb),
    diskTo: atMost(gb),
    gpuModel: gpuLabel,
    gpuCount: (value) => `≥ ${value}`,
    gpuVram: atLeast(gb),
  }
}

/** The filter in words: as chips, and in one line where each of the five fields that is not chosen shows "none" (b-markets 2; when it is seen: ADR 1). */
export function useFilterWords() {
  const { t } = useTranslation()
  const words = useFieldWords()
  const chips = (filter: FilterValues): ChipItem[] =>
    FILTER_FIELDS.flatMap((field) => {
      const value = filter[field]
      if (!value) return []
      const name = t(`compute.facts.${FIELD_TEXTS[field]}`)
      return [{ id: field, name, value: words[field](value), removeLabel: t('market.filter.remove', { name }) }]
    })
  const summary = (filter: FilterValues) => {
    const say = (field: FilterField) => (filter[field] ? words[field](filter[field]) : t('common.none'))
    return t('compute.filter.summary', {
      os: say('operationSystem'),
      period: say('servePeriod'),
      ram: say('cpuAndRAM'),
      disk: say('diskSize'),
      bandwidth: say('bandwidth'),
    })
  }
  return { chips, summary }
}

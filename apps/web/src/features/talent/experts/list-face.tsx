import { EXPERT_SORTS } from '@trove/contract/talent/experts'
import { EmptyMessagesPicture } from '@trove/ui/feedback/pictures'
import type { ChipItem } from '@trove/ui/inputs/chip-list'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { useTree } from '../../../lib/calls/dictionary.ts'
import { formatCount, formatMoment } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import type { ColumnFace, FilterValues, ListFace } from '../../../market/list/face.ts'
import { type Expert, useExpertCount, useExperts } from '../data/queries.ts'
import { ExpertCard } from './expert-card.tsx'
import { meanText } from './rating.tsx'

const Fields = lazy(() => import('./filter-fields.tsx'))
/** What an expert's card has, for the shape in which it is awaited. */
export const EXPERT_SHAPE = { lines: 1 } as const
const FIELDS = ['name', 'skill', 'minPrice', 'maxPrice', 'minStars', 'free'] as const

const amountWords = (value: string) => (/^\d+(\.\d{1,2})?$/.test(value) ? moneyText(value) : value)

function useChips() {
  const { t } = useTranslation()
  const skills = useTree('technical_field').flatMap(({ children, ...field }) => [field, ...children])
  const words: Record<(typeof FIELDS)[number], (value: string) => string> = {
    name: (value) => value,
    skill: (value) => skills.find((one) => one.value === value)?.label ?? value,
    minPrice: (value) => `≥ ${amountWords(value)}`,
    maxPrice: (value) => `≤ ${amountWords(value)}`,
    minStars: (value) => (Number(value) ? t('talent.filter.atLeastStars', { count: Number(value) }) : value),
    free: (value) => (Number.isNaN(Date.parse(value)) ? value : formatMoment(value)),
  }
  return (filter: FilterValues): ChipItem[] =>
    FIELDS.flatMap((field) => {
      const value = filter[field]
      if (!value) return []
      const name = t(`talent.filter.${field}`)
      return [{ id: field, name, value: words[field](value), removeLabel: t('market.filter.remove', { name }) }]
    })
}

function useColumns(): ColumnFace<Expert>[] {
  const { t } = useTranslation()
  return [
    { id: 'expert', label: t('talent.field.expert'), cell: ({ realName }) => realName },
    { id: 'identity', label: t('talent.field.identity'), cell: ({ identity }) => identity, phone: 'line' },
    { id: 'skills', label: t('talent.field.skills'), cell: ({ skills }) => skills.join(' · ') },
    {
      id: 'price',
      label: t('talent.field.price'),
      cell: ({ hourSalary }) => (hourSalary ? moneyText(hourSalary) : '–'),
      isNumber: true,
      sorts: { asc: 'price-asc', desc: 'price-desc' },
      phone: 'end',
    },
    {
      id: 'hires',
      label: t('talent.field.hires'),
      cell: ({ countHires }) => formatCount(countHires),
      isNumber: true,
      sorts: { desc: 'hired-desc' },
      phone: 'named',
    },
    {
      id: 'rating',
      label: t('talent.field.rating'),
      cell: ({ rating, countReviews }) =>
        rating === null ? '–' : `${meanText(rating)} (${formatCount(countReviews)})`,
      isNumber: true,
      sorts: { desc: 'rated-desc' },
      phone: 'named',
    },
  ]
}

/** How the market's floor lists experts. */
export function useListFace(): ListFace<Expert> {
  const { t } = useTranslation()
  const chips = useChips()
  return {
    fields: FIELDS,
    Fields,
    Rail: Fields,
    useCount: useExpertCount,
    showWords: (count) =>
      count === 0 ? t('talent.filter.nothing') : t('talent.filter.show', { count, shown: formatCount(count) }),
    kind: 'manpower',
    label: t('talent.market'),
    sorts: EXPERT_SORTS.map((value) => ({ value, label: t(`talent.sort.${value}`) })),
    useOffers: useExperts,
    foundWords: (total) => t('talent.found', { count: total, shown: formatCount(total) }),
    chips,
    summary: (filter) =>
      chips(filter)
        .map(({ value }) => value)
        .join(' · ') || t('common.none'),
    columns: useColumns(),
    Card: ExpertCard,
    shapeOf: () => EXPERT_SHAPE,
    nameOf: ({ realName }) => realName,
    offerPath: (productId) => paths.talent({ productId }),
    empty: {
      illustration: <EmptyMessagesPicture />,
      title: t('talent.empty.title'),
      text: t('talent.empty.text'),
      action: { label: t('talent.becomeExpert'), href: paths.certification() },
    },
    emptyFiltered: { title: t('talent.empty.filteredTitle'), text: t('talent.empty.filteredText') },
  }
}

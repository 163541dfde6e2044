import { WORK_SORTS } from '@trove/contract/code/shapes'
import { SEARCH_COUNT_MAX } from '@trove/contract/kit/search'
import { EmptyOrdersPicture } from '@trove/ui/feedback/pictures'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { formatCount, formatDay } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import type { ColumnFace, FilterValues, ListFace } from '../../../market/list/face.ts'
import { type Card, useWorkCount, useWorks } from '../queries.ts'
import { useWorkWords } from '../use-words.ts'
import { WorkCard } from './work-card.tsx'

const Fields = lazy(() => import('./filter-fields.tsx'))
const FIELDS = ['keyword', 'language', 'label', 'priceFrom', 'priceTo', 'ratingFrom'] as const

function useFilterWords() {
  const { t } = useTranslation()
  const { languageOf } = useWorkWords()
  const amount = (value: string) => (/^\d+(\.\d{1,2})?$/.test(value) ? moneyText(value) : value)
  const words = {
    keyword: { name: t('works.filter.keyword'), of: (value: string) => value },
    language: { name: t('works.facts.language'), of: languageOf },
    label: { name: t('works.filter.label'), of: (value: string) => value },
    priceFrom: { name: t('works.facts.price'), of: (value: string) => `≥ ${amount(value)}` },
    priceTo: { name: t('works.facts.price'), of: (value: string) => `≤ ${amount(value)}` },
    ratingFrom: {
      name: t('works.filter.rating'),
      of: (stars: string) => (Number(stars) ? t('works.filter.atLeast', { count: Number(stars) }) : stars),
    },
  }
  const chips = (filter: FilterValues) =>
    FIELDS.flatMap((field) => {
      const value = filter[field]
      if (!value) return []
      const { name, of } = words[field]
      return [{ id: field, name, value: of(value), removeLabel: t('market.filter.remove', { name }) }]
    })
  const summary = (filter: FilterValues) =>
    chips(filter)
      .map(({ name, value }) => `${name} ${value}`)
      .join(' · ') || t('common.none')
  return { chips, summary }
}

function useColumns(): ColumnFace<Card>[] {
  const { t } = useTranslation()
  const { priceOf, languageOf, ratingOf } = useWorkWords()
  return [
    { id: 'name', label: t('works.facts.title'), cell: ({ productName }) => productName },
    {
      id: 'price',
      label: t('works.facts.price'),
      cell: ({ price }) => priceOf(price),
      isNumber: true,
      sorts: { asc: 'price-asc', desc: 'price-desc' },
      phone: 'end',
    },
    { id: 'language', label: t('works.facts.language'), cell: ({ language }) => languageOf(language), phone: 'line' },
    {
      id: 'gets',
      label: t('works.counts.gets'),
      cell: ({ countDownloads }) => formatCount(countDownloads),
      isNumber: true,
      sorts: { desc: 'popular' },
      phone: 'named',
    },
    {
      id: 'rating',
      label: t('works.counts.rating'),
      cell: ({ rating }) => ratingOf(rating),
      sorts: { desc: 'rating' },
    },
    {
      id: 'updated',
      label: t('works.facts.updated'),
      cell: ({ updateTime }) => formatDay(updateTime),
      sorts: { desc: 'updated' },
    },
  ]
}

/** How the market's floor lists works. */
export function useListFace(): ListFace<Card> {
  const { t } = useTranslation()
  return {
    ...useFilterWords(),
    fields: FIELDS,
    searchHint: t('works.filter.keywordHelp'),
    Fields,
    Rail: Fields,
    useCount: useWorkCount,
    showWords: (count) =>
      count === 0 ? t('works.filter.nothing') : t('works.filter.show', { count, shown: formatCount(count) }),
    kind: 'code',
    label: t('works.market'),
    sorts: WORK_SORTS.map((value) => ({ value, label: t(`works.sort.${value}`) })),
    useOffers: useWorks,
    foundWords: (total) =>
      t(total >= SEARCH_COUNT_MAX ? 'works.foundMany' : 'works.found', { count: total, shown: formatCount(total) }),
    columns: useColumns(),
    Card: WorkCard,
    shapeOf: () => ({ hasPicture: true }),
    nameOf: ({ productName }) => productName,
    offerPath: (id) => paths.codeDetail({ id }),
    empty: {
      illustration: <EmptyOrdersPicture />,
      title: t('works.empty.title'),
      text: t('works.empty.text'),
      action: { label: t('titles.publishProduct'), href: paths.publishCode() },
    },
    emptyFiltered: { title: t('works.empty.filteredTitle'), text: t('works.empty.filteredText') },
  }
}

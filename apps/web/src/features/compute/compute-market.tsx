import { VisuallyHidden } from '@mantine/core'
import { COMPUTE_SORTS } from '@trove/contract/compute-shapes'
import { CardGrid } from '@trove/ui/card-grid'
import type { ChipItem } from '@trove/ui/chip-list'
import { EmptyState } from '@trove/ui/empty-state'
import { ErrorState } from '@trove/ui/error-state'
import { InfiniteList } from '@trove/ui/infinite-list'
import { EmptyMachinesPicture } from '@trove/ui/pictures'
import { PlainSelect } from '@trove/ui/plain-select'
import { CardGridSkeleton } from '@trove/ui/skeletons'
import { useTranslation } from 'react-i18next'
import { useOptionLabel } from '../../lib/dictionary.ts'
import { formatCount, formatPeriod } from '../../lib/format.ts'
import { errorText } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { ComputeCard } from './compute-card.tsx'
import { FILTER_FIELDS, type FilterField, type FilterValues, type Sort } from './filter-url.ts'
import { MarketBar } from './market-bar.tsx'
import { useComputeMarket } from './use-compute-market.ts'

const FIELD_TEXTS = {
  operationSystem: 'os',
  servePeriod: 'period',
  cpuAndRAM: 'ram',
  diskSize: 'disk',
  bandwidth: 'bandwidth',
} as const

/** The RAM of a chosen pair, such as 8 of `4-8` or `4C-8G`; it means at least (decision 48). */
function ramOf(pair: string): string {
  return /(\d+)G?$/i.exec(pair)?.[1] ?? pair
}

/** A chosen value of each filter field in words. */
function useFilterWords(): Record<FilterField, (value: string) => string> {
  const { t } = useTranslation()
  const osLabel = useOptionLabel('OS')
  return {
    operationSystem: osLabel,
    servePeriod: (value) => formatPeriod(Number(value)),
    cpuAndRAM: (value) => `≥ ${ramOf(value)} ${t('units.gb')}`,
    diskSize: (value) => `≥ ${value} ${t('units.gb')}`,
    bandwidth: (value) => `≥ ${value} ${t('units.mbps')}`,
  }
}

/** The filter in one line; each field that is not chosen shows "none" (b-markets 2; when it is seen: ADR 1). */
function useFilterSummary(filter: FilterValues): string {
  const { t } = useTranslation()
  const words = useFilterWords()
  const say = (field: FilterField) => {
    const value = filter[field]
    return value ? words[field](value) : t('common.none')
  }
  return t('compute.filter.summary', {
    os: say('operationSystem'),
    period: say('servePeriod'),
    ram: say('cpuAndRAM'),
    disk: say('diskSize'),
    bandwidth: say('bandwidth'),
  })
}

function useChips(filter: FilterValues): ChipItem[] {
  const { t } = useTranslation()
  const words = useFilterWords()
  return FILTER_FIELDS.flatMap((field) => {
    const value = filter[field]
    if (!value) return []
    const name = t(`compute.facts.${FIELD_TEXTS[field]}`)
    return [{ id: field, name, value: words[field](value), removeLabel: t('compute.filter.remove', { name }) }]
  })
}

function SortSelect({ sort, onChange }: { sort: Sort; onChange: (sort: Sort) => void }) {
  const { t } = useTranslation()
  return (
    <PlainSelect
      label={t('compute.sort.label')}
      options={COMPUTE_SORTS.map((value) => ({ value, label: t(`compute.sort.${value}`) }))}
      value={sort}
      onChange={onChange}
    />
  )
}

function EmptyMarket({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const { t } = useTranslation()
  if (isFiltered) {
    return (
      <EmptyState
        illustration={<EmptyMachinesPicture />}
        title={t('compute.empty.filteredTitle')}
        text={t('compute.empty.filteredText')}
        action={{ label: t('compute.filter.clearAll'), onClick: onClear }}
      />
    )
  }
  return (
    <EmptyState
      illustration={<EmptyMachinesPicture />}
      title={t('compute.empty.title')}
      text={t('compute.empty.text')}
      action={{ label: t('compute.empty.shareMine'), href: paths.publishCompute() }}
    />
  )
}

/** The list of machines with filter, order and live count: the computing tab and the list page alike. */
export function ComputeMarket() {
  const { t } = useTranslation()
  const model = useComputeMarket()
  const chips = useChips(model.filter)
  const { list, offers, total } = model
  const retry = { label: t('common.retry'), onClick: () => void list.refetch() }
  const failure = list.error
  const found = total === undefined ? undefined : t('compute.found', { count: total, shown: formatCount(total) })
  const filterSummary = useFilterSummary(model.filter)
  return (
    <>
      <MarketBar
        summary={found ?? (failure ? '' : t('common.loading'))}
        chips={chips}
        filterSummary={filterSummary}
        sort={<SortSelect sort={model.sort} onChange={model.setSort} />}
        model={model}
      />
      <VisuallyHidden>{filterSummary}</VisuallyHidden>
      {list.isPending && <CardGridSkeleton label={t('common.loading')} count={8} />}
      {failure && offers.length === 0 && <ErrorState title={errorText(failure)} retry={retry} />}
      {list.data && (offers.length > 0 || !failure) && (
        <InfiniteList
          loadedCount={offers.length}
          // What was bought while somebody scrolled never comes: without a next page, what is there is all.
          totalCount={list.hasNextPage ? (total ?? 0) : offers.length}
          isLoading={list.isFetchingNextPage}
          onLoadMore={() => void list.fetchNextPage()}
          loadingLabel={t('common.loadingMore')}
          endLabel={t('common.noMore')}
          empty={<EmptyMarket isFiltered={chips.length > 0} onClear={() => model.setFilter({})} />}
          error={failure ? <ErrorState title={errorText(failure)} retry={retry} isSmall /> : undefined}
        >
          <CardGrid label={t('compute.market')}>
            {offers.map((offer) => (
              <ComputeCard key={offer.id} offer={offer} />
            ))}
          </CardGrid>
        </InfiniteList>
      )}
    </>
  )
}

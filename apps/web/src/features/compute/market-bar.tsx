import type { ChipItem } from '@trove/ui/chip-list'
import { FilterBar } from '@trove/ui/filter-bar'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './compute.module.css'
import type { ComputeMarketModel } from './use-compute-market.ts'
import { useFilterDraft } from './use-filter-draft.tsx'

type MarketBarProps = {
  summary: string
  chips: ChipItem[]
  /** All five fields in words, those not chosen as "none". */
  filterSummary: string
  sort: ReactNode
  model: ComputeMarketModel
}

/** Count, active filters as chips, order, and the filter with its live count. */
export function MarketBar({ summary, chips, filterSummary, sort, model }: MarketBarProps) {
  const { t } = useTranslation()
  const draft = useFilterDraft(model.apply)
  const open = () => {
    // Opening resets all five fields (b-markets 2).
    draft.reset()
    model.setFiltering(true)
  }
  return (
    <FilterBar
      label={t('compute.filter.title')}
      closeLabel={t('common.close')}
      summary={summary}
      trailing={sort}
      chips={chips}
      chipsLabel={t('compute.filter.active')}
      onRemoveChip={model.remove}
      clear={{ label: t('compute.filter.clearAll'), onClick: () => model.setFilter({}) }}
      isOpen={model.isFiltering}
      onOpen={open}
      onClose={() => model.setFiltering(false)}
      footer={draft.footer}
    >
      <p className={classes.summary}>{t('compute.filter.now', { summary: filterSummary })}</p>
      {draft.fields}
    </FilterBar>
  )
}

import { CardsIcon, TableIcon } from '@trove/ui/icons/actions'
import { FilterBar } from '@trove/ui/inputs/filter-bar'
import { PlainSelect } from '@trove/ui/inputs/plain-select'
import { ViewSwitch } from '@trove/ui/inputs/view-switch'
import { useHasRail } from '@trove/ui/layout/side-rail'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../lib/shown/later/lazy-part.ts'
import type { FilterValues, ListFace } from './face.ts'
import classes from './list.module.css'
import { ListSearch } from './list-search.tsx'
import { KEYWORD, type ListUrl } from './list-url.ts'
import { useFilterDraft } from './use-filter-draft.tsx'

const SaveSearch = lazyPart(() => import('../searches/save-search.tsx'))

type ListBarProps<Offer extends { id: string }> = { face: ListFace<Offer>; url: ListUrl; found: string }

function CardsOrTable({ url }: { url: ListUrl }) {
  const { t } = useTranslation()
  return (
    <ViewSwitch
      label={t('market.view.label')}
      views={[
        { value: 'cards', label: t('market.view.cards'), icon: CardsIcon },
        { value: 'table', label: t('market.view.table'), icon: TableIcon },
      ]}
      value={url.view}
      onChange={url.setView}
    />
  )
}

/** Count, active filters as chips, order, view, and the filter with its live count. */
export function ListBar<Offer extends { id: string }>({ face, url, found }: ListBarProps<Offer>) {
  const { t } = useTranslation()
  const [isFiltering, setFiltering] = useState(false)
  const hasRail = useHasRail()
  // The text that is searched for is no field of the filter: it stays, and counts.
  const kept = { [KEYWORD]: url.filter[KEYWORD] }
  const apply = (filter: FilterValues) => {
    url.setFilter({ ...filter, ...kept })
    setFiltering(false)
  }
  const draft = useFilterDraft(face, apply, kept)
  const open = () => {
    // Opening resets all fields (b-markets 2).
    draft.reset()
    setFiltering(true)
  }
  return (
    <FilterBar
      label={t('market.filter.title')}
      closeLabel={t('common.close')}
      summary={found}
      search={face.searchHint !== undefined && <ListSearch url={url} placeholder={face.searchHint} />}
      trailing={
        <>
          <CardsOrTable url={url} />
          <PlainSelect label={t('market.sort')} options={face.sorts} value={url.sort} onChange={url.setSort} />
        </>
      }
      chips={face.chips(url.filter)}
      chipsLabel={t('market.filter.active')}
      onRemoveChip={(field) => url.change({ [field]: undefined })}
      afterChips={
        <Suspense fallback={null}>
          <SaveSearch kind={face.kind} filter={url.filter} summary={face.summary(url.filter)} />
        </Suspense>
      }
      clear={{ label: t('market.filter.clearAll'), onClick: () => url.setFilter({}) }}
      hasRail={hasRail}
      isOpen={isFiltering}
      onOpen={open}
      onClose={() => setFiltering(false)}
      footer={draft.footer}
    >
      <p className={classes.summary}>{t('market.filter.now', { summary: face.summary(url.filter) })}</p>
      {draft.fields}
    </FilterBar>
  )
}

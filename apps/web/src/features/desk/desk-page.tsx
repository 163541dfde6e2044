import type { StaffRole } from '@trove/contract/kit/staff-roles'
import { PageHeader } from '@trove/ui/layout/page-header'
import { Tabs } from '@trove/ui/layout/tabs'
import type { ReactNode } from 'react'
import { useSearch } from '../../lib/addresses/use-search.ts'
import { KEYWORD } from '../../market/list/list-url.ts'
import classes from './desk.module.css'
import { type CaseFilter, type CaseFilters, useCaseFilter } from './filters/case-filter.ts'
import { FilterChips } from './filters/filter-chips.tsx'
import { FilterRow } from './filters/filter-row.tsx'
import { StaffOnly } from './staff-only.tsx'

type DeskPageProps<View extends string, End extends string> = {
  title: string
  lead: string
  actions?: ReactNode
  /** Whose page it is; without, all the staff's. */
  of?: StaffRole
  /** Its views with their words, the first one being what it opens with. */
  views: readonly { value: View; label: string }[]
  /** What its lists are filtered by; without, by their view alone. */
  filters?: CaseFilters<View, End>
  children: (view: View, filter: CaseFilter<End>) => ReactNode
}

/** The address of a view: a text that is looked for is looked for there, too. */
function ofView(view: string, keyword: string | null | undefined) {
  return new URLSearchParams(keyword ? { view, [KEYWORD]: keyword } : { view })
}

/** A page of the desk: its views are tabs, and the one in sight stands in the address. */
export function DeskPage<View extends string, End extends string = never>(props: DeskPageProps<View, End>) {
  const { title, lead, actions, of, views, filters, children } = props
  const [search, change] = useSearch()
  const view = views.find(({ value }) => value === search.get('view')) ?? views[0]
  const now = useCaseFilter(view?.value, filters)
  return (
    <div className={classes.page}>
      <PageHeader title={title} lead={lead} actions={actions} />
      <StaffOnly of={of}>
        <Tabs
          label={title}
          value={view?.value ?? ''}
          onChange={(next) => change((former) => ofView(next, filters && former.get(KEYWORD)), true)}
          items={views}
        >
          {filters ? <FilterRow view={view} filters={filters} now={now} /> : <FilterChips view={view} says={[]} />}
          {view && children(view.value, now.filter)}
        </Tabs>
      </StaffOnly>
    </div>
  )
}

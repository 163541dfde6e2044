import type { StaffRole } from '@trove/contract/kit/staff-roles'
import { PageHeader } from '@trove/ui/layout/page-header'
import { Tabs } from '@trove/ui/layout/tabs'
import type { ReactNode } from 'react'
import { useSearch } from '../../lib/addresses/use-search.ts'
import classes from './desk.module.css'
import { FilterChips } from './filter-chips.tsx'
import { StaffOnly } from './staff-only.tsx'

type DeskPageProps<View extends string> = {
  title: string
  lead: string
  actions?: ReactNode
  /** Whose page it is; without, all the staff's. */
  of?: StaffRole
  /** Its views with their words, the first one being what it opens with. */
  views: readonly { value: View; label: string }[]
  children: (view: View) => ReactNode
}

/** A page of the desk: its views are tabs, and the one in sight stands in the address. */
export function DeskPage<View extends string>({ title, lead, actions, of, views, children }: DeskPageProps<View>) {
  const [search, change] = useSearch()
  const view = (views.find(({ value }) => value === search.get('view')) ?? views[0])?.value
  return (
    <div className={classes.page}>
      <PageHeader title={title} lead={lead} actions={actions} />
      <StaffOnly of={of}>
        <Tabs
          label={title}
          value={view ?? ''}
          onChange={(next) => change(() => new URLSearchParams({ view: next }), true)}
          items={views}
        >
          <FilterChips view={view} />
          {view && children(view)}
        </Tabs>
      </StaffOnly>
    </div>
  )
}

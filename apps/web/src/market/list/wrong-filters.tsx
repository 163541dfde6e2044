import { ContractError } from '@trove/contract/errors/codes'
import { ActionButton } from '@trove/ui/actions/action-button'
import type { ChipItem } from '@trove/ui/inputs/chip-list'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../lib/calls/failure.tsx'
import type { Paged } from '../../lib/lists/growing-list.tsx'
import type { FilterValues } from './face.ts'
import type { ListUrl } from './list-url.ts'
import classes from './wrong-filters.module.css'

type WrongFiltersProps = {
  list: Paged
  /** What the list is filtered by, in the words of the list. */
  chips: (filter: FilterValues) => readonly ChipItem[]
  url: ListUrl
}

/** What takes a filter away is gone with it: whoever reads on with the keyboard begins at the title. */
function toTitle(): void {
  const title = document.querySelector('h1')
  if (!title) return
  title.tabIndex = -1
  title.focus()
}

/** In place of a list whose address has filters that the server does not take: which and why, and a way out of each and of all. */
export default function WrongFilters({ list, chips, url }: WrongFiltersProps) {
  const { t } = useTranslation()
  const refused = list.error instanceof ContractError ? (list.error.fields ?? []) : []
  const wrong = chips(url.filter).flatMap((chip) => {
    const field = refused.find(({ path }) => path === chip.id)
    return field ? [{ ...chip, why: field.message }] : []
  })
  if (wrong.length === 0) return <Failure error={list.error} refetch={list.refetch} />
  const act = (label: string, drop: () => void) => ({
    label,
    onClick: () => {
      toTitle()
      drop()
    },
  })
  return (
    <div className={classes.body} role="alert">
      <p className={classes.title}>{t('wrongFilters.title')}</p>
      <ul className={classes.list}>
        {wrong.map(({ id, name, value, why, removeLabel }) => (
          <li key={id}>
            <p>
              <strong>
                {name} {value}
              </strong>
              <span>{why}</span>
            </p>
            <ActionButton kind="plain" action={act(removeLabel, () => url.change({ [id]: undefined }))} />
          </li>
        ))}
      </ul>
      <ActionButton kind="quiet" action={act(t('market.filter.clearAll'), () => url.setFilter({}))} />
    </div>
  )
}

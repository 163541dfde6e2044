import type { FieldError } from '@trove/contract/errors/define'
import { ActionButton } from '@trove/ui/actions/action-button'
import type { ChipItem } from '@trove/ui/inputs/chip-list'
import { useTranslation } from 'react-i18next'
import type { ListUrl } from './list-url.ts'
import classes from './wrong-filters.module.css'

type WrongFiltersProps = {
  /** What the list is filtered by, in the words of the list. */
  chips: readonly ChipItem[]
  refused: readonly FieldError[]
  url: ListUrl
}

/** In place of a list whose address has filters that the server does not take: which and why, and a way out of each and of all. */
export default function WrongFilters({ chips, refused, url }: WrongFiltersProps) {
  const { t } = useTranslation()
  const wrong = chips.flatMap((chip) => {
    const field = refused.find(({ path }) => path === chip.id)
    return field ? [{ ...chip, why: field.message }] : []
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
            <ActionButton
              kind="plain"
              action={{ label: removeLabel, onClick: () => url.change({ [id]: undefined }) }}
            />
          </li>
        ))}
      </ul>
      <ActionButton kind="quiet" action={{ label: t('market.filter.clearAll'), onClick: () => url.setFilter({}) }} />
    </div>
  )
}

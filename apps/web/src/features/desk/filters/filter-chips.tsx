import { ActionButton } from '@trove/ui/actions/action-button'
import { SaveSearchIcon } from '@trove/ui/icons/actions'
import { ChipList } from '@trove/ui/inputs/chip-list'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useSearch } from '../../../lib/addresses/use-search.ts'
import { NameDialog } from '../../../market/searches/name-dialog.tsx'
import classes from './filters.module.css'
import { useSavedFilters } from './saved-filters.ts'

type NamingProps = { what: string; onClose: () => void; onName: (name: string) => void }

/** Asks for the name of what is saved, and says what that is and where it is kept. */
function Naming({ what, onClose, onName }: NamingProps) {
  const { t } = useTranslation()
  return (
    <NameDialog
      title={t('desk.filters.save')}
      help={t('desk.filters.help', { what })}
      first=""
      sendLabel={t('common.save')}
      isBusy={false}
      onClose={onClose}
      onSend={(name) => {
        onName(name)
        onClose()
      }}
    />
  )
}

type FilterChipsProps = {
  /** The tab in sight: the address of the first one does not say it. */
  view?: { value: string; label: string } | undefined
  /** Words for what the list is filtered by now; without any there is nothing to save. */
  says: readonly string[]
}

/** Filters of this list that were saved, as chips that lead to them, and saving what it is filtered by now. */
export function FilterChips({ view, says }: FilterChipsProps) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [search] = useSearch()
  const { filters, save, remove } = useSavedFilters()
  const [isNaming, setNaming] = useState(false)
  const now = new URLSearchParams(search)
  // The open case is no filter.
  now.delete('case')
  if (view) now.set('view', view.value)
  const query = now.toString()
  const own = filters.filter(({ path }) => path === pathname)
  const mayBeSaved = says.length > 0 && own.every((one) => one.query !== query)
  if (own.length === 0 && !mayBeSaved) return null
  return (
    <div className={classes.row}>
      <ChipList
        label={t('desk.filters.saved')}
        items={own.map((one) => ({
          id: one.query,
          value: one.name,
          href: `${pathname}?${one.query}`,
          isCurrent: one.query === query,
          removeLabel: t('desk.filters.remove', { name: one.name }),
        }))}
        onRemove={(id) => own.filter((one) => one.query === id).forEach(remove)}
      />
      {mayBeSaved && (
        <ActionButton
          kind="quiet"
          size="xs"
          action={{
            label: t('desk.filters.save'),
            icon: <SaveSearchIcon size={16} />,
            onClick: () => setNaming(true),
          }}
        />
      )}
      {isNaming && (
        <Naming
          what={[...(view ? [view.label] : []), ...says].join(' · ')}
          onClose={() => setNaming(false)}
          onName={(name) => save({ name, path: pathname, query })}
        />
      )}
    </div>
  )
}

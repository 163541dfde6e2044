import { ActionButton } from '@trove/ui/actions/action-button'
import { SaveSearchIcon } from '@trove/ui/icons/actions'
import { ChipList } from '@trove/ui/inputs/chip-list'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useSearch } from '../../lib/addresses/use-search.ts'
import { NameDialog } from '../../market/searches/name-dialog.tsx'
import classes from './desk.module.css'
import { useSavedFilters } from './saved-filters.ts'

/** Asks for the name of what is saved, and says where it is kept. */
function Naming({ onClose, onName }: { onClose: () => void; onName: (name: string) => void }) {
  const { t } = useTranslation()
  return (
    <NameDialog
      title={t('desk.filters.save')}
      help={t('desk.filters.help')}
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

/**
 * Filters of this list that were saved, as chips that lead to them, and saving what it is filtered by now. `view` is the tab in
 * sight: the address of the first one does not say it, and the row must not come and go with the tabs.
 */
export function FilterChips({ view }: { view?: string }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [search] = useSearch()
  const { filters, save, remove } = useSavedFilters()
  const [isNaming, setNaming] = useState(false)
  const now = new URLSearchParams(search)
  // The open case is no filter.
  now.delete('case')
  if (view) now.set('view', view)
  const query = now.toString()
  const own = filters.filter(({ path }) => path === pathname)
  const mayBeSaved = query !== '' && own.every((one) => one.query !== query)
  if (own.length === 0 && !mayBeSaved) return null
  return (
    <div className={classes.filters}>
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
      {isNaming && <Naming onClose={() => setNaming(false)} onName={(name) => save({ name, path: pathname, query })} />}
    </div>
  )
}

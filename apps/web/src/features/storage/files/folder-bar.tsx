import { Button } from '@mantine/core'
import { FolderIcon } from '@trove/ui/icons/things'
import { SearchBox } from '@trove/ui/inputs/search-box'
import { useTranslation } from 'react-i18next'
import classes from '../styles/storage.module.css'
import type { FoldersModel } from './use-folders.ts'

/** Where one is among one's folders, the folders in there, and the search over all names. */
export function FolderBar({ model }: { model: FoldersModel }) {
  const { t } = useTranslation()
  const { folder, way, folders, search, isSearching, isReadingOn, shown, enter, setSearch } = model
  return (
    <div className={classes.folderBar}>
      <SearchBox
        isOpen
        value={search}
        onChange={setSearch}
        label={t('storage.files.search')}
        placeholder={t('storage.files.search')}
        clearLabel={t('storage.files.clearSearch')}
      />
      {isReadingOn && <small className={classes.quiet}>{t('storage.files.readingOn')}</small>}
      {isSearching && !isReadingOn && shown?.ids.length === 0 && (
        <p className={classes.quiet} role="status">
          {t('storage.files.nothingFound')}
        </p>
      )}
      {!isSearching && folder !== '' && (
        <nav className={classes.actions} aria-label={t('storage.files.way')}>
          <Button variant="subtle" size="compact-sm" onClick={() => enter('')}>
            {t('storage.files.top')}
          </Button>
          {way.map(({ name, path }) => (
            <Button
              key={path}
              variant="subtle"
              size="compact-sm"
              aria-current={path === folder ? 'location' : undefined}
              onClick={() => enter(path)}
            >
              {`/ ${name}`}
            </Button>
          ))}
        </nav>
      )}
      {folders.length > 0 && (
        <ul className={classes.folders} aria-label={t('storage.files.folders')}>
          {folders.map(({ name, path, count }) => (
            <li key={path}>
              <button type="button" className={classes.folder} onClick={() => enter(path)}>
                <FolderIcon size={20} />
                <span className={classes.name}>{name}</span>
                <small className={classes.quiet}>{t('storage.files.inFolder', { count })}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

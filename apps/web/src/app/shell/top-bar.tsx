import { ActionIcon } from '@mantine/core'
import { Link } from '@trove/ui/base/link'
import { Menu } from '@trove/ui/dialogs/menu'
import { SearchIcon } from '@trove/ui/icons/actions'
import { SettingsIcon } from '@trove/ui/icons/places'
import { Logo } from '@trove/ui/layout/logo'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/addresses/paths.ts'
import { useSettingEntries } from '../parts/account-menu.tsx'
import classes from './top-bar.module.css'

/** Language, layout and appearance behind one button. */
export function SettingsMenu() {
  const { t } = useTranslation()
  const settings = useSettingEntries()
  return (
    <Menu
      label={t('shell.language')}
      closeLabel={t('common.close')}
      entries={settings}
      trigger={
        <ActionIcon variant="subtle" size={44} aria-label={`${t('shell.language')} · ${t('shell.theme')}`}>
          <SettingsIcon />
        </ActionIcon>
      }
    />
  )
}

/** What stands above a page that has no header of its own: whose site it is, and its settings, signed in or not. */
export function TopBar({ onFind }: { onFind: () => void }) {
  const { t } = useTranslation()
  return (
    <header className={classes.bar}>
      <Link href={paths.root()} className={classes.logo}>
        <Logo name={t('shell.logoName')} size={26} label={t('common.brand')} />
      </Link>
      <span className={classes.end}>
        <ActionIcon variant="subtle" size={44} aria-label={t('shell.find')} onClick={onFind}>
          <SearchIcon />
        </ActionIcon>
        <SettingsMenu />
      </span>
    </header>
  )
}

import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { shownName } from './file-rows.tsx'
import classes from './files.module.css'

type Crumb = { path: string; name: string | undefined }

/** The folders from the home folder, or from the root where a place lies outside of it, down to this one. */
export function crumbsOf(path: string, home: string): Crumb[] {
  const isInHome = path === home || path.startsWith(home === '/' ? '/' : `${home}/`)
  const base = isInHome ? home : '/'
  const names = path.slice(base.length).split('/').filter(Boolean)
  const places = names.map((name, i) => ({
    name,
    path: `${base === '/' ? '' : base}/${names.slice(0, i + 1).join('/')}`,
  }))
  return [{ path: base, name: undefined }, ...places]
}

/** Where one is, and the way back up. */
export function Crumbs({ path, home, go }: { path: string; home: string; go: (path: string) => void }) {
  const { t } = useTranslation()
  const crumbs = crumbsOf(path, home)
  const words = ({ name, path: at }: Crumb) =>
    name === undefined ? t(at === home ? 'machineFiles.home' : 'machineFiles.root') : shownName(name)
  return (
    <nav className={classes.crumbs} aria-label={t('machineFiles.where')}>
      <ol>
        {crumbs.map((crumb) => (
          <li key={crumb.path}>
            <UnstyledButton
              className={classes.crumb}
              onClick={() => go(crumb.path)}
              aria-current={crumb.path === path ? 'location' : undefined}
            >
              <bdi>{words(crumb)}</bdi>
            </UnstyledButton>
          </li>
        ))}
      </ol>
    </nav>
  )
}

import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import { useOs } from '@mantine/hooks'
import { Link } from '@trove/ui/base/link'
import { Menu } from '@trove/ui/dialogs/menu'
import { SearchIcon } from '@trove/ui/icons/actions'
import { BellIcon } from '@trove/ui/icons/places'
import { Logo } from '@trove/ui/layout/logo'
import { AvatarImage } from '@trove/ui/lists/avatar-image'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { useUnreadCount } from '../../lib/told/notices.ts'
import type { MenuItem } from '../../market/entry/market.ts'
import { useAccountEntries, useLogOut } from '../parts/account-menu.tsx'
import { isSelected, marketMenu, personalMenu } from '../parts/menu-model.ts'
import { useStaffPages } from '../parts/staff-pages.ts'
import { useResume } from '../parts/use-resume.ts'
import classes from './shell.desktop.module.css'
import { SignInDialog } from './sign-in-dialog.tsx'
import { SettingsMenu } from './top-bar.tsx'

function MenuEntry({ item }: { item: MenuItem }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <Link
      href={item.path}
      className={classes.item}
      title={t(`titles.${item.title}`)}
      aria-current={isSelected(item, pathname) ? 'page' : undefined}
    >
      <item.icon size={18} />
      <span className={classes.itemWord}>{t(`titles.${item.title}`)}</span>
    </Link>
  )
}

/** A part of the menu. */
function MenuSection({ title, items }: { title: string; items: MenuItem[] }) {
  return (
    <section className={classes.section} aria-label={title}>
      <h2 className={classes.sectionTitle}>{title}</h2>
      {items.map((item) => (
        <MenuEntry key={item.path} item={item} />
      ))}
    </section>
  )
}

/** Nobody is called signed out because the server is away. */
function Reconnect() {
  const { t } = useTranslation()
  const { retry, isBusy } = useResume()
  return (
    <Button variant="default" onClick={retry} loading={isBusy} title={t('common.network')}>
      {t('common.reconnect')}
    </Button>
  )
}

/** The way to the notices, with how many are unread. */
function Bell() {
  const { t } = useTranslation()
  const unread = useUnreadCount()
  const amount = unread > 99 ? '99+' : String(unread)
  return (
    <ActionIcon
      component={Link}
      href={paths.notices()}
      variant="subtle"
      aria-label={unread > 0 ? `${t('shell.notices')} · ${t('shell.unread', { amount })}` : t('shell.notices')}
      className={classes.bell}
    >
      <BellIcon />
      {unread > 0 && (
        <span className={classes.unread} aria-hidden>
          {amount}
        </span>
      )}
    </ActionIcon>
  )
}

function Account({ onLogOut }: { onLogOut: () => void }) {
  const { t } = useTranslation()
  const { state, user } = useSession()
  const entries = useAccountEntries(onLogOut)
  const { pathname, search, hash } = useLocation()
  if (state === 'unreachable') return <Reconnect />
  if (state !== 'signed-in') {
    // Over the page in view: what it shows stands in its query, and the key of a shared file in the fragment.
    const here = new URLSearchParams(search)
    here.set('signIn', '')
    return (
      <Button component={Link} href={`${pathname}?${here}${hash}`}>
        {t('shell.register')}
      </Button>
    )
  }
  const name = user?.username ?? ''
  const icon = <AvatarImage src={user?.headImgUrl} name={name} size={20} />
  const profile = { id: 'profile', label: name, href: paths.profile(), icon }
  return (
    <>
      <Bell />
      <Menu
        label={t('shell.account')}
        closeLabel={t('common.close')}
        entries={[profile, ...entries]}
        trigger={
          <button type="button" className={classes.account}>
            <VisuallyHidden>{t('shell.account')}</VisuallyHidden>
            <span aria-hidden>
              <AvatarImage src={user?.headImgUrl} name={name} size={32} />
            </span>
            <span className={classes.name}>{name}</span>
          </button>
        }
      />
    </>
  )
}

/** The other markets, beside compute. */
const TOP_LINKS = [
  { href: paths.workCodeForce(), title: 'workCodeForce' },
  { href: paths.talent(), title: 'manpower' },
] as const

/** The menu beside the page of who is signed in. */
function SideMenu() {
  const { t } = useTranslation()
  const staffPages = useStaffPages()
  const { pathname } = useLocation()
  const menu = useRef<HTMLElement>(null)
  // The desks stand at the end of a menu that is longer than most screens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address, or entries that come later, mark another entry
  useEffect(() => {
    menu.current?.querySelector('[aria-current="page"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [pathname, staffPages.length])
  return (
    <nav ref={menu} className={classes.menu} aria-label={t('shell.menu')}>
      <Link href={paths.root()} className={classes.logo}>
        <Logo name={t('shell.logoName')} size={28} label={t('common.brand')} />
      </Link>
      <MenuSection title={t('shell.sharedMarket')} items={marketMenu} />
      <MenuSection title={t('shell.personalCenter')} items={personalMenu} />
      {staffPages.length > 0 && <MenuSection title={t('shell.staff')} items={staffPages} />}
    </nav>
  )
}

/** The logo and the ways into the markets, where there is no menu. */
function TopLinks({ isSignedIn }: { isSignedIn: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <Link href={paths.root()} className={classes.logo}>
        <Logo name={t('shell.logoName')} size={28} label={t('common.brand')} />
      </Link>
      <nav className={classes.topLinks} aria-label={t('shell.menu')}>
        <Link href={paths.computingPower()}>{t('titles.computingPower')}</Link>
        {TOP_LINKS.map(({ href, title }) => (
          <Link key={href} href={href}>
            {t(`titles.${title}`)}
          </Link>
        ))}
        {isSignedIn && <Link href={paths.hub()}>{t('titles.computingHub')}</Link>}
      </nav>
    </>
  )
}

/** Desktop frame: menu of 241 px, header with the account's dropdown, footer. Landing pages use the full width. */
export function DesktopShell({ isLanding, onFind }: { isLanding: boolean; onFind: () => void }) {
  const { t } = useTranslation()
  const logOut = useLogOut()
  const { state } = useSession()
  const os = useOs()
  const isKnown = state !== 'unknown'
  const hasMenu = !isLanding && (state === 'signed-in' || !isKnown)
  return (
    <div className={hasMenu ? classes.withMenu : classes.wide}>
      <a href="#content" className={classes.skip}>
        {t('common.skipToContent')}
      </a>
      {hasMenu && <SideMenu />}
      <header className={classes.header}>
        {!hasMenu && <TopLinks isSignedIn={state === 'signed-in'} />}
        {isKnown && (
          <div className={classes.headerEnd} data-account>
            <button type="button" className={classes.find} onClick={onFind} aria-keyshortcuts="Control+K Meta+K">
              <SearchIcon size={18} />
              <span className={classes.findWord}>{t('shell.find')}</span>
              <kbd aria-hidden>{os === 'macos' ? '⌘ K' : 'Ctrl K'}</kbd>
            </button>
            <SettingsMenu />
            <Account onLogOut={logOut.ask} />
          </div>
        )}
      </header>
      <main id="content" className={isLanding ? classes.landing : classes.main} tabIndex={-1}>
        <Outlet />
      </main>
      {!isLanding && <footer className={classes.footer}>{t('shell.footer')}</footer>}
      {logOut.dialog}
      <SignInDialog />
    </div>
  )
}

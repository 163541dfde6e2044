import { BottomBar, type BottomBarItem } from '@trove/ui/bottom-bar'
import { HomeIcon, MarketIcon, MeIcon, MessagesIcon, OrdersIcon } from '@trove/ui/icons/places'
import { BackProvider } from '@trove/ui/page-header'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'
import { useUnreadCount } from '../lib/notices.ts'
import classes from './shell.mobile.module.css'
import { TopBar } from './top-bar.tsx'
import { useBack } from './use-back.ts'

/** Phone frame: the page and a bottom bar of five places (look: home, market, orders, messages, me). */
export function MobileShell({ isLanding }: { isLanding: boolean }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const unread = useUnreadCount()
  const starts = (...paths: string[]) => paths.some((path) => pathname === path || pathname.startsWith(`${path}/`))
  const items: BottomBarItem[] = [
    {
      href: '/home',
      label: t('shell.home'),
      icon: HomeIcon,
      isActive: starts('/home', '/computingPower', '/workCodeForce'),
    },
    {
      href: '/computingPowerMarket/hub',
      label: t('shell.market'),
      icon: MarketIcon,
      isActive: starts('/computingPowerMarket', '/codeForce', '/manpower'),
    },
    {
      href: '/personal-center/my-order',
      label: t('shell.orders'),
      icon: OrdersIcon,
      isActive: starts('/personal-center/my-order', '/pay'),
    },
    {
      href: '/personal-center/notices',
      label: t('shell.messages'),
      icon: MessagesIcon,
      isActive: starts('/personal-center/notices'),
      badge: unread > 0 ? (unread > 99 ? '99+' : String(unread)) : undefined,
    },
    {
      href: '/personalCenter',
      label: t('shell.me'),
      icon: MeIcon,
      isActive:
        starts('/personalCenter', '/bind') ||
        (starts('/personal-center') && !starts('/personal-center/my-order', '/personal-center/notices')),
    },
  ]
  const back = useBack(
    items.some(({ href }) => pathname === href || pathname.startsWith('/personal-center/my-order/consume')),
  )
  return (
    <>
      {isLanding && <TopBar />}
      <main id="content" className={classes.main} tabIndex={-1}>
        <BackProvider back={back}>
          <Outlet />
        </BackProvider>
      </main>
      <BottomBar items={items} label={t('shell.menu')} />
    </>
  )
}

import { HomeIcon, MarketIcon, MeIcon, MessagesIcon, OrdersIcon } from '@trove/ui/icons/places'
import { BottomBar, type BottomBarItem } from '@trove/ui/layout/bottom-bar'
import { BackProvider } from '@trove/ui/layout/page-header'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'
import { areaOf, areas, isUnder, paths } from '../../lib/addresses/paths.ts'
import { useUnreadCount } from '../../lib/told/notices.ts'
import { marketAreas } from '../parts/menu-model.ts'
import { useBack } from '../parts/use-back.ts'
import classes from './shell.mobile.module.css'
import { TopBar } from './top-bar.tsx'

/** What one is told: notices, and what people say. */
const TOLD = [paths.notices(), areaOf(paths.conversations)]

/** The five places of the bottom bar, and whether the page lies under one of some addresses. */
function usePlaces() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const unread = useUnreadCount()
  const isIn = (...starts: string[]) => isUnder(pathname, starts)
  const items: BottomBarItem[] = [
    {
      href: paths.home(),
      label: t('shell.home'),
      icon: HomeIcon,
      isActive: isIn(...areas.landing),
    },
    {
      href: paths.hub(),
      label: t('shell.market'),
      icon: MarketIcon,
      isActive: isIn(...marketAreas) && !isIn(...areas.orders),
    },
    {
      href: paths.orders(),
      label: t('shell.orders'),
      icon: OrdersIcon,
      isActive: isIn(...areas.orders),
    },
    {
      href: paths.notices(),
      label: t('shell.messages'),
      icon: MessagesIcon,
      isActive: isIn(...TOLD),
      badge: unread > 0 ? (unread > 99 ? '99+' : String(unread)) : undefined,
    },
    {
      href: paths.personalCenter(),
      label: t('shell.me'),
      icon: MeIcon,
      isActive: isIn(...areas.personal) && !isIn(...areas.orders, ...TOLD),
    },
  ]
  return { items, isIn }
}

/** Phone frame: the page and a bottom bar of five places (look: home, market, orders, messages, me). */
export function MobileShell({ isLanding, onFind }: { isLanding: boolean; onFind: () => void }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { items, isIn } = usePlaces()
  const back = useBack(items.some(({ href }) => pathname === href || isIn(paths.consumeOrders())))
  return (
    <>
      {isLanding && <TopBar onFind={onFind} />}
      <main id="content" className={classes.main} tabIndex={-1}>
        <BackProvider back={back} find={{ label: t('shell.find'), onClick: onFind }}>
          <Outlet />
        </BackProvider>
      </main>
      <BottomBar items={items} label={t('shell.menu')} />
    </>
  )
}

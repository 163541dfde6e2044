import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'
import { notify } from '../../lib/calls/notify.ts'
import { useSession } from '../../lib/session/session.ts'
import { useDeviceChoice } from '../../lib/session/use-device.tsx'
import { useLive } from '../../lib/told/live.ts'
import { markets } from '../entries/markets.ts'
import { usePalette } from '../palette/use-palette.tsx'
import { findRoute } from '../routes/find-route.ts'
import { PageNews } from './page-news.tsx'
import { DesktopShell } from './shell.desktop.tsx'
import { MobileShell } from './shell.mobile.tsx'
import { TopBar } from './top-bar.tsx'

/** Says when the network goes and comes back. */
function useNetworkNotice(): void {
  const { t } = useTranslation()
  useEffect(() => {
    const lost = () => notify('network', t('common.offline'))
    const back = () => notify('success', t('common.online'))
    window.addEventListener('offline', lost)
    window.addEventListener('online', back)
    return () => {
      window.removeEventListener('offline', lost)
      window.removeEventListener('online', back)
    }
  }, [t])
}

/** Another person's answers must not be shown after signing out. A visitor's own, asked for on an open page, stay. */
function useForgetOnSignOut(): void {
  const client = useQueryClient()
  const { state } = useSession()
  const former = useRef(state)
  useEffect(() => {
    // Not removed: a page in sight would go on showing what it has, and an open one shows a person's own things, too.
    if (former.current === 'signed-in' && state === 'signed-out') void client.resetQueries()
    former.current = state
  }, [client, state])
}

/** The same one with the frame and without: what is said when one takes the place of the other must be heard, too. */
const PAGE_NEWS = 'page-news'

const GOODS_KEYS = markets.map(({ goodsKey }) => goodsKey)

/** The frame: the desktop's or the phone's, or none for screens that fill the window. */
export function Shell() {
  useNetworkNotice()
  useForgetOnSignOut()
  useLive(GOODS_KEYS)
  const { device } = useDeviceChoice()
  const entry = findRoute(useLocation().pathname)
  // A terminal fills the window, and Ctrl K is a key of its shell.
  const isFull = Boolean(entry?.isBare) && entry?.access !== 'open'
  const { open, palette } = usePalette({ isOff: isFull })
  if (entry?.isBare)
    return (
      <>
        {!isFull && <TopBar onFind={open} />}
        <Outlet />
        <PageNews key={PAGE_NEWS} />
        {!isFull && palette}
      </>
    )
  const Frame = device === 'mobile' ? MobileShell : DesktopShell
  return (
    <>
      <Frame isLanding={Boolean(entry?.byDevice)} onFind={open} />
      <PageNews key={PAGE_NEWS} />
      {palette}
    </>
  )
}

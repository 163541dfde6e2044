import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router'
import { notify } from '../lib/notify.ts'
import { useSession } from '../lib/session.ts'
import { useDeviceChoice } from '../lib/use-device.tsx'
import { guard } from './guard.ts'
import type { RouteEntry } from './route-entry.ts'

/** Applies the guard to a screen, sets the document's title and goes to the top after each navigation. */
export function Guarded({ route, children }: { route: RouteEntry; children: ReactNode }) {
  const { t } = useTranslation()
  const location = useLocation()
  const { device } = useDeviceChoice()
  const isSignedIn = useSession().state === 'signed-in'
  const answer = guard({ route, isSignedIn, device, from: location.pathname + location.search })
  useEffect(() => {
    document.title = `${t(`titles.${route.title}`)} · ${t('common.brand')}`
  }, [t, route.title])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is what scrolls to the top
  useEffect(() => {
    // In braces: newer browsers answer with a promise, which must not become the effect's clean-up.
    window.scrollTo(0, 0)
  }, [location.pathname])
  useEffect(() => {
    if (!answer.stay) notify('warning', t('common.signInFirst'))
  }, [answer.stay, t])
  if (answer.stay) return children
  return <Navigate to={`${answer.to}?next=${encodeURIComponent(answer.next)}`} replace />
}

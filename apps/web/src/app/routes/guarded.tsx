import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation } from 'react-router'
import type { RouteEntry } from '../../lib/addresses/route-entry.ts'
import { notify } from '../../lib/calls/notify.ts'
import { wordsOfCode } from '../../lib/session/language.ts'
import { useSession } from '../../lib/session/session.ts'
import { useDeviceChoice } from '../../lib/session/use-device.tsx'
import { pageTitle } from '../../lib/shown/page-title.ts'
import { Unreachable } from '../pages/unreachable.tsx'
import { guard } from './guard.ts'
import { useScrollPlace } from './scroll-place.ts'

/** What tells one page from another: its path, and where a path has several, the parameter that chooses. */
function pageOf({ pageParameter }: RouteEntry, { pathname, search }: { pathname: string; search: string }): string {
  return pageParameter ? `${pathname}?${new URLSearchParams(search).get(pageParameter) ?? ''}` : pathname
}

/**
 * Applies the guard to a screen, sets the document's title and keeps the place it is scrolled to. `awaited` stands in its place
 * until it is known who is here.
 */
export function Guarded({ route, awaited, children }: { route: RouteEntry; awaited: ReactNode; children: ReactNode }) {
  const { t } = useTranslation()
  const location = useLocation()
  const { device } = useDeviceChoice()
  const session = useSession()
  const { isExpired } = session
  // Pages keep drafts and choices of one person: they come when it is known who that is.
  const state = session.state === 'signed-in' && !session.user ? 'unreachable' : session.state
  const answer = guard({ route, state, isExpired, device, from: location.pathname + location.search })
  const warn = answer.kind === 'leave' ? answer.warn : undefined
  const { pathname, search } = location
  // Before the effects of the screen, which may know a better one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a form writes into its own address makes no other page of it
  useLayoutEffect(() => {
    // What a change is called comes with its code, as its heading does.
    const isChange = new URLSearchParams(search).has(route.changes ?? '')
    if (pathname)
      document.title = pageTitle(t(isChange ? 'common.loading' : `titles.${route.title}`), t('common.brand'))
  }, [t, route.title, pathname])
  useScrollPlace(pageOf(route, location))
  useEffect(() => {
    if (warn === 'expired') notify('warning', wordsOfCode('session.expired') ?? t('common.signInFirst'))
    else if (warn) notify('warning', t('common.signInFirst'))
  }, [warn, t])
  if (answer.kind === 'stay') return children
  if (answer.kind === 'wait') return awaited
  if (answer.kind === 'unreachable') return <Unreachable />
  return <Navigate to={`${answer.to}?next=${encodeURIComponent(answer.next)}`} replace />
}

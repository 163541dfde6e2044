import { useLocation, useNavigate } from 'react-router'
import { readDevice } from '../../lib/device.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'

/**
 * Goes to a checkout. Who is not signed in does so first and then arrives there: on a phone on the sign-in page, at a desk
 * in the window over the page in view.
 */
export function useBuy(): (checkout: string) => void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const isSignedIn = useSession().state === 'signed-in'
  return (checkout) => {
    if (isSignedIn) return void navigate(checkout)
    const next = new URLSearchParams(search)
    next.set('next', checkout)
    void navigate(readDevice() === 'mobile' ? paths.login({ next: checkout }) : `${pathname}?${next}`)
  }
}

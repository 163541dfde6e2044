import { useLocation, useNavigate } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import { readDevice } from '../../lib/session/device.ts'
import { useSession } from '../../lib/session/session.ts'

/** Has somebody sign in and then arrive at an address: on a phone on the sign-in page, at a desk in the window over the page in view. */
function useSignInFor(): (next: string) => void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (next) => {
    const here = new URLSearchParams(search)
    here.set('next', next)
    void navigate(readDevice() === 'mobile' ? paths.login({ next }) : `${pathname}?${here}`)
  }
}

/** Has somebody sign in and come back to the page in view. */
export function useSignInHere(): () => void {
  const signInFor = useSignInFor()
  const { pathname, search } = useLocation()
  return () => signInFor(pathname + search)
}

/** Goes to a checkout. Who is not signed in does so first and then arrives there. */
export function useBuy(): (checkout: string) => void {
  const navigate = useNavigate()
  const signInFor = useSignInFor()
  const isSignedIn = useSession().state === 'signed-in'
  return (checkout) => {
    if (isSignedIn) void navigate(checkout)
    else signInFor(checkout)
  }
}

import { lazy, Suspense, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import { pathAfterSignIn, safePath } from '../../lib/addresses/safe-path.ts'
import { firstScreen } from '../../lib/calls/first-screen.ts'
import { loadMoreWords } from '../../lib/session/language.ts'
import { useSession } from '../../lib/session/session.ts'

const SignInWindow = lazy(async () => {
  const [body] = await Promise.all([import('./sign-in-window.tsx'), loadMoreWords()])
  return body
})

/** Asks for signing in over the page in view: `?signIn` or a guarded address waiting in `?next` opens it (desktop). */
export function SignInDialog() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const next = safePath(search.get('next'))
  const isOpen = useSession().state === 'signed-out' && (next !== undefined || search.has('signIn'))
  const { pathname, hash } = useLocation()
  const close = () => {
    const rest = new URLSearchParams(search)
    rest.delete('next')
    rest.delete('signIn')
    void navigate({ search: rest.toString(), hash }, { replace: true })
  }
  const here = useRef(pathname)
  here.current = pathname
  const done = async (hasTags: boolean) => {
    // Who signs in on a page stays there; on the front page a better one may be first.
    const first = hasTags && !next && pathname === paths.home() ? await firstScreen() : paths.home()
    // The page is free to use meanwhile: whoever went elsewhere stays there.
    if (here.current !== pathname) return
    if (first !== paths.home()) navigate(first, { replace: true })
    else if (hasTags && !next) close()
    else navigate(pathAfterSignIn(hasTags, next), { replace: true })
  }
  if (!isOpen) return null
  return (
    <Suspense fallback={null}>
      <SignInWindow onClose={close} onDone={done} />
    </Suspense>
  )
}

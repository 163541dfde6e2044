import { LazyDialog } from '@trove/ui/lazy-dialog'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { safePath } from '../lib/safe-path.ts'
import { useSession } from '../lib/session.ts'
import { PageLoading } from './pages/page-loading.tsx'

const LoginForm = lazy(() =>
  import('../features/identity/login-form.tsx').then((module) => ({ default: module.LoginForm })),
)

/** Asks for signing in over the page in view: `?signIn` or a guarded address waiting in `?next` opens it (desktop). */
export function SignInDialog() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const next = safePath(search.get('next'))
  const isOpen = useSession().state !== 'signed-in' && (next !== undefined || search.has('signIn'))
  const close = () =>
    setSearch(
      (now) => {
        now.delete('next')
        now.delete('signIn')
        return now
      },
      { replace: true },
    )
  const done = (hasTags: boolean) => {
    if (next) navigate(next, { replace: true })
    else if (hasTags) close()
    else navigate('/interest/tag/login', { replace: true })
  }
  if (!isOpen) return null
  return (
    <LazyDialog isOpen onClose={close} title={t('login.title')} closeLabel={t('common.close')} size="sm">
      <Suspense fallback={<PageLoading />}>
        <LoginForm onDone={done} isFocused />
      </Suspense>
    </LazyDialog>
  )
}

import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { pathAfterSignIn, safePath } from '../../../lib/addresses/safe-path.ts'
import { useSession } from '../../../lib/session/session.ts'
import classes from './login.module.css'
import { LoginForm } from './login-form.tsx'

/** The sign-in page; afterwards on to where the person wanted to go, or the interest tags when there are none yet. */
export default function Login() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const next = safePath(search.get('next'))
  const { user } = useSession()
  if (user) return <Navigate to={pathAfterSignIn(user.sysDictVOList.length > 0, next)} replace />
  const done = (hasTags: boolean) => navigate(pathAfterSignIn(hasTags, next), { replace: true })
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <h1 className={classes.title}>{t('login.title')}</h1>
        <p className={classes.lead}>{t('login.lead')}</p>
        <LoginForm onDone={done} />
      </div>
    </main>
  )
}

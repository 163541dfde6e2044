import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router'
import { pathAfterSignIn, safePath } from '../../../lib/addresses/safe-path.ts'
import { firstScreen } from '../../../lib/calls/first-screen.ts'
import { useSession } from '../../../lib/session/session.ts'
import classes from './login.module.css'
import { LoginForm } from './login-form.tsx'
import { LoginLead } from './login-lead.tsx'

/** On to where the person wanted to go; who was on their way nowhere, to what is best to see first. */
function Onward({ hasTags, next }: { hasTags: boolean; next: string | undefined }) {
  const isAsked = hasTags && next === undefined
  const [to, setTo] = useState(isAsked ? undefined : pathAfterSignIn(hasTags, next))
  useEffect(() => {
    if (isAsked) void firstScreen().then(setTo)
  }, [isAsked])
  return to === undefined ? null : <Navigate to={to} replace />
}

/** The sign-in page; afterwards on to where the person wanted to go, or the interest tags when there are none yet. */
export default function Login() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const { user } = useSession()
  if (user) return <Onward hasTags={user.sysDictVOList.length > 0} next={safePath(search.get('next'))} />
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <h1 className={classes.title}>{t('login.title')}</h1>
        <LoginLead />
        {/* Signed in, this page leads on. */}
        <LoginForm onDone={() => undefined} />
      </div>
    </main>
  )
}

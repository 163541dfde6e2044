import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { safePath } from '../../../lib/addresses/safe-path.ts'
import { useSession } from '../../../lib/session/session.ts'
import classes from './login.module.css'

/** Why one is asked to sign in, and what comes after it; to somebody who comes by themselves, what signing in is. */
export function LoginLead() {
  const { t } = useTranslation()
  const { isExpired } = useSession()
  const [search] = useSearchParams()
  const isOnTheWay = safePath(search.get('next')) !== undefined
  const why = !isOnTheWay ? undefined : t(isExpired ? 'login.expired' : 'login.goOn')
  return (
    <p className={classes.lead}>
      {why} {t('login.lead')}
    </p>
  )
}

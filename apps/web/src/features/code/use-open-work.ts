import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/addresses/paths.ts'
import { notify } from '../../lib/calls/notify.ts'
import { useSession } from '../../lib/session/session.ts'
import { useBuy } from '../../market/entry/use-buy.ts'

/** A press on a card: a visitor is asked to sign in and then arrives at the work; its page itself is open to all (decision 13). */
export function useOpenWork(id: string): (event: MouseEvent) => void {
  const { t } = useTranslation()
  const isSignedOut = useSession().state === 'signed-out'
  const comeBack = useBuy()
  return (event) => {
    if (!isSignedOut) return
    event.preventDefault()
    notify('warning', t('common.signInFirst'))
    comeBack(paths.codeDetail({ id }))
  }
}

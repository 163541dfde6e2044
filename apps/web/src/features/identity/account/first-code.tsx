import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../lib/session/session.ts'
import { CodeField } from '../login/code-field.tsx'

type FirstCodeProps = Pick<ComponentProps<typeof CodeField>, 'value' | 'onChange' | 'onSend'>

/** The code to the phone that the first factor asks for. */
export function FirstCode(props: FirstCodeProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  return (
    <>
      <p>{t('factors.smsText')}</p>
      <CodeField label={t('factors.smsLabel', { mobile: user?.mobile ?? '' })} {...props} />
    </>
  )
}

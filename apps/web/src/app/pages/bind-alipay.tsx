import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeField } from '../../features/identity/code-field.tsx'
import { useConfirming } from '../../features/identity/use-account.ts'
import BindAlipay from '../../features/wallet/bind-alipay.tsx'
import { useSession } from '../../lib/session.ts'

const SliderDialog = lazy(() => import('../../features/identity/slider-dialog.tsx'))

/** Binding Alipay, confirmed with a code sent to one's own phone. */
export default function BindAlipayPage() {
  const { t } = useTranslation()
  const { user } = useSession()
  const { slider, sendOwn } = useConfirming()
  return (
    <>
      <BindAlipay
        confirming={slider.run}
        codeField={(field) => (
          <CodeField
            {...field}
            label={t('wallet.binding.code', { mobile: user?.mobile ?? '' })}
            onSend={() => sendOwn('receiving-account')}
          />
        )}
      />
      <Suspense fallback={null}>{slider.isOpen && <SliderDialog onAnswer={slider.answer} />}</Suspense>
    </>
  )
}

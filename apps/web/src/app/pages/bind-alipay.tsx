import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfirming } from '../../features/identity/account/use-account.ts'
import { CodeField } from '../../features/identity/login/code-field.tsx'
import BindAlipay from '../../features/wallet/bind-alipay.tsx'
import { useSession } from '../../lib/session/session.ts'
import { lazyShown } from '../../lib/shown/later/lazy-shown.tsx'

const SliderDialog = lazyShown(() => import('../../features/identity/login/slider-dialog.tsx'))

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

import type { Chain } from '@trove/chain-client/chain'
import { ActionButton } from '@trove/ui/actions/action-button'
import { lazy, Suspense, useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useChainAccount } from '../../../lib/chain.ts'
import { queryClient } from '../../../lib/query.ts'
import type { Wallet } from '../../../lib/wallet.ts'
import { UnderWayNote } from '../../../signing/under-way-note.tsx'
import { useSignedCall } from '../../../signing/use-signed-call.ts'
import type { FileOrder } from './use-files.ts'

const SignDialog = lazy(() => import('../../../signing/sign-dialog.tsx'))

/** Takes a pending order back; its price returns, its deposit when the record goes. */
export function CancelOrder({ order, wallet }: { order: FileOrder; wallet: Wallet }) {
  const { t } = useTranslation()
  const account = useChainAccount(wallet.accountId)
  const makeCall = useCallback((chain: Chain) => chain.calls.cancelOrder(order.index), [order.index])
  const kind = `cancel-order:${order.index}`
  const model = useSignedCall({ wallet, account, kind, makeCall, doneText: t('storage.files.canceled') })
  const isDone = model.told?.kind === 'success'
  useEffect(() => {
    if (isDone) void queryClient.invalidateQueries({ queryKey: ['storage', 'files'] })
  }, [isDone])
  const title = t('storage.files.cancel')
  if (model.underWay)
    return <UnderWayNote call={model.underWay} title={title} sendingText={t('storage.files.canceling')} />
  return (
    <>
      <ActionButton
        kind="quiet"
        size="sm"
        action={{ label: title, onClick: model.open, isDisabled: !account.chain || isDone }}
      />
      {model.step !== 'idle' && account.chain && (
        <Suspense fallback={null}>
          <SignDialog
            wallet={wallet}
            title={title}
            amountPlanck={0n}
            call={account.chain.describe(makeCall(account.chain))}
            feePlanck={model.feePlanck}
            isFeeUnknown={model.isFeeUnknown}
            isShort={model.isShort}
            step={model.step}
            passwordError={model.passwordError}
            onPassword={model.changePassword}
            onSign={model.sign}
            onClose={model.abandon}
          />
        </Suspense>
      )}
    </>
  )
}

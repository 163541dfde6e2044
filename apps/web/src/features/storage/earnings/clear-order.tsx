import type { Chain } from '@trove/chain-client/chain'
import { ActionButton } from '@trove/ui/actions/action-button'
import { lazy, Suspense, useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useChainAccount } from '../../../lib/chain.ts'
import { queryClient } from '../../../lib/query.ts'
import type { Wallet } from '../../../lib/wallet.ts'
import { UnderWayNote } from '../../../signing/under-way-note.tsx'
import { useSignedCall } from '../../../signing/use-signed-call.ts'
import { earningsKey } from './use-earnings.ts'

const SignDialog = lazy(() => import('../../../signing/sign-dialog.tsx'))

/** Settles what a node has earned of an order so far; once it is in a block the list is read anew (b-markets 4). */
export function ClearOrder({ index, wallet }: { index: number; wallet: Wallet }) {
  const { t } = useTranslation()
  const account = useChainAccount(wallet.accountId)
  const makeCall = useCallback((chain: Chain) => chain.calls.calculateReward(index), [index])
  const plan = { wallet, account, makeCall, kind: `calculate:${index}`, doneText: t('storageEarnings.cleared') }
  const model = useSignedCall(plan)
  const isDone = model.told?.kind === 'success'
  useEffect(() => {
    if (isDone) void queryClient.invalidateQueries({ queryKey: earningsKey })
  }, [isDone])
  const title = t('storageEarnings.clear')
  if (model.underWay)
    return <UnderWayNote call={model.underWay} title={title} sendingText={t('storageEarnings.clearing')} />
  return (
    <>
      <ActionButton size="sm" action={{ label: title, onClick: model.open, isDisabled: !account.chain }} />
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

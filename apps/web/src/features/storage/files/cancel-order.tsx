import type { Chain } from '@trove/chain-client/chain'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../../lib/calls/query.ts'
import { useChainAccount } from '../../../lib/wallet/chain.ts'
import type { Wallet } from '../../../lib/wallet/wallet.ts'
import { SignedCallButton } from '../../../signing/signed-call.tsx'
import type { FileOrder } from './use-files.ts'

const readAnew = () => void queryClient.invalidateQueries({ queryKey: ['storage', 'files'] })

/** Takes a pending order back; its price returns, its deposit when the record goes. */
export function CancelOrder({ order, wallet }: { order: FileOrder; wallet: Wallet }) {
  const { t } = useTranslation()
  const account = useChainAccount(wallet.accountId)
  const makeCall = useCallback((chain: Chain) => chain.calls.cancelOrder(order.index), [order.index])
  const doneText = t('storage.files.canceled')
  return (
    <SignedCallButton
      plan={{ wallet, account, kind: `cancel-order:${order.index}`, makeCall, doneText, onDone: readAnew }}
      title={t('storage.files.cancel')}
      facts={[{ name: t('storage.field.order'), value: String(order.index) }]}
      sendingText={t('storage.files.canceling')}
      kind="quiet"
      isOnce
    />
  )
}

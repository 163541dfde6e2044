import type { Chain } from '@trove/chain-client/chain'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../../lib/calls/query.ts'
import { useChainAccount } from '../../../lib/wallet/chain.ts'
import type { Wallet } from '../../../lib/wallet/wallet.ts'
import { SignedCallButton } from '../../../signing/signed-call.tsx'
import { earningsKey } from './use-earnings.ts'

const readAnew = () => void queryClient.invalidateQueries({ queryKey: earningsKey })

/** Settles what a node has earned of an order so far; once it is in a block the list is read anew (b-markets 4). */
export function ClearOrder({ index, wallet }: { index: number; wallet: Wallet }) {
  const { t } = useTranslation()
  const account = useChainAccount(wallet.accountId)
  const makeCall = useCallback((chain: Chain) => chain.calls.calculateReward(index), [index])
  const doneText = t('storageEarnings.cleared')
  return (
    <SignedCallButton
      plan={{ wallet, account, makeCall, kind: `calculate:${index}`, doneText, onDone: readAnew }}
      title={t('storageEarnings.clear')}
      facts={[{ name: t('storage.field.order'), value: String(index) }]}
      sendingText={t('storageEarnings.clearing')}
    />
  )
}

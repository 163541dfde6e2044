import type { Chain } from '@trove/chain-client/chain'
import { useTranslation } from 'react-i18next'
import type { ChainAccountView } from '../../../lib/wallet/chain.ts'
import type { Wallet } from '../../../lib/wallet/wallet.ts'
import { useSignedCall } from '../../../signing/use-signed-call.ts'

const makeCall = (chain: Chain) => chain.calls.withdrawal()

/** Receiving unclaimed income. */
export function useWithdrawal(wallet: Wallet, account: ChainAccountView) {
  const { t } = useTranslation()
  const plan = { wallet, account, kind: 'withdrawal', makeCall, doneText: t('chainWallet.received') }
  return { plan, model: useSignedCall(plan) }
}

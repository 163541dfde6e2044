import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/calls/notify.ts'
import { readSession } from '../../../lib/session/session.ts'
import { askExtension } from '../../../lib/wallet/extension.ts'
import { connectExtensionAccount } from '../../../lib/wallet/wallet.ts'

export type ChainAccount = { address: string; name?: string }
export type ExtensionStep =
  | { name: 'idle' | 'asking' | 'missing' | 'refused' | 'no-accounts' }
  | { name: 'accounts'; accounts: ChainAccount[] }

/** Accounts as our chain writes them; what is no address is left out. */
async function readAddresses(accounts: ChainAccount[]): Promise<ChainAccount[]> {
  const { findAccount } = await import('@trove/chain-client/base/account')
  return accounts.flatMap(({ address, name }) => {
    const account = findAccount(address)
    return account ? [{ address: account.address, name }] : []
  })
}

/** Connecting the extension: it asks the person, then one of its accounts is chosen. */
export function useConnectExtension(onDone: () => void) {
  const { t } = useTranslation()
  const [step, setStep] = useState<ExtensionStep>({ name: 'idle' })

  const ask = async () => {
    setStep({ name: 'asking' })
    const answer = await askExtension()
    if (answer.state !== 'ready') return setStep({ name: answer.state })
    const accounts = await readAddresses(answer.accounts)
    setStep(accounts.length === 0 ? { name: 'no-accounts' } : { name: 'accounts', accounts })
  }

  return {
    step,
    ask: () => void ask(),
    reset: () => setStep({ name: 'idle' }),
    choose: ({ address, name }: ChainAccount) => {
      const owner = readSession().user?.userId
      if (!owner) return
      connectExtensionAccount(owner, { accountId: address, name })
      notify('success', t('chainWallet.connected'))
      onDone()
    },
  }
}

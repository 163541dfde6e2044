import { useMutation } from '@tanstack/react-query'
import { receiveToken } from '@trove/contract/chain/faucet'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/calls/api.ts'
import { errorText, notify } from '../../lib/calls/notify.ts'
import { useChainAccount } from '../../lib/wallet/chain.ts'
import { useWallet } from '../../lib/wallet/wallet.ts'

type Outcome = { kind: 'success' | 'warning' | 'error'; title: string; text?: string }

/** The faucet's form: one address, and what became of asking. */
export function useFaucet() {
  const { t } = useTranslation()
  const wallet = useWallet()
  const [typed, setTyped] = useState<string>()
  const address = typed ?? wallet?.accountId ?? ''
  const isOwn = wallet !== undefined && address.trim() === wallet.accountId
  const balancePlanck = useChainAccount(wallet?.accountId).balance?.freePlanck
  const [beforePlanck, setBefore] = useState<bigint>()
  const [fault, setFault] = useState<string>()
  const [outcome, setOutcome] = useState<Outcome>()
  /** The address that has had today's TTC, as far as this page knows. */
  const [served, setServed] = useState<string>()
  const asking = useMutation({
    mutationFn: (given: string) => api(receiveToken, { query: { address: given } }),
    // The outcome stands on the page; a message of two seconds would be gone before it is read.
    meta: { isHandled: true },
    onMutate: () => {
      setOutcome(undefined)
      setBefore(balancePlanck)
    },
    onSuccess(answer, given) {
      if (answer === true || answer === 'RECEIVED') setServed(given)
      if (answer === true) {
        notify('success', t('faucet.received'))
        return setOutcome({ kind: 'success', title: t('faucet.received'), text: t('faucet.receivedText') })
      }
      if (answer === 'RECEIVED')
        return setOutcome({ kind: 'warning', title: t('faucet.already'), text: t('faucet.alreadyText') })
      if (answer === 'LOW-BALANCES')
        return setOutcome({ kind: 'error', title: t('faucet.empty'), text: t('faucet.emptyText') })
      setFault(t('faucet.failed'))
      setOutcome({ kind: 'error', title: t('faucet.failed'), text: t('faucet.failedText') })
    },
    onError: (error) => setOutcome({ kind: 'error', title: errorText(error) }),
  })
  return {
    address,
    wallet,
    /** The address is the connected wallet's own. */
    isOwn,
    /** Of the connected wallet: before the last claim, and now. Undefined while the chain is not read. */
    beforePlanck,
    balancePlanck,
    fault,
    outcome,
    isWaiting: asking.isPending,
    /** Another claim for this address would be refused today. */
    isServed: served !== undefined && served === address.trim(),
    change(value: string) {
      setTyped(value)
      setFault(undefined)
    },
    confirm() {
      const given = address.trim()
      if (given === '') return setFault(t('faucet.addressEmpty'))
      asking.mutate(given)
    },
  }
}

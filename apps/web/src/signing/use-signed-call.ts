import { useQuery } from '@tanstack/react-query'
import type { Call } from '@trove/chain-client/calls'
import type { Chain } from '@trove/chain-client/chain'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../lib/calls/notify.ts'
import type { ChainAccountView, Network } from '../lib/wallet/chain.ts'
import { useSignedCalls } from '../lib/wallet/signed-calls.ts'
import type { Wallet } from '../lib/wallet/wallet.ts'
import { SignerFault } from './open-signer.ts'
import { signKept } from './sign-kept.ts'
import { type Told, useToldOutcome } from './told-outcome.ts'
import { useOutcomes } from './use-outcomes.ts'

/** How far a signature is; once there is one the dialog is gone, and the call is `underWay`. */
export type SigningStep = 'idle' | 'confirming' | 'unlocking' | 'signing'

export type SignedCallPlan = {
  wallet: Wallet
  account: ChainAccountView
  /** Names what it does; of two equal ones the second waits for the outcome of the first. */
  kind: string
  makeCall: (chain: Chain) => Call
  /** What it takes from the balance besides the fee: its price, a deposit. */
  paysPlanck?: bigint
  /** Said when it was done. */
  doneText: string
  /** Called when a block did it, which may still be replaced; also when an earlier page signed it. */
  onDone?: () => void
  /** Called once the block that did it is final, also when an earlier page signed it. */
  onFinal?: () => void
}

/** What the account cannot pay: the fee, or what the call takes together with it. The chain takes the fee of a call it refuses. */
export type ShortOf = 'fee' | 'all'

function shortOf(account: ChainAccountView, feePlanck: bigint | undefined, paysPlanck: bigint): ShortOf | undefined {
  const { balance } = account
  if (balance === undefined || feePlanck === undefined) return undefined
  if (balance.transferablePlanck < feePlanck) return 'fee'
  return balance.transferablePlanck < feePlanck + paysPlanck ? 'all' : undefined
}

/** What the call would cost, and whether the account can pay it. */
function useFee({ wallet, account, kind, makeCall, paysPlanck = 0n }: SignedCallPlan, isNeeded: boolean) {
  const { chain } = account
  const fee = useQuery({
    queryKey: ['chain', 'fee', kind, wallet.accountId],
    queryFn: () => chain!.estimateFee(makeCall(chain!), wallet.accountId),
    enabled: isNeeded && chain !== undefined,
    gcTime: 0,
  })
  return { feePlanck: fee.data, isFeeUnknown: fee.isError, shortOf: shortOf(account, fee.data, paysPlanck) }
}

/** The dialog's side: from the question to the signature, or to why there is none. */
function useSigning(plan: SignedCallPlan, tell: (said: Told | undefined) => void) {
  const { t } = useTranslation()
  const [step, setStep] = useState<SigningStep>('idle')
  const [passwordError, setPasswordError] = useState<string>()
  const { wallet, account, kind, makeCall } = plan
  const tellOf = useToldOutcome(plan.doneText)
  /** Each attempt has a number: what an abandoned one still says is not listened to. */
  const turn = useRef(0)

  const begin = (next: SigningStep, said?: Told) => {
    setPasswordError(undefined)
    setStep(next)
    tell(said)
  }

  const fail = (error: unknown) => {
    if (!(error instanceof SignerFault))
      return begin('idle', { kind: 'error', text: t('chainWallet.keystore.unlockFailed') })
    if (error.fault !== 'wrong-password')
      return begin('idle', { kind: 'error', text: t(`chainWallet.signing.${error.fault}`) })
    begin('confirming')
    setPasswordError(t('chainWallet.keystore.passwordWrong'))
  }

  const sign = async (chain: Chain, network: Network, password: string) => {
    const mine = ++turn.current
    let isHeard = true
    const isMine = () => isHeard && mine === turn.current
    const onKept = () => {
      if (isMine()) begin('idle')
      // From here on the kept call is what is asked and told of; also one let go of here and signed in the extension.
      isHeard = false
    }
    begin(wallet.isImported ? 'unlocking' : 'signing')
    try {
      const outcome = await signKept({ wallet, password, chain, network, kind, call: makeCall(chain), onKept })
      if (isMine()) begin('idle', tellOf(outcome))
    } catch (error) {
      if (isMine()) fail(error)
    }
  }

  return {
    step,
    passwordError,
    open: () => begin('confirming'),
    /** Lets go before it is signed. */
    abandon: () => {
      turn.current++
      begin('idle', step === 'signing' ? tellOf({ kind: 'abandoned', detail: '' }) : undefined)
    },
    sign: (password: string) => {
      if (wallet.isImported && password.trim() === '') return setPasswordError(t('chainWallet.keystore.passwordEmpty'))
      if (account.chain && account.network) void sign(account.chain, account.network, password)
    },
    changePassword: () => setPasswordError(undefined),
  }
}

/** A call of the connected account: confirm, sign (extension, or keystore and password), and learn what became of it. */
export function useSignedCall(plan: SignedCallPlan) {
  const { wallet, account, kind, doneText, onFinal } = plan
  const [told, setTold] = useState<Told>()
  const tellOf = useToldOutcome(doneText)
  const tell = (said: Told | undefined) => {
    setTold(said)
    if (said) notify(said.kind, said.text)
    if (said?.kind === 'success') plan.onDone?.()
  }
  const signing = useSigning(plan, tell)
  const fee = useFee(plan, signing.step !== 'idle')
  const kept = useSignedCalls(wallet.accountId, account.network, kind)
  useOutcomes(kept, account.chain, (outcome) => tell(tellOf(outcome)), onFinal)
  /** Signed, and the person does not know yet what became of it. */
  const underWay = kept.find((call) => !call.told)
  /** A block did it that may still be replaced. */
  const isNotFinal = kept.some((call) => call.told === 'done')
  return { ...signing, ...fee, told, underWay, isNotFinal }
}

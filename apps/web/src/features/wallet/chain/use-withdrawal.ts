import { useQuery } from '@tanstack/react-query'
import type { Chain } from '@trove/chain-client/chain'
import type { Fate, Outcome, Progress, SignedCall } from '@trove/chain-client/outcome'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChainAccountView } from '../../../lib/chain.ts'
import { notify } from '../../../lib/notify.ts'
import type { Wallet } from '../../../lib/wallet.ts'
import { openSigner, SignerFault } from './open-signer.ts'

/** `sending`: it is signed and on its way, the dialog is gone. */
export type WithdrawalStep = 'idle' | 'confirming' | 'unlocking' | 'signing' | 'sending'
export type Told = { kind: 'success' | 'warning' | 'error'; text: string }

const ASK_AGAIN_MS = 6_000
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What became of a call nobody has seen in a block yet; asks until blocks can answer. */
async function findFate(chain: Chain, signed: SignedCall): Promise<Fate> {
  while (true) {
    const fate = await chain.askFate(signed).catch((): Fate => ({ kind: 'open' }))
    if (fate.kind !== 'open') return fate
    await sleep(ASK_AGAIN_MS)
  }
}

function useTelling() {
  const { t } = useTranslation()
  return (outcome: Outcome | Fate): Told | undefined => {
    switch (outcome.kind) {
      case 'in-block':
      case 'finalised':
      case 'done':
        return { kind: 'success', text: t('chainWallet.received') }
      case 'refused':
        return { kind: 'error', text: t('chainWallet.signing.refused', { why: t(`chainRefusals.${outcome.refusal}`) }) }
      case 'abandoned':
        return { kind: 'error', text: t('chainWallet.signing.abandoned') }
      case 'balance-too-low':
        return { kind: 'error', text: t('chainWallet.signing.insufficient') }
      case 'unreachable':
        return { kind: 'error', text: t('chainWallet.node.unreachable') }
      case 'impossible':
        return { kind: 'error', text: t('chainWallet.signing.expired') }
      case 'lost':
        return { kind: 'warning', text: t('chainWallet.signing.unknown') }
      default:
        return undefined
    }
  }
}

/** What the withdrawal would cost, and whether the account can pay it. */
function useFee(account: ChainAccountView, address: string, isNeeded: boolean) {
  const { chain, balance } = account
  const fee = useQuery({
    queryKey: ['chain', 'withdrawal-fee', address],
    queryFn: () => chain!.estimateFee(chain!.calls.withdrawal(), address),
    enabled: isNeeded && chain !== undefined,
    gcTime: 0,
  })
  const isShort = fee.data !== undefined && balance !== undefined && balance.transferablePlanck < fee.data
  return { feePlanck: fee.data, isFeeUnknown: fee.isError, isShort }
}

/** Receiving unclaimed income: confirm, sign (extension, or keystore and password), follow it into a block. */
export function useWithdrawal(wallet: Wallet, account: ChainAccountView) {
  const { t } = useTranslation()
  const [step, setStep] = useState<WithdrawalStep>('idle')
  const [told, setTold] = useState<Told>()
  const [passwordError, setPasswordError] = useState<string>()
  const tellOf = useTelling()
  /** Each attempt has a number: what an abandoned one still says is not listened to. */
  const turn = useRef(0)
  const fee = useFee(account, wallet.accountId, step !== 'idle' && step !== 'sending')

  const end = (said: Told | undefined) => {
    setStep('idle')
    setTold(said)
    if (said) notify(said.kind, said.text)
  }

  const follow = async (chain: Chain, outcome: Outcome) => {
    if (outcome.kind !== 'lost') return end(tellOf(outcome))
    setTold(tellOf(outcome))
    end(tellOf(await findFate(chain, outcome.signed)))
  }

  const sign = async (password: string) => {
    const { chain } = account
    if (!chain) return
    const mine = ++turn.current
    const isMine = () => mine === turn.current
    setPasswordError(undefined)
    setStep(wallet.isImported ? 'unlocking' : 'signing')
    try {
      const { signer, close } = await openSigner(wallet, password)
      try {
        const onProgress = ({ step: reached }: Progress) => isMine() && reached === 'signed' && setStep('sending')
        const outcome = await chain.submitAndWatch(chain.calls.withdrawal(), signer, { onProgress })
        // One that was let go of in our dialog may still be signed in the extension: then it counts.
        if (isMine() || outcome.kind !== 'abandoned') await follow(chain, outcome)
      } finally {
        close()
      }
    } catch (error) {
      if (!isMine()) return
      if (!(error instanceof SignerFault)) return end({ kind: 'error', text: t('chainWallet.keystore.unlockFailed') })
      if (error.fault === 'wrong-password') {
        setPasswordError(t('chainWallet.keystore.passwordWrong'))
        return setStep('confirming')
      }
      end({ kind: 'error', text: t(`chainWallet.signing.${error.fault}`) })
    }
  }

  return {
    step,
    told,
    passwordError,
    ...fee,
    open: () => {
      setTold(undefined)
      setPasswordError(undefined)
      setStep('confirming')
    },
    /** Lets go before it is signed. */
    abandon: () => {
      const wasAsked = step === 'signing'
      turn.current++
      end(wasAsked ? tellOf({ kind: 'abandoned', detail: '' }) : undefined)
    },
    sign: (password: string) => {
      if (wallet.isImported && password.trim() === '') return setPasswordError(t('chainWallet.keystore.passwordEmpty'))
      void sign(password)
    },
    changePassword: () => setPasswordError(undefined),
  }
}

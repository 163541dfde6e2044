import { ActionButton } from '@trove/ui/actions/action-button'
import { Suspense } from 'react'
import { lazyShown } from '../lib/shown/later/lazy-shown.tsx'
import { isAway } from '../lib/wallet/chain.ts'
import { NodeAway } from '../lib/wallet/node-away.tsx'
import type { SignedFact } from './sign-dialog.tsx'
import { UnderWayNote } from './under-way-note.tsx'
import { type SignedCallPlan, useSignedCall } from './use-signed-call.ts'

const SignDialog = lazyShown(() => import('./sign-dialog.tsx'))

type Model = ReturnType<typeof useSignedCall>
type ConfirmingProps = {
  plan: SignedCallPlan
  model: Model
  /** What it does, in words. */
  title: string
  /** What it moves, the fee not counted. */
  amountPlanck?: bigint
  /** What else a person has to know of it. */
  facts?: readonly SignedFact[]
}

/** The question before a signature, while it stands open. */
export function SignedCallDialog({ plan, model, title, amountPlanck = 0n, facts = [] }: ConfirmingProps) {
  const { wallet, account, makeCall } = plan
  if (model.step === 'idle' || !account.chain) return null
  return (
    <Suspense fallback={null}>
      <SignDialog
        wallet={wallet}
        title={title}
        amountPlanck={amountPlanck}
        facts={facts}
        call={account.chain.describe(makeCall(account.chain))}
        feePlanck={model.feePlanck}
        isFeeUnknown={model.isFeeUnknown}
        shortOf={model.shortOf}
        step={model.step}
        passwordError={model.passwordError}
        onPassword={model.changePassword}
        onSign={model.sign}
        onClose={model.abandon}
      />
    </Suspense>
  )
}

type ButtonProps = Omit<ConfirmingProps, 'model'> & {
  /** Said while it is on its way. */
  sendingText: string
  kind?: 'quiet'
  /** It is not signed twice: the button stays, and cannot be pressed once it was done. */
  isOnce?: boolean
}

/** A button that has the connected account sign one call; while the call is under way a note stands in its place. */
export function SignedCallButton({ plan, title, amountPlanck, facts, sendingText, kind, isOnce = false }: ButtonProps) {
  const model = useSignedCall(plan)
  if (model.underWay) return <UnderWayNote call={model.underWay} title={title} sendingText={sendingText} />
  const isDone = isOnce && model.told?.kind === 'success'
  return (
    <>
      <ActionButton
        kind={kind}
        size="sm"
        action={{ label: title, onClick: model.open, isDisabled: !plan.account.chain || isDone }}
      />
      {isAway(plan.account.state) && <NodeAway retry={plan.account.retry} />}
      <SignedCallDialog {...{ plan, model, title, amountPlanck, facts }} />
    </>
  )
}

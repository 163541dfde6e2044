import type { Chain } from '@trove/chain-client/chain'
import { ActionButton } from '@trove/ui/actions/action-button'
import { OutcomeNote } from '@trove/ui/feedback/outcome-note'
import { lazy, Suspense, useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChainAccountView } from '../../../lib/chain.ts'
import { queryClient } from '../../../lib/query.ts'
import type { Wallet } from '../../../lib/wallet.ts'
import { UnderWayNote } from '../../../signing/under-way-note.tsx'
import { useSignedCall } from '../../../signing/use-signed-call.ts'
import { awaitOrder } from '../files/awaited.ts'
import classes from '../styles/storage.module.css'
import { blocksOf, maxPricePlanck, type Terms } from './terms.ts'
import { endUpload, type Upload } from './uploads.ts'

const SignDialog = lazy(() => import('../../../signing/sign-dialog.tsx'))

type PlaceOrderProps = {
  upload: Upload & Required<Pick<Upload, 'sealed'>>
  wallet: Wallet
  account: ChainAccountView
  terms: Terms
  /** Without tips; the deposit comes back. */
  pricePlanck: bigint
}

function useOrderCall({ upload, wallet, account, terms, pricePlanck }: PlaceOrderProps) {
  const { t } = useTranslation()
  const { note, sealed } = upload
  const makeCall = useCallback(
    (chain: Chain) =>
      chain.calls.createOrder({
        cid: sealed.cid,
        note,
        rootHex: `0x${sealed.root}`,
        sizeBytes: BigInt(sealed.bytes),
        durationBlocks: blocksOf(terms.days),
        wanted: terms.copies,
        tipsPlanck: terms.tipsPlanck,
        maxPricePlanck: maxPricePlanck(pricePlanck, terms.tipsPlanck),
      }),
    [sealed, note, terms, pricePlanck],
  )
  const kind = `create-order:${sealed.cid}`
  const model = useSignedCall({ wallet, account, kind, makeCall, doneText: t('storage.upload.ordered') })
  const { cid } = sealed
  const isDone = model.told?.kind === 'success'
  useEffect(() => {
    if (!isDone) return
    awaitOrder(cid)
    void endUpload(upload.id)
    void queryClient.invalidateQueries({ queryKey: ['storage', 'files'] })
  }, [isDone, upload.id, cid])
  return { ...model, makeCall }
}

/** Signs the order of one file that lies ready: the last step, so nobody pays for an upload that failed. */
export function PlaceOrder(props: PlaceOrderProps) {
  const { wallet, account, terms, pricePlanck } = props
  const { t } = useTranslation()
  const model = useOrderCall(props)
  const title = t('storage.upload.order')
  return (
    <>
      {model.underWay ? (
        <UnderWayNote call={model.underWay} title={title} sendingText={t('storage.upload.ordering')} />
      ) : (
        <div className={classes.actions}>
          <ActionButton action={{ label: t('storage.upload.sign'), onClick: model.open, isDisabled: !account.chain }} />
        </div>
      )}
      {model.told && <OutcomeNote kind={model.told.kind} title={model.told.text} />}
      {model.step !== 'idle' && account.chain && (
        <Suspense fallback={null}>
          <SignDialog
            wallet={wallet}
            title={title}
            amountPlanck={pricePlanck + terms.tipsPlanck}
            call={account.chain.describe(model.makeCall(account.chain))}
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

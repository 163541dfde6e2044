import { useMutation } from '@tanstack/react-query'
import type { Chain } from '@trove/chain-client/chain'
import { CHAIN_PAGE_SIZE, listUserOrders } from '@trove/contract/chain/routes'
import type { Bytes } from '@trove/stored-file/bytes'
import { ActionButton } from '@trove/ui/actions/action-button'
import { OutcomeNote } from '@trove/ui/feedback/outcome-note'
import { WaitingNote } from '@trove/ui/feedback/waiting-note'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { notify, notifyError } from '../../../lib/calls/notify.ts'
import { queryClient } from '../../../lib/calls/query.ts'
import type { ChainAccountView } from '../../../lib/wallet/chain.ts'
import type { Wallet } from '../../../lib/wallet/wallet.ts'
import { SignedCallDialog } from '../../../signing/signed-call.tsx'
import { UnderWayNote } from '../../../signing/under-way-note.tsx'
import { useSignedCall } from '../../../signing/use-signed-call.ts'
import { awaitOrder } from '../files/awaited.ts'
import classes from '../styles/storage.module.css'
import { blocksOf, maxPricePlanck, type Terms } from './terms.ts'
import { endUpload, isStillStaged, type Upload } from './uploads.ts'

type PlaceOrderProps = {
  upload: Upload & Required<Pick<Upload, 'sealed'>>
  wallet: Wallet
  account: ChainAccountView
  terms: Terms
  vaultKey: Bytes
  /** Without tips; the deposit comes back. */
  pricePlanck: bigint
  /** Asks for the price as it is now, which is shown from then on. */
  askPrice: () => Promise<bigint>
}

/** Names the order of these bytes among signed calls. */
export const orderKind = (cid: string) => `create-order:${cid}`

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
  const { cid } = sealed
  // A block that may still be replaced is no reason to give up the only copy here.
  const onFinal = () => void endUpload(upload.id)
  const doneText = t('storage.upload.ordered')
  const onDone = () => {
    awaitOrder(cid)
    void queryClient.invalidateQueries({ queryKey: ['storage', 'files'] })
  }
  const plan = { wallet, account, kind: orderKind(cid), makeCall, doneText, onDone, onFinal }
  return { plan, model: useSignedCall(plan) }
}

/** Whether the account has an order of these bytes already, signed in another tab or browser. */
async function hasOrder(account: string, cid: string): Promise<boolean> {
  const { content } = await api(listUserOrders, { query: { account, current: 1, size: CHAIN_PAGE_SIZE, sort: 1 } })
  return content.some((order) => order.cid === cid && (order.status === 'Pending' || order.status === 'Finished'))
}

/** What is looked at again right before a signature: that no order stands yet, the bytes at the gateway, and the price. */
function useLastLook(props: PlaceOrderProps, open: () => void) {
  const { upload, wallet, vaultKey, pricePlanck, askPrice } = props
  const { t } = useTranslation()
  return useMutation({
    mutationFn: async () => {
      if (await hasOrder(wallet.accountId, upload.sealed.cid)) {
        notify('success', t('storage.upload.ordered'))
        return await endUpload(upload.id)
      }
      if (!(await isStillStaged(upload, vaultKey))) return notify('warning', t('storage.upload.sentAgain'))
      if ((await askPrice()) > maxPricePlanck(pricePlanck, 0n)) return notify('warning', t('storage.upload.priceRose'))
      open()
    },
    meta: { isHandled: true },
    onError: notifyError,
  })
}

/** Signs the order of one file that lies ready: the last step, so nobody pays for an upload that failed. */
export function PlaceOrder(props: PlaceOrderProps) {
  const { account, terms, pricePlanck } = props
  const { t } = useTranslation()
  const { plan, model } = useOrderCall(props)
  const look = useLastLook(props, model.open)
  const title = t('storage.upload.order')
  const sign = {
    label: t('storage.upload.sign'),
    onClick: () => look.mutate(),
    isDisabled: !account.chain,
    isBusy: look.isPending,
  }
  return (
    <>
      {model.underWay ? (
        <UnderWayNote call={model.underWay} title={title} sendingText={t('storage.upload.ordering')} />
      ) : model.isNotFinal ? (
        <WaitingNote text={t('storage.upload.untilFinal')} isSmall />
      ) : (
        <div className={classes.actions}>
          <ActionButton action={sign} />
        </div>
      )}
      {model.told && <OutcomeNote kind={model.told.kind} title={model.told.text} />}
      <SignedCallDialog {...{ plan, model, title }} amountPlanck={pricePlanck + terms.tipsPlanck} />
    </>
  )
}

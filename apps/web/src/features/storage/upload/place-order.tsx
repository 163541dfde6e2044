import { useMutation } from '@tanstack/react-query'
import type { Chain } from '@trove/chain-client/chain'
import { CHAIN_PAGE_SIZE, listUserOrders } from '@trove/contract/chain/routes'
import type { Bytes } from '@trove/stored-file/bytes'
import { ActionButton } from '@trove/ui/actions/action-button'
import { OutcomeNote } from '@trove/ui/feedback/outcome-note'
import { WaitingNote } from '@trove/ui/feedback/waiting-note'
import { formatBytes } from '@trove/units/bytes'
import { formatTtc } from '@trove/units/token'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { notify, notifyError } from '../../../lib/calls/notify.ts'
import { queryClient } from '../../../lib/calls/query.ts'
import { type ChainAccountView, isAway } from '../../../lib/wallet/chain.ts'
import { NodeAway } from '../../../lib/wallet/node-away.tsx'
import type { Wallet } from '../../../lib/wallet/wallet.ts'
import type { SignedFact } from '../../../signing/sign-dialog.tsx'
import { SignedCallDialog } from '../../../signing/signed-call.tsx'
import { UnderWayNote } from '../../../signing/under-way-note.tsx'
import { useSignedCall } from '../../../signing/use-signed-call.ts'
import { awaitOrder } from '../files/awaited.ts'
import classes from '../styles/storage.module.css'
import { blocksOf, maxPricePlanck, type Terms } from './terms.ts'
import { endUploads, isStillStaged, type Upload } from './uploads.ts'

export type ReadyUpload = Upload & Required<Pick<Upload, 'sealed'>>

type PlaceOrderProps = {
  /** One file; or all distinct copies of one, each an order of its own. */
  uploads: readonly ReadyUpload[]
  wallet: Wallet
  account: ChainAccountView
  terms: Terms
  vaultKey: Bytes
  /** Of each order, without tips. */
  pricePlanck: bigint
  /** Of each order as well; it comes back. */
  depositPlanck: bigint
  /** Asks for the price as it is now, which is shown from then on. */
  askPrice: () => Promise<bigint>
}

/** Names the order of these bytes among signed calls; several that are signed for together have one name. */
export const orderKind = (cids: readonly string[]) => `create-order:${cids.join('+')}`

function useOrderCall({ uploads, wallet, account, terms, pricePlanck, depositPlanck }: PlaceOrderProps) {
  const { t } = useTranslation()
  const makeCall = (chain: Chain) =>
    chain.calls.createOrders(
      uploads.map(({ note, sealed }) => ({
        cid: sealed.cid,
        note,
        rootHex: `0x${sealed.root}`,
        sizeBytes: BigInt(sealed.bytes),
        durationBlocks: blocksOf(terms.days),
        wanted: terms.copies,
        tipsPlanck: terms.tipsPlanck,
        maxPricePlanck: maxPricePlanck(pricePlanck, terms.tipsPlanck),
      })),
    )
  // A block that may still be replaced is no reason to give up the only copy here.
  const onFinal = () => void endUploads(uploads.map(({ id }) => id))
  const doneText = t('storage.upload.ordered')
  const onDone = () => {
    for (const { sealed } of uploads) awaitOrder(sealed.cid)
    void queryClient.invalidateQueries({ queryKey: ['storage', 'files'] })
  }
  const kind = orderKind(uploads.map(({ sealed }) => sealed.cid))
  const paysPlanck = BigInt(uploads.length) * (pricePlanck + terms.tipsPlanck + depositPlanck)
  const plan = { wallet, account, kind, makeCall, paysPlanck, doneText, onDone, onFinal }
  return { plan, model: useSignedCall(plan) }
}

/** Which of these the account has an order of already, signed in another tab or browser. */
async function listOrdered(account: string, uploads: readonly ReadyUpload[]): Promise<ReadyUpload[]> {
  const { content } = await api(listUserOrders, { query: { account, current: 1, size: CHAIN_PAGE_SIZE, sort: 1 } })
  const live = content.filter(({ status }) => status === 'Pending' || status === 'Finished').map(({ cid }) => cid)
  return uploads.filter(({ sealed }) => live.includes(sealed.cid))
}

/** What is looked at again right before a signature: that no order stands yet, the bytes at the gateway, and the price. */
function useLastLook(props: PlaceOrderProps, open: () => void) {
  const { uploads, wallet, vaultKey, pricePlanck, askPrice } = props
  const { t } = useTranslation()
  return useMutation({
    mutationFn: async () => {
      const ordered = await listOrdered(wallet.accountId, uploads)
      if (ordered.length > 0) {
        notify('success', t('storage.upload.ordered'))
        return await endUploads(ordered.map(({ id }) => id))
      }
      // Whoever owns the order is warned before it ends: not the account that was connected when the file was chosen.
      const own = uploads.map((upload) => ({ ...upload, account: wallet.accountId }))
      const staged = await Promise.all(own.map((upload) => isStillStaged(upload, vaultKey)))
      if (!staged.every(Boolean)) return notify('warning', t('storage.upload.sentAgain'))
      if ((await askPrice()) > maxPricePlanck(pricePlanck, 0n)) return notify('warning', t('storage.upload.priceRose'))
      open()
    },
    meta: { isHandled: true },
    onError: notifyError,
  })
}

/** The order in words: what is stored, for how long, on how many nodes. */
function useOrderFacts({ uploads, terms, depositPlanck }: PlaceOrderProps): SignedFact[] {
  const { t } = useTranslation()
  const [{ name, sealed }] = uploads as [ReadyUpload]
  const count = uploads.length
  const amount = (planck: bigint) => t('chainWallet.amount', { amount: formatTtc(BigInt(count) * planck, { most: 6 }) })
  return [
    { name: t('storage.field.name'), value: name },
    { name: t('storage.field.bytes'), value: formatBytes(BigInt(sealed.bytes)) },
    { name: t('storage.field.days'), value: t('units.left.day', { count: terms.days }) },
    { name: t('storage.field.copies'), value: String(count * terms.copies) },
    ...(terms.tipsPlanck > 0n ? [{ name: t('storage.field.tips'), value: amount(terms.tipsPlanck) }] : []),
    { name: t('storage.file.deposit'), value: amount(depositPlanck) },
  ]
}

/** Signs for what lies ready: the last step, so nobody pays for an upload that failed. Several orders are placed together. */
export function PlaceOrder(props: PlaceOrderProps) {
  const { uploads, account, terms, pricePlanck } = props
  const count = uploads.length
  const { t } = useTranslation()
  const { plan, model } = useOrderCall(props)
  const look = useLastLook(props, model.open)
  const title = t('storage.upload.order')
  const facts = useOrderFacts(props)
  const sign = {
    label: count > 1 ? t('storage.apart.sign', { count }) : t('storage.upload.sign'),
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
          {isAway(account.state) && <NodeAway retry={account.retry} />}
        </div>
      )}
      {model.told && <OutcomeNote kind={model.told.kind} title={model.told.text} />}
      <SignedCallDialog
        {...{ plan, model, title, facts }}
        amountPlanck={BigInt(count) * (pricePlanck + terms.tipsPlanck)}
      />
    </>
  )
}

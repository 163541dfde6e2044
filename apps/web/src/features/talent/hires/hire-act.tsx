import { Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { acceptHire, deliverHire, NOTE_MAX, startHire } from '@trove/contract/talent/hours'
import { ActionButton } from '@trove/ui/actions/action-button'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { useWayToPart } from '../../../lib/shown/page-part.tsx'
import { ReasonButton } from '../../../lib/shown/reason-button.tsx'
import type { Listed, Reader } from '../../../market/orders/face.ts'
import { useRefresh } from '../../../market/orders/use-order-actions.ts'
import { talentMarket } from '../market.ts'
import { HOURS_BACK_PART, type Order } from './shapes.ts'
import { ToDispute } from './to-dispute.tsx'

type ActProps = { order: Listed<Order>; reader: Reader; size: 'sm' | 'md' }

/** A step of a hire: what it says when it is done, and everything about orders asked anew. */
function useStep<T>(work: (input: T) => Promise<unknown>, done: string, onDone?: () => void) {
  const refresh = useRefresh('talent')
  return useMutation({
    mutationFn: work,
    onSuccess: () => {
      notify('success', done)
      onDone?.()
    },
    onSettled: refresh,
  })
}

/** Accepts what was delivered, after a question; `isAside`: among other things that may be done. */
export function Accept({ order, size, isAside }: Omit<ActProps, 'reader'> & { isAside?: boolean }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const accept = useStep(
    () => api(acceptHire, { params: { id: order.id } }),
    t('talent.order.accepted'),
    () => setAsking(false),
  )
  return (
    <>
      <ActionButton
        size={size}
        kind={isAside ? 'plain' : 'main'}
        action={{ label: t('talent.order.accept'), onClick: () => setAsking(true) }}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => accept.mutate(undefined)}
        title={t('talent.order.accept')}
        text={t(order.openDispute ? 'disputes.acceptText' : 'talent.order.acceptText')}
        confirmLabel={t('talent.order.accept')}
        cancelLabel={t('common.cancel')}
        closeLabel={t('common.close')}
        isBusy={accept.isPending}
      />
    </>
  )
}

function Deliver({ order, size, isAside }: ActProps & { isAside?: boolean }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const deliver = useStep(
    () => api(deliverHire, { params: { id: order.id }, body: { note } }),
    t('talent.order.delivered'),
    () => setOpen(false),
  )
  const missing = note.trim() === '' ? t('reasons.deliveryNote') : undefined
  const label = t('talent.order.deliver')
  const send = (
    <ReasonButton onClick={() => deliver.mutate(undefined)} reason={missing} loading={deliver.isPending}>
      {label}
    </ReasonButton>
  )
  return (
    <>
      <ActionButton size={size} kind={isAside ? 'plain' : 'main'} action={{ label, onClick: () => setOpen(true) }} />
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={label}
        closeLabel={t('common.close')}
        footer={send}
        size="sm"
      >
        <Textarea
          label={t('talent.order.deliverNote')}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          maxLength={NOTE_MAX}
          autosize
          minRows={3}
        />
      </Dialog>
    </>
  )
}

function Start({ order, size }: ActProps) {
  const { t } = useTranslation()
  const start = useStep(() => api(startHire, { params: { id: order.id } }), t('talent.order.started'))
  return (
    <ActionButton
      size={size}
      action={{ label: t('talent.order.start'), onClick: () => start.mutate(undefined), isBusy: start.isPending }}
    />
  )
}

/** To the hours that the buyer wants back, where the expert answers; what was under way may be delivered nevertheless. */
function ToAsk(props: ActProps) {
  const { t } = useTranslation()
  const { order, size } = props
  const way = useWayToPart(paths.order({ id: order.id }, { kind: talentMarket.kind }), HOURS_BACK_PART)
  return (
    <>
      {size === 'md' && order.manStatus === 1 && <Deliver {...props} isAside />}
      <ActionButton size={size} action={{ label: t('talent.back.toAnswer'), ...way }} />
    </>
  )
}

/**
 * The one thing to do of a hire: the expert begins, then delivers; the buyer accepts. In a dispute its panel has what can be done,
 * and hours that are asked back are answered for first.
 */
export function HireAct(props: ActProps) {
  if (props.order.openDispute) return <ToDispute {...props} />
  if (props.reader === 'buyer') return <Accept {...props} />
  if (props.order.openAsk) return <ToAsk {...props} />
  return props.order.manStatus === 0 ? <Start {...props} /> : <Deliver {...props} />
}

import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { quoteStop, type StopQuote, stopLease } from '@trove/contract/compute/leases'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { MoneyBlock } from '@trove/ui/lists/money-block'
import { formatYuan } from '@trove/units/money'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '../../../lib/calls/api.ts'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { notify } from '../../../lib/calls/notify.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { fenOf, moneyText } from '../../../lib/shown/money.ts'
import { useRefresh } from '../../../market/orders/use-order-actions.ts'
import classes from './my-compute.module.css'

type Quote = z.output<typeof StopQuote>

/** What ending it now brings; asked anew for each opening, for a day may have begun. */
function useQuote(orderId: string) {
  return useQuery({
    queryKey: ['lease-stop', orderId],
    queryFn: () => api(quoteStop, { params: { id: orderId } }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
}

/** All that goes back: of the lease, and of a renewal that has not begun. */
const allBack = (quote: Quote) => formatYuan(fenOf(quote.refundAmount) + fenOf(quote.renewalAmount ?? '0.00'))

/** What is shared between the two: the fee is nothing. */
const rentOf = (quote: Quote) => formatYuan(fenOf(quote.refundAmount) + fenOf(quote.keptAmount))

function Shares({ quote }: { quote: Quote }) {
  const { t } = useTranslation()
  const { unit } = quote
  return (
    <>
      <p className={classes.warning}>{t('machines.stop.text', { amount: moneyText(allBack(quote)) })}</p>
      <MoneyBlock
        rows={[
          { label: t('machines.stop.rent'), amount: moneyText(rentOf(quote)) },
          {
            label: t('machines.stop.kept'),
            hint: t(`machines.stop.used.${unit}`, { count: quote.used }),
            amount: `−${moneyText(quote.keptAmount)}`,
          },
          { label: t('machines.stop.fee'), amount: moneyText(quote.feeAmount) },
          ...(quote.renewalAmount
            ? [{ label: t('machines.stop.renewal'), amount: `+${moneyText(quote.renewalAmount)}` }]
            : []),
        ]}
        total={{
          label: t('machines.stop.back'),
          // With a renewal more goes back than what this names.
          hint: quote.renewalAmount ? undefined : t(`machines.stop.unused.${unit}`, { count: quote.unused }),
          amount: moneyText(allBack(quote)),
        }}
      />
      <p className={classes.quiet}>{t(`machines.stop.rule.${unit}`)}</p>
      {quote.unused > 0 && (
        <p className={classes.quiet}>{t(`machines.stop.next.${unit}`, { when: formatMoment(quote.nextAt) })}</p>
      )}
    </>
  )
}

type NoQuoteProps = { error: Error | null; isFetching: boolean; retry: () => void }

/** While what goes back is asked for, and when that failed. */
function NoQuote({ error, isFetching, retry }: NoQuoteProps) {
  const { t } = useTranslation()
  if (!error) return <RowsSkeleton label={t('common.loading')} count={3} />
  return <SmallFailure title={t('machines.stop.failed')} error={error} refetch={retry} isBusy={isFetching} />
}

type Ends = { onDone: () => void; onFailed: () => void }

function useStop(orderId: string, quote: Quote | undefined, { onDone, onFailed }: Ends) {
  const { t } = useTranslation()
  const refresh = useRefresh('compute')
  return useMutation({
    mutationFn: (refundAmount: string) => api(stopLease, { params: { id: orderId }, body: { refundAmount } }),
    onSuccess: () => {
      notify('success', t('machines.stop.done', { amount: moneyText(quote ? allBack(quote) : '0.00') }))
      onDone()
    },
    // A day may have begun meanwhile: the new amount is shown before anything is asked again.
    onError: onFailed,
    onSettled: refresh,
  })
}

/** Ends a lease before its time: says what goes back, by which rule, and that nothing of the machine is kept. */
export function StopDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { data: quote, error, refetch, isFetching } = useQuote(orderId)
  const stop = useStop(orderId, quote, { onDone: onClose, onFailed: () => void refetch() })
  const footer = (
    <>
      <Button variant="default" onClick={onClose} disabled={stop.isPending} data-autofocus>
        {t('machines.stop.keep')}
      </Button>
      <Button
        color="coral"
        onClick={() => quote && stop.mutate(quote.refundAmount)}
        loading={stop.isPending}
        disabled={!quote || isFetching}
      >
        {t('machines.stop.confirm')}
      </Button>
    </>
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('machines.stop.title')}
      closeLabel={t('common.close')}
      footer={footer}
      size="sm"
    >
      {quote ? <Shares quote={quote} /> : <NoQuote {...{ error, isFetching }} retry={() => void refetch()} />}
    </Dialog>
  )
}

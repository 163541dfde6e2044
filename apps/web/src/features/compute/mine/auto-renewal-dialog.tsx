import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type AutoRenewal, getAutoRenewal, putAutoRenewal } from '@trove/contract/compute/auto-renewal'
import { Link } from '@trove/ui/base/link'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { notify } from '../../../lib/calls/notify.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { ReasonButton } from '../../../lib/shown/reason-button.tsx'
import { isPrice, YuanInput } from '../../../lib/shown/yuan-input.tsx'
import { Quiet } from '../../../market/detail/panel.tsx'
import classes from './my-compute.module.css'

type Standing = z.output<typeof AutoRenewal>
type Ends = { orderId: string; onClose: () => void }

const keyOf = (orderId: string) => ['auto-renewal', orderId]

/** Asked anew for each opening: its time may have come meanwhile. */
function useStanding(orderId: string) {
  return useQuery({
    queryKey: keyOf(orderId),
    queryFn: () => api(getAutoRenewal, { params: { id: orderId } }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  })
}

function useSave({ orderId, onClose }: Ends) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mostPrice: string | null) => api(putAutoRenewal, { params: { id: orderId }, body: { mostPrice } }),
    onSuccess: ({ mostPrice }) => {
      notify('success', t(mostPrice === null ? 'autoRenewal.turnedOff' : 'autoRenewal.turnedOn'))
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(orderId) }),
  })
}

/** Where it stands, with the order that was made. */
function State({ standing }: { standing: Standing }) {
  const { t } = useTranslation()
  return (
    <>
      <p className={classes.quiet} role="status">
        {t(`autoRenewal.states.${standing.state}`, { when: formatMoment(standing.asksAt) })}
      </p>
      {standing.renewalOrderId && (
        <Link href={paths.order({ id: standing.renewalOrderId })} className={classes.link}>
          {t('autoRenewal.toOrder')}
        </Link>
      )}
    </>
  )
}

function Form({ standing, ...ends }: Ends & { standing: Standing }) {
  const { t } = useTranslation()
  const isOn = standing.state !== 'off'
  const [most, setMost] = useState(standing.mostPrice ?? standing.price ?? '')
  const save = useSave(ends)
  const { price } = standing
  const now = price === null ? t('autoRenewal.notByHour') : t('autoRenewal.now', { amount: moneyText(price) })
  return (
    <div className={classes.form}>
      <Quiet>{t('autoRenewal.text')}</Quiet>
      <State standing={standing} />
      <YuanInput
        label={t('autoRenewal.most')}
        value={most}
        onChange={setMost}
        description={`${now} · ${t('autoRenewal.mostHelp')}`}
      />
      <div className={classes.actions}>
        {isOn && (
          <Button variant="default" onClick={() => save.mutate(null)} disabled={save.isPending}>
            {t('autoRenewal.turnOff')}
          </Button>
        )}
        <ReasonButton
          onClick={() => save.mutate(most)}
          loading={save.isPending}
          reason={
            !isPrice(most) ? t('reasons.price') : most === standing.mostPrice ? t('reasons.unchanged') : undefined
          }
        >
          {t(isOn ? 'autoRenewal.change' : 'autoRenewal.turnOn')}
        </ReasonButton>
      </div>
    </div>
  )
}

/** Lets the renewal of a lease be prepared before its end, for so much at most; off by one press. */
export function AutoRenewalDialog({ orderId, onClose }: Ends) {
  const { t } = useTranslation()
  const { data: standing, error, refetch, isFetching } = useStanding(orderId)
  const missing = error ? (
    <SmallFailure title={t('autoRenewal.failed')} error={error} refetch={refetch} isBusy={isFetching} />
  ) : (
    <RowsSkeleton label={t('common.loading')} count={3} />
  )
  return (
    <Dialog isOpen onClose={onClose} title={t('autoRenewal.title')} closeLabel={t('common.close')} size="sm">
      {standing ? <Form {...{ standing, orderId, onClose }} /> : missing}
    </Dialog>
  )
}

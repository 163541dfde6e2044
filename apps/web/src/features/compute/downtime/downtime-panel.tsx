import { useQuery } from '@tanstack/react-query'
import { type Downtime, getDowntime, RESTART_MINUTES } from '@trove/contract/compute/downtime'
import { Busy } from '@trove/ui/feedback/skeletons'
import { MoneyBlock, type MoneyRow } from '@trove/ui/lists/money-block'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '../../../lib/calls/api.ts'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { formatMoment } from '../../../lib/shown/format.ts'
import { moneyText } from '../../../lib/shown/money.ts'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { ContestSteps } from './contest-steps.tsx'
import { DowntimeBones } from './downtime-bones.tsx'

type Found = z.output<typeof Downtime>

const POLL_MS = 60_000

/** The promise about minutes out of reach, as it is said before anybody pays. */
export function DowntimePromise({ reader }: { reader: 'buyer' | 'seller' }) {
  const { t } = useTranslation()
  const key = reader === 'buyer' ? 'downtime.promise' : 'downtime.promiseSeller'
  return t(key, { minutes: RESTART_MINUTES })
}

function Silences({ found }: { found: Found }) {
  const { t } = useTranslation()
  const times = [
    ...found.silences.map(({ state, refundAmount, ...at }) => ({
      ...at,
      words: t(`downtime.state.${state}`, { amount: moneyText(refundAmount) }),
    })),
    ...found.relayOutages.map((at) => ({ ...at, words: t('downtime.relayOutage') })),
  ].toSorted((one, other) => other.from.localeCompare(one.from))
  if (times.length === 0) return found.answeredMinutes > 0 ? <Quiet>{t('downtime.none')}</Quiet> : null
  const rows = times.map(
    ({ from, minutes, words }): MoneyRow => ({
      label: formatMoment(from),
      hint: t('downtime.minutes', { count: minutes }),
      amount: words,
    }),
  )
  return (
    <section aria-label={t('downtime.list')}>
      <MoneyBlock rows={rows} />
    </section>
  )
}

function Minutes({ found, reader }: { found: Found; reader: 'buyer' | 'seller' }) {
  const { t } = useTranslation()
  const minutes = (count: number) => t('downtime.minutes', { count })
  const unknown = {
    label: t('downtime.unknown'),
    hint: t('downtime.unknownHint'),
    amount: minutes(found.unknownMinutes),
  }
  return (
    <MoneyBlock
      rows={[
        { label: t('downtime.answered'), amount: minutes(found.answeredMinutes) },
        { label: t('downtime.silent'), amount: minutes(found.silentMinutes) },
        ...(found.unknownMinutes > 0 ? [unknown] : []),
      ]}
      total={{
        label: t(reader === 'buyer' ? 'downtime.returned' : 'downtime.returnedSeller'),
        amount: moneyText(found.refundAmount),
      }}
    />
  )
}

/** What the probes of each minute found of a lease, for its buyer and its seller. */
export function DowntimePanel({ orderId, reader }: { orderId: string; reader: 'buyer' | 'seller' }) {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['lease-downtime', orderId],
    queryFn: () => api(getDowntime, { params: { id: orderId } }),
    refetchInterval: POLL_MS,
  })
  return (
    <Panel title={t('downtime.title')}>
      {data && (
        <>
          <Minutes found={data} reader={reader} />
          <Silences found={data} />
          {reader === 'seller' && <ContestSteps orderId={orderId} silences={data.silences} />}
        </>
      )}
      {!data && error && (
        <SmallFailure title={t('downtime.failed')} error={error} refetch={refetch} isBusy={isFetching} />
      )}
      {!data && !error && (
        <Busy label={t('common.loading')}>
          <DowntimeBones />
        </Busy>
      )}
      <Quiet>
        <DowntimePromise reader={reader} />
      </Quiet>
    </Panel>
  )
}

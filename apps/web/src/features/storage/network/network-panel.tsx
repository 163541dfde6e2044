import { CountUp } from '@trove/ui/feedback/count-up'
import { formatMeasured } from '@trove/units/bytes'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { CountedTtc } from '../../../lib/shown/counted-ttc.tsx'
import { formatCount } from '../../../lib/shown/format.ts'
import classes from './network.module.css'
import { NetworkDays } from './network-days.tsx'
import { useGigabytePrice, useStorageFigures } from './queries.ts'

/** Decimals of a price in TTC (b-markets 7). */
const PRICE_DECIMALS = 6
/** Decimals of an average, as the server writes it. */
const AVERAGE_DECIMALS = 2
const UNKNOWN = '–'

function Figure({ name, unit, children }: { name: string; unit?: string; children: ReactNode }) {
  return (
    <div className={classes.figure}>
      <dt>{name}</dt>
      <dd>
        {children}
        {unit && <small>{unit}</small>}
      </dd>
    </div>
  )
}

/** The price per GB and day: what an order of exactly that would cost now. */
function PriceFigure() {
  const { t } = useTranslation()
  const { data } = useGigabytePrice(1)
  return (
    <Figure name={t('storageNetwork.price')} unit={t('storageNetwork.priceUnit')}>
      {data ? <CountedTtc planck={BigInt(data.price)} least={PRICE_DECIMALS} /> : UNKNOWN}
    </Figure>
  )
}

/** Six figures of the network; dashes keep their places while they are on their way. */
function Figures() {
  const { t } = useTranslation()
  const { data, error, refetch } = useStorageFigures()
  if (error && !data) return <SmallFailure error={error} refetch={refetch} />
  const counted = (value: number | string | undefined, format: (shown: number) => string) =>
    value === undefined ? UNKNOWN : <CountUp value={Number(value)} format={format} />
  const whole = (shown: number) => formatCount(Math.round(shown))
  const average = (shown: number) => shown.toFixed(AVERAGE_DECIMALS)
  return (
    <>
      <dl className={classes.figures} aria-busy={!data}>
        <Figure name={t('storageNetwork.nodes')}>{counted(data?.storageNode, whole)}</Figure>
        <Figure name={t('storageNetwork.files')}>{counted(data?.validFilesNumber, whole)}</Figure>
        <Figure name={t('storageNetwork.replicas')}>{counted(data?.averageReplicasMessage, average)}</Figure>
        <PriceFigure />
        <Figure name={t('storageNetwork.used')}>{counted(data?.usedStorage, formatMeasured)}</Figure>
        <Figure name={t('storageNetwork.available')}>{counted(data?.availableStorage, formatMeasured)}</Figure>
      </dl>
      <p className={classes.quiet}>
        {data ? t('storageNetwork.asOf', { block: formatCount(data.block) }) : t('common.loading')}
      </p>
    </>
  )
}

/** The network statistics (b-markets 2): six figures and the last seven days. */
export function NetworkPanel() {
  const { t } = useTranslation()
  return (
    <div className={classes.panels}>
      <section className={classes.panel} aria-label={t('storageNetwork.title')}>
        <h2 className={classes.heading}>{t('storageNetwork.title')}</h2>
        <Figures />
      </section>
      <NetworkDays />
    </div>
  )
}

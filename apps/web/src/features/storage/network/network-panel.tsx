import { CountUp } from '@trove/ui/feedback/count-up'
import { formatTtc } from '@trove/units/token'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { formatCount } from '../../../lib/shown/format.ts'
import classes from './network.module.css'
import { NetworkDays } from './network-days.tsx'
import { useGigabytePrice, useStorageFigures } from './queries.ts'

/** Decimals of a price in TTC (b-markets 7). */
const PRICE_DECIMALS = 6
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
      {data ? formatTtc(BigInt(data.price), { least: PRICE_DECIMALS, most: PRICE_DECIMALS }) : UNKNOWN}
    </Figure>
  )
}

/** Six figures of the network; dashes keep their places while they are on their way. */
function Figures() {
  const { t } = useTranslation()
  const { data, error, refetch } = useStorageFigures()
  if (error && !data) return <SmallFailure error={error} refetch={refetch} />
  const count = (value: number | undefined) =>
    value === undefined ? UNKNOWN : <CountUp value={value} format={(shown) => formatCount(Math.round(shown))} />
  return (
    <>
      <dl className={classes.figures} aria-busy={!data}>
        <Figure name={t('storageNetwork.nodes')}>{count(data?.storageNode)}</Figure>
        <Figure name={t('storageNetwork.files')}>{count(data?.validFilesNumber)}</Figure>
        <Figure name={t('storageNetwork.replicas')}>{data?.averageReplicasMessage ?? UNKNOWN}</Figure>
        <PriceFigure />
        <Figure name={t('storageNetwork.used')}>{data?.usedStorageMessage ?? UNKNOWN}</Figure>
        <Figure name={t('storageNetwork.available')}>{data?.availableStorageMessage ?? UNKNOWN}</Figure>
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

import { isLeaseEnding } from '@trove/contract/compute/order-states'
import { LoneLink } from '@trove/ui/actions/lone-link'
import { useTranslation } from 'react-i18next'
import { type Purchase, usePurchases } from '../../features/compute/mine/my-queries.ts'
import { paths } from '../../lib/addresses/paths.ts'
import { useNow } from '../../lib/calls/clock.ts'
import { formatMoment } from '../../lib/shown/format.ts'
import { NewFinds } from '../../market/searches/new-finds.tsx'
import { useSearchActions, useSearches } from '../../market/searches/queries.ts'
import { markets } from '../entries/markets.ts'
import classes from './home.module.css'
import panel from './personal-center.module.css'

/** Rows of each panel; the rest is a page away. */
const MOST = 5

const endOf = ({ serveEndTime }: Purchase) => serveEndTime ?? ''

function isEnding({ serveStartTime, serveEndTime }: Purchase, now: Date): boolean {
  if (!serveEndTime) return false
  return isLeaseEnding(new Date(serveStartTime ?? serveEndTime), new Date(serveEndTime), now)
}

/** Machines one rents now, those first that end first. Nothing for who rents none. */
function Leases() {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const { data } = usePurchases('')
  const running = (data?.pages ?? [])
    .flatMap(({ content }) => content)
    .filter(({ superPointsStatus }) => superPointsStatus === 1)
    .toSorted((a, b) => endOf(a).localeCompare(endOf(b)))
  if (running.length === 0) return null
  return (
    <section className={panel.panel} aria-label={t('personal.leases')}>
      <h2 className={panel.panelTitle}>{t('personal.leases')}</h2>
      <ul className={classes.rows}>
        {running.slice(0, MOST).map((lease) => (
          <li key={lease.orderId}>
            <LoneLink href={paths.cockpit({ orderId: lease.orderId })}>{lease.authId}</LoneLink>
            <span className={classes.quiet}>{t('personal.until', { when: formatMoment(lease.serveEndTime) })}</span>
            {isEnding(lease, now) && <span className={classes.soon}>{t('personal.endsSoon')}</span>}
          </li>
        ))}
      </ul>
      <LoneLink href={paths.myCompute({ tab: 'purchase' })}>{t('personal.allLeases')}</LoneLink>
    </section>
  )
}

/** One's saved searches, those first that found something new. Nothing for who saved none. */
function Searches() {
  const { t } = useTranslation()
  const { data } = useSearches()
  const { see } = useSearchActions()
  if (!data || data.length === 0) return null
  const listPathOf = (kind: string) => markets.find((market) => market.kind === kind)?.listPath
  return (
    <section className={panel.panel} aria-label={t('personal.searches')}>
      <h2 className={panel.panelTitle}>{t('personal.searches')}</h2>
      <ul className={classes.rows}>
        {data
          .toSorted((a, b) => b.newCount - a.newCount)
          .slice(0, MOST)
          .map(({ id, kind, name, filter, newCount }) => (
            <li key={id}>
              <LoneLink href={listPathOf(kind)?.(filter) ?? paths.savedSearches()} onClick={() => see.mutate(id)}>
                {name}
              </LoneLink>
              <NewFinds count={newCount} />
            </li>
          ))}
      </ul>
      <LoneLink href={paths.savedSearches()}>{t('personal.allSearches')}</LoneLink>
    </section>
  )
}

/** What a buyer comes back for: leases and what ends soon, and what their searches found. */
export function HomePanels() {
  return (
    <>
      <Leases />
      <Searches />
    </>
  )
}

import { useTranslation } from 'react-i18next'
import { formatCalendarDay } from '../../../lib/shown/format.ts'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import classes from './certificate.module.css'
import { lastDays } from './last-days.ts'
import type { Certificate } from './shapes.ts'

const DAYS_SHOWN = 30

/** How many checks could log in; the strip of days is for the eye, the table of days says the same. */
export function Reached({ certificate }: { certificate: Certificate }) {
  const { t } = useTranslation()
  const { windows, perDay, issuedAt } = certificate
  return (
    <Panel title={t('certificate.reachable')}>
      <dl className={classes.windows}>
        {windows.map(({ days, checks, reached }) => (
          <div key={days} className={classes.window}>
            <dt>{days === 1 ? t('certificate.windowOne') : t('certificate.window', { days })}</dt>
            <dd>{checks === 0 ? t('certificate.noChecks') : t('certificate.reached', { reached, checks })}</dd>
          </div>
        ))}
      </dl>
      <div className={classes.strip} aria-hidden>
        {lastDays(perDay, issuedAt, DAYS_SHOWN).map(({ day, reached }) => (
          <span key={day} data-reached={reached} title={formatCalendarDay(day)} />
        ))}
      </div>
      <Quiet>{t('certificate.notUptime')}</Quiet>
    </Panel>
  )
}

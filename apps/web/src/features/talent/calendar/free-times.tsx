import { ActionButton } from '@trove/ui/actions/action-button'
import { Busy, WordsBone } from '@trove/ui/feedback/skeletons'
import { useTranslation } from 'react-i18next'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { currentLanguage } from '../../../lib/session/language.ts'
import { formatWeekday } from '../../../lib/shown/format.ts'
import { Panel, Quiet } from '../../../market/detail/panel.tsx'
import { talentPaths } from '../addresses.ts'
import type { Page } from '../data/queries.ts'
import classes from './calendar.module.css'
import { daysOf, readerZone, type Time, zoneText } from './clock.ts'
import { useFreeHours } from './queries.ts'

function Days({ times }: { times: readonly Time[] }) {
  const { t } = useTranslation()
  const zone = readerZone()
  return (
    <>
      <Quiet>{t('freeHours.yours', { zone: zoneText(zone, currentLanguage()) })}</Quiet>
      <ul className={classes.days}>
        {daysOf(times, zone).map(({ day, times: spans }) => (
          <li key={day} className={classes.day}>
            <span className={classes.date}>{formatWeekday(day)}</span>
            <span className={classes.spans}>
              {spans.map(({ key, words }) => (
                <span key={key}>{words}</span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** When an expert is free in the next days, by the reader's clock; the expert's own leads to where it is marked. */
export function FreeTimes({ page }: { page: Pick<Page, 'productId' | 'isOwn'> }) {
  const { t } = useTranslation()
  const { data: times, error, refetch } = useFreeHours(page.productId)
  return (
    <Panel title={t('freeHours.title')}>
      {times === undefined && !error && (
        <Busy label={t('common.loading')}>
          <WordsBone width="60%" />
        </Busy>
      )}
      {error && times === undefined && <SmallFailure error={error} refetch={refetch} />}
      {times === null && <Quiet>{t('freeHours.unmarked')}</Quiet>}
      {times?.length === 0 && <Quiet>{t('freeHours.none')}</Quiet>}
      {times && times.length > 0 && <Days times={times} />}
      {page.isOwn && (
        <div>
          <ActionButton kind="plain" action={{ label: t('freeHours.edit'), href: talentPaths.freeHours() }} />
        </div>
      )}
    </Panel>
  )
}

import { Busy, DetailSkeleton, keysOf } from '@trove/ui/feedback/skeletons'
import { PageHeader } from '@trove/ui/layout/page-header'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { RouteEntry } from '../../lib/addresses/route-entry.ts'
import classes from './page-loading.module.css'
import { useBack } from './use-back.ts'

/** As many as the shape with the most parts has; a shape hides those it does not have. */
const BOXES = 6

/** What is known of a page before its code is there. */
type AwaitedPage = Pick<RouteEntry, 'title' | 'shape' | 'byDevice' | 'isBare' | 'hasBack' | 'isNamed' | 'changes'>

/** What a screen begins with is its title and the way back; landing pages and those that fill the window have neither. */
export function PageLoading({ entry }: { entry: AwaitedPage }) {
  const { t } = useTranslation()
  const back = useBack(!entry.hasBack)
  const hasHeader = !entry.byDevice && !entry.isBare
  // What a new one is called by would be wrong, and what a change is called by comes with its code.
  const isChange = new URLSearchParams(useLocation().search).has(entry.changes ?? '')
  const label = t('common.loading')
  return (
    <div data-shape={entry.shape}>
      {hasHeader && (
        <PageHeader
          title={isChange ? label : t(`titles.${entry.title}`)}
          isAwaited={isChange || entry.isNamed}
          back={back}
        />
      )}
      {entry.shape ? (
        <Busy label={label}>
          <div className={classes.boxes}>
            {keysOf(BOXES).map((key) => (
              <div key={key} />
            ))}
          </div>
        </Busy>
      ) : (
        <DetailSkeleton label={label} />
      )}
    </div>
  )
}

import { Busy, keysOf } from '@trove/ui/feedback/skeletons'
import { PageHeader } from '@trove/ui/layout/page-header'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { RouteEntry } from '../../lib/addresses/route-entry.ts'
import classes from './page-loading.module.css'
import { useBack } from './use-back.ts'

/** As many as the shape with the most parts has; a shape hides those it does not have. */
const BOXES = 6

/** What is known of a page before its code is there. */
type AwaitedPage = Pick<
  RouteEntry,
  'title' | 'shape' | 'byDevice' | 'isBare' | 'hasBack' | 'isNamed' | 'changes' | 'pageParameter'
>

/** What a screen begins with is its title and the way back; landing pages and those that fill the window have neither. */
export function PageLoading({ entry }: { entry: AwaitedPage }) {
  const { t } = useTranslation()
  const back = useBack(!entry.hasBack)
  const hasHeader = !entry.byDevice && !entry.isBare
  // What a new one is called by would be wrong, and what a change is called by comes with its code.
  const search = new URLSearchParams(useLocation().search)
  const isChange = search.has(entry.changes ?? '')
  // A list whose address names one of its things is the page of that.
  const shape = search.has(entry.pageParameter ?? '') ? 'thing' : entry.shape
  const label = t('common.loading')
  return (
    <div data-shape={shape}>
      {hasHeader && (
        <PageHeader
          title={isChange ? label : t(`titles.${entry.title}`)}
          isAwaited={isChange || entry.isNamed}
          back={back}
        />
      )}
      <Busy label={label}>
        <div className={classes.boxes}>
          {keysOf(BOXES).map((key) => (
            <div key={key} />
          ))}
        </div>
      </Busy>
    </div>
  )
}

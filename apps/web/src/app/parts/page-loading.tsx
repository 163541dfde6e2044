import { PageHeader } from '@trove/ui/layout/page-header'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import type { RouteEntry } from '../../lib/addresses/route-entry.ts'
import { PageBoxes } from '../../lib/shown/later/page-boxes.tsx'
import { useBack } from './use-back.ts'

/** What is known of a page before its code is there. */
type AwaitedPage = Pick<
  RouteEntry,
  'title' | 'shape' | 'byDevice' | 'isBare' | 'isHeadless' | 'hasBack' | 'isNamed' | 'changes' | 'pageParameter'
>

/** What a screen begins with is its title and the way back; landing pages and those that fill the window have neither. */
export function PageLoading({ entry }: { entry: AwaitedPage }) {
  const { t } = useTranslation()
  const back = useBack(!entry.hasBack)
  const hasHeader = !entry.byDevice && !entry.isBare && !entry.isHeadless
  // What a new one is called by would be wrong, and what a change is called by comes with its code.
  const search = new URLSearchParams(useLocation().search)
  const isChange = search.has(entry.changes ?? '')
  // A list whose address names one of its things is the page of that.
  const shape = search.has(entry.pageParameter ?? '') ? 'thing' : entry.shape
  return (
    <PageBoxes shape={shape}>
      {hasHeader && (
        <PageHeader
          title={t(isChange ? 'common.loading' : `titles.${entry.title}`)}
          isAwaited={isChange || entry.isNamed}
          back={back}
        />
      )}
    </PageBoxes>
  )
}

import { EmptyState } from '@trove/ui/feedback/empty-state'
import { EmptyOrdersPicture } from '@trove/ui/feedback/pictures'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useUnfilter } from './case-filter.ts'
import { useWaitingElsewhere } from './elsewhere.ts'

/** What an empty list says; `next` is another view of its page to look at. */
export type Empty = { title: string; text?: string; next?: { value: string; label: string } | undefined }

/** A list without any case, as nothing is filtered: another one with cases that wait, and the page's other view. */
function NothingHere({ title, text, next }: Empty) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const [most] = useWaitingElsewhere()
  const elsewhere = most && {
    label: t('desk.elsewhere', { desk: t(`titles.${most.title}`), count: most.count }),
    href: most.href,
  }
  const other = next && {
    label: t('desk.otherView', { view: next.label }),
    href: `${pathname}?${new URLSearchParams({ view: next.value })}`,
  }
  return (
    <EmptyState
      illustration={<EmptyOrdersPicture />}
      title={title}
      text={text}
      action={elsewhere ?? other}
      secondAction={elsewhere && other}
    />
  )
}

/** A list of the desk without any case, and what to do next. */
export function EmptyCases(empty: Empty) {
  const { t } = useTranslation()
  const { isFiltered, clear } = useUnfilter()
  if (!isFiltered) return <NothingHere {...empty} />
  return (
    <EmptyState
      illustration={<EmptyOrdersPicture />}
      title={t('desk.filters.none')}
      action={{ label: t('desk.filters.clear'), onClick: clear }}
    />
  )
}

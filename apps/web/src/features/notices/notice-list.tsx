import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { listNotices, type NoticeItem, readNotices } from '@trove/contract/notices/routes'
import { HeaderAction } from '@trove/ui/actions/header-action'
import { Link } from '@trove/ui/base/link'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { EmptyMessagesPicture } from '@trove/ui/feedback/pictures'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { ChevronRightIcon } from '@trove/ui/icons/actions'
import { MessagesIcon, SettingsIcon } from '@trove/ui/icons/places'
import { WaitingIcon } from '@trove/ui/icons/states'
import { PageHeader } from '@trove/ui/layout/page-header'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { pageAfter, rowsOf } from '../../lib/addresses/pages.ts'
import { paths } from '../../lib/addresses/paths.ts'
import { api } from '../../lib/calls/api.ts'
import { useNow } from '../../lib/calls/clock.ts'
import { GrowingList } from '../../lib/lists/growing-list.tsx'
import { wordsOfCode } from '../../lib/session/language.ts'
import { formatAgo, formatMoment } from '../../lib/shown/format.ts'
import { moneyText } from '../../lib/shown/money.ts'
import { noticePath } from '../../lib/told/notice-path.ts'
import classes from './notice-list.module.css'

type Notice = z.output<typeof NoticeItem>
const PAGE_SIZE = 20

/** A notice's amount is written as money is everywhere. */
function withMoney(params: Notice['params']): Notice['params'] {
  return params.amount === undefined ? params : { ...params, amount: moneyText(String(params.amount)) }
}

function useNotices() {
  return useInfiniteQuery({
    queryKey: ['notices', 'list'],
    queryFn: ({ pageParam }) => api(listNotices, { query: { page: pageParam, size: PAGE_SIZE } }),
    initialPageParam: 0,
    getNextPageParam: pageAfter(PAGE_SIZE),
  })
}

/** It waits for its reader, until when where that has a limit. */
function YourTurn({ until }: NonNullable<Notice['turn']>) {
  const { t } = useTranslation()
  const label = until ? t('notices.yourTurnUntil', { when: formatMoment(until) }) : t('notices.yourTurn')
  return (
    <span className={classes.turn}>
      <StatusBadge tone="amber" icon={WaitingIcon} label={label} />
    </span>
  )
}

function Row({ notice, isNew }: { notice: Notice; isNew: boolean }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const content = (
    <>
      <span className={classes.dot} data-unread={isNew || undefined}>
        {isNew && <span className={classes.hidden}>{t('notices.unread')}</span>}
      </span>
      <span className={classes.words}>
        <span>{wordsOfCode(notice.kind, withMoney(notice.params))}</span>
        <time className={classes.time} dateTime={notice.createdAt}>
          {formatAgo(notice.createdAt, now)}
        </time>
        {notice.turn && <YourTurn {...notice.turn} />}
      </span>
    </>
  )
  const href = noticePath(notice.link)
  if (!href) return <div className={classes.row}>{content}</div>
  return (
    <Link href={href} className={classes.row}>
      {content}
      <ChevronRightIcon />
    </Link>
  )
}

/** Most notices that one call marks (`notices.read`). */
const MOST_READ = 100

/**
 * Who looks here has read what stands here, also what came while they did; what was not listed yet stays unread. The counts
 * elsewhere go down, the marks stay on this page until it is opened again.
 * @returns what was unread when it was first shown here, however often the list is read anew
 */
function useReadShown(items: readonly Notice[], toldAt: number): ReadonlySet<string> {
  const client = useQueryClient()
  const [sent] = useState(() => new Set<string>())
  const { mutate } = useMutation({
    mutationFn: (ids: string[]) => api(readNotices, { body: { ids } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['notices', 'unread'] }),
    onError: (_, ids) => {
      for (const id of ids) sent.delete(id)
    },
    meta: { isHandled: true },
  })
  const unread = items.flatMap(({ id, isRead }) => (isRead ? [] : id)).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be marked is tried again with a later answer
  useEffect(() => {
    // Live updates reach a page nobody looks at, too.
    const read = () => {
      const left = unread.split(',').filter((id) => id && !sent.has(id))
      if (document.visibilityState !== 'visible' || left.length === 0) return
      const ids = left.slice(0, MOST_READ)
      for (const id of ids) sent.add(id)
      mutate(ids)
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [unread, toldAt, mutate])
  return sent
}

/** To the choices and to the conversations. */
function Ways() {
  const { t } = useTranslation()
  return (
    <>
      <HeaderAction
        action={{ label: t('noticeChoices.open'), href: paths.noticeChoices(), icon: <SettingsIcon size={18} /> }}
      />
      <HeaderAction
        action={{
          label: t('titles.conversations'),
          href: paths.conversations(),
          icon: <MessagesIcon size={18} />,
        }}
      />
    </>
  )
}

/** One's notices, newest first. */
export default function NoticeList() {
  const { t } = useTranslation()
  const list = useNotices()
  const pages = list.data?.pages ?? []
  const items = rowsOf(pages, ({ id }) => id)
  const shownNew = useReadShown(items, list.dataUpdatedAt)
  return (
    <div className={classes.narrow}>
      <PageHeader title={t('titles.notices')} actions={<Ways />} />
      <GrowingList
        list={list}
        count={items.length}
        skeleton={<RowsSkeleton label={t('common.loading')} />}
        empty={
          <EmptyState
            illustration={<EmptyMessagesPicture />}
            title={t('notices.empty')}
            text={t('notices.emptyHint')}
            action={{
              label: t('titles.storageResources'),
              href: paths.market({ tab: 'computing' }),
            }}
          />
        }
      >
        <div className={classes.rows}>
          {items.map((notice) => (
            <Row key={notice.id} notice={notice} isNew={!notice.isRead || shownNew.has(notice.id)} />
          ))}
        </div>
      </GrowingList>
    </div>
  )
}

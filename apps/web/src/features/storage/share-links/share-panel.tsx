import { Select } from '@mantine/core'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { RouteData } from '@trove/contract/kit/route'
import { createStorageShare, listStorageShares, revokeStorageShare, SHARE_DAYS } from '@trove/contract/storage/shares'
import type { NoteContent } from '@trove/stored-file/note'
import { writeShareSecret } from '@trove/stored-file/share-secret'
import { ActionButton } from '@trove/ui/actions/action-button'
import { copyText } from '@trove/ui/actions/clipboard'
import { CopyButton } from '@trove/ui/actions/copy-button'
import { keepFocus } from '@trove/ui/base/kept-focus'
import { StatusBadge } from '@trove/ui/feedback/status-badge'
import { CancelledIcon, ServingIcon, WaitingIcon } from '@trove/ui/icons/states'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/addresses/paths.ts'
import { api } from '../../../lib/calls/api.ts'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { notify, notifyError } from '../../../lib/calls/notify.ts'
import { queryClient } from '../../../lib/calls/query.ts'
import { ShowMore } from '../../../lib/lists/show-more.tsx'
import { formatMoment } from '../../../lib/shown/format.ts'
import classes from '../styles/storage.module.css'

type Share = RouteData<typeof listStorageShares>['content'][number]

const LOOKS = {
  live: { tone: 'jade', icon: ServingIcon },
  expired: { tone: 'neutral', icon: WaitingIcon },
  revoked: { tone: 'neutral', icon: CancelledIcon },
} as const

const keyOf = (cid: string) => ['storage', 'shares', cid]
const readAnew = (cid: string) => queryClient.invalidateQueries({ queryKey: keyOf(cid) })

/** The whole link: what stands behind # is sent to nobody. */
const linkOf = (id: string, note: NoteContent) =>
  `${window.location.origin}${paths.sharedFile({ token: id })}#${writeShareSecret(note)}`

function ShareRow({ share, note }: { share: Share; note: NoteContent | null | undefined }) {
  const { t } = useTranslation()
  const revoke = useMutation({
    mutationFn: () => api(revokeStorageShare, { params: { id: share.id } }),
    meta: { isHandled: true },
    onSuccess: () => {
      notify('success', t('storage.share.revoked'))
      return readAnew(share.cid)
    },
    onError: notifyError,
  })
  const isLive = share.state === 'live'
  return (
    <li className={classes.row} data-share={share.state}>
      <span>
        <StatusBadge {...LOOKS[share.state]} label={t(`storage.share.state.${share.state}`)} />{' '}
        <small className={classes.quiet}>{t('storage.share.until', { moment: formatMoment(share.expiresAt) })}</small>
      </span>
      {isLive && (
        <span className={classes.actions}>
          {note && (
            <CopyButton
              value={linkOf(share.id, note)}
              label={t('storage.share.copy')}
              copiedLabel={t('common.copied')}
              onCopied={(isCopied) => isCopied && notify('success', t('common.copied'))}
            />
          )}
          <ActionButton
            kind="quiet"
            size="sm"
            action={{ label: t('storage.share.revoke'), onClick: () => revoke.mutate(), isBusy: revoke.isPending }}
          />
        </span>
      )}
    </li>
  )
}

function NewShare({ cid, note }: { cid: string; note: NoteContent }) {
  const { t } = useTranslation()
  const [days, setDays] = useState<(typeof SHARE_DAYS)[number]>(7)
  const create = useMutation({
    mutationFn: () => api(createStorageShare, { body: { cid, days } }),
    meta: { isHandled: true },
    onSuccess: async ({ id }) => {
      const isCopied = await copyText(linkOf(id, note))
      notify('success', t(isCopied ? 'storage.share.createdCopied' : 'storage.share.created'))
      await readAnew(cid)
    },
    onError: notifyError,
  })
  return (
    <div className={classes.shareForm}>
      <Select
        label={t('storage.share.days')}
        data={SHARE_DAYS.map((count) => ({ value: String(count), label: t('storage.share.dayCount', { count }) }))}
        value={String(days)}
        onChange={(value) => setDays(SHARE_DAYS.find((one) => String(one) === value) ?? days)}
        allowDeselect={false}
      />
      <ActionButton
        kind="plain"
        action={{ label: t('storage.share.create'), onClick: () => create.mutate(), isBusy: create.isPending }}
      />
    </div>
  )
}

type SharePanelProps = {
  cid: string
  /** Its content as the open vault read it; without it there is no key to share. */
  note: NoteContent | null | undefined
}

/** Links to a file for people without an account: making one, and the list of those there are. */
export function SharePanel({ cid, note }: SharePanelProps) {
  const { t } = useTranslation()
  const shares = useInfiniteQuery({
    queryKey: keyOf(cid),
    queryFn: ({ pageParam }) => api(listStorageShares, { params: { cid }, query: { before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ content, hasMore }) => (hasMore ? content.at(-1)?.id : undefined),
  })
  const rows = shares.data?.pages.flatMap(({ content }) => content) ?? []
  return (
    <section className={classes.panel} aria-label={t('storage.share.title')} ref={keepFocus}>
      <h2 className={classes.heading}>{t('storage.share.title')}</h2>
      <p className={classes.quiet}>{t('storage.share.text')}</p>
      <p className={classes.quiet}>{t('storage.share.limits')}</p>
      {note ? <NewShare cid={cid} note={note} /> : <p className={classes.quiet}>{t('storage.share.locked')}</p>}
      {shares.isError && <SmallFailure error={shares.error} refetch={shares.refetch} />}
      {rows.length > 0 && (
        <ul className={classes.rows} aria-label={t('storage.share.list')}>
          {rows.map((share) => (
            <ShareRow key={share.id} share={share} note={note} />
          ))}
        </ul>
      )}
      <ShowMore
        kind="quiet"
        size="sm"
        label={t('storage.share.more')}
        count={rows.length}
        hasMore={shares.hasNextPage}
        isLoading={shares.isFetchingNextPage}
        onMore={() => void shares.fetchNextPage()}
      />
    </section>
  )
}

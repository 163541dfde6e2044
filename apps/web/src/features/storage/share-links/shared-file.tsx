import { useMutation, useQuery } from '@tanstack/react-query'
import type { ContractError } from '@trove/contract/errors/codes'
import { openStorageShare } from '@trove/contract/storage/shares'
import type { NoteContent } from '@trove/stored-file/note'
import { readShareSecret } from '@trove/stored-file/share-secret'
import { ActionButton } from '@trove/ui/actions/action-button'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { StoragePicture } from '@trove/ui/feedback/pictures'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { PageHeader } from '@trove/ui/layout/page-header'
import { formatBytes } from '@trove/units/bytes'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'react-router'
import { api } from '../../../lib/calls/api.ts'
import { Failure } from '../../../lib/calls/failure.tsx'
import { errorText, notifyError } from '../../../lib/calls/notify.ts'
import { formatMoment } from '../../../lib/shown/format.ts'
import { type ReadOptions, readStored, save } from '../download/download.ts'
import { StorageFact } from '../files/storage-fact.tsx'
import { PreviewButton } from '../preview/preview-button.tsx'
import classes from '../styles/storage.module.css'
import { nameOf } from '../upload/dropped-files.ts'

/** Ends that waiting or trying again does not change. */
const OVER = new Set(['storage.share-expired', 'storage.share-revoked', 'resource.not-found', 'request.invalid'])

/** What the link's fragment says; null when it was cut short or is none. It stays in this page. */
function useSecret(): NoteContent | null | undefined {
  const { hash } = useLocation()
  // Not in the cache of queries: its keys and answers are no place for a secret.
  const [read, setRead] = useState<{ hash: string; secret: NoteContent | null }>()
  useEffect(() => {
    let isOld = false
    const tell = (secret: NoteContent | null) => !isOld && setRead({ hash, secret })
    readShareSecret(hash.slice(1)).then(tell, () => tell(null))
    return () => {
      isOld = true
    }
  }, [hash])
  // A link pasted into the address of an open page changes only what stands behind #: the page is not loaded anew.
  return read?.hash === hash ? read.secret : undefined
}

/** Why the file cannot be had: the link is over, or the server could not be asked. */
function NotShared({ error, retry }: { error: Error; retry: () => void }) {
  const { t } = useTranslation()
  const { code } = error as ContractError
  if (OVER.has(code))
    return (
      <EmptyState
        illustration={<StoragePicture />}
        title={code.startsWith('storage.') ? errorText(error) : t('storage.shared.notFound')}
        text={t('storage.shared.overText')}
      />
    )
  return <Failure error={error} refetch={retry} />
}

function Shared({ token, secret }: { token: string; secret: NoteContent }) {
  const { t } = useTranslation()
  const share = useQuery({
    queryKey: ['storage', 'shared', token],
    queryFn: () => api(openStorageShare, { params: { id: token } }),
    retry: false,
    gcTime: 0,
  })
  const name = nameOf(secret.name)
  // Asked anew: the link may have ended since the page was opened.
  const read = async (options?: ReadOptions) => {
    const { data, error } = await share.refetch()
    if (!data || error) throw error
    return await readStored(data.cid, secret, options)
  }
  const download = useMutation({
    mutationFn: async () => save(await read(), name),
    meta: { isHandled: true },
    onError: notifyError,
  })
  if (share.isPending) return <RowsSkeleton label={t('common.loading')} />
  if (share.isError) return <NotShared error={share.error} retry={() => void share.refetch()} />
  return (
    <section className={classes.panel} aria-label={name}>
      <h2 className={classes.heading}>
        <span className={classes.name}>{name}</span>
      </h2>
      <dl className={classes.facts}>
        <StorageFact name={t('storage.field.size')}>{formatBytes(BigInt(secret.plainBytes))}</StorageFact>
        <StorageFact name={t('storage.shared.until')}>{formatMoment(share.data.expiresAt)}</StorageFact>
      </dl>
      <div className={classes.actions}>
        <ActionButton
          action={{
            label: t('storage.files.download'),
            onClick: () => download.mutate(),
            isBusy: download.isPending,
          }}
        />
        <PreviewButton name={name} plainBytes={secret.plainBytes} read={read} />
      </div>
      <p className={classes.quiet}>{t('storage.shared.text')}</p>
    </section>
  )
}

/** What somebody sees who was sent a link: the file is fetched as ciphertext and opened in this browser. */
export default function SharedFile() {
  const { t } = useTranslation()
  const token = useParams().token ?? ''
  const secret = useSecret()
  return (
    <>
      <PageHeader title={t('titles.sharedFile')} />
      {secret === undefined && <RowsSkeleton label={t('common.loading')} />}
      {secret === null && (
        <EmptyState
          illustration={<StoragePicture />}
          title={t('storage.shared.noKey')}
          text={t('storage.shared.noKeyText')}
        />
      )}
      {secret && <Shared token={token} secret={secret} />}
    </>
  )
}

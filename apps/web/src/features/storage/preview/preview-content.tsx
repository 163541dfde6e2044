import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '@trove/ui/feedback/error-state'
import { WaitingNote } from '@trove/ui/feedback/waiting-note'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import type { ReadOptions } from '../download/download.ts'
import classes from './preview.module.css'
import type { Preview } from './preview-kind.ts'

/** Fetches a file and opens it. */
export type ReadFile = (options?: ReadOptions) => Promise<Blob>
type Opened = { url: string; text: string }

/** Opens the file while its dialog stands: whoever closes it stops the download. */
function useOpened({ kind, type }: Preview, plainBytes: number, read: ReadFile) {
  const [percent, setPercent] = useState(0)
  const opened = useQuery({
    // Each dialog reads anew, and nothing of a file stays in the cache.
    queryKey: ['storage', 'preview', useId()],
    queryFn: async ({ signal }): Promise<Opened> => {
      setPercent(0)
      const onRead = (bytes: number) => setPercent(Math.floor((100 * bytes) / Math.max(1, plainBytes)))
      const file = await read({ signal, onRead })
      if (kind === 'text') return { url: '', text: await file.text() }
      return { url: URL.createObjectURL(new Blob([file], { type })), text: '' }
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    structuralSharing: false,
    gcTime: 0,
  })
  const url = opened.data?.url
  // The bytes are let go of with the dialog.
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return { opened, percent }
}

type PreviewContentProps = { name: string; plainBytes: number; preview: Preview; read: ReadFile }

/** A file as its dialog shows it: on its way with how far it is, failed with why, or there. */
export function PreviewContent({ name, plainBytes, preview, read }: PreviewContentProps) {
  const { t } = useTranslation()
  const { opened, percent } = useOpened(preview, plainBytes, read)
  const [isBroken, setBroken] = useState(false)
  if (opened.isFetching || opened.isPending)
    return (
      <div className={classes.waiting}>
        <WaitingNote text={t('storage.preview.opening', { percent })} />
      </div>
    )
  if (opened.isError) return <SmallFailure error={opened.error} refetch={opened.refetch} />
  if (isBroken) return <ErrorState isSmall title={t('storage.preview.broken')} text={t('storage.preview.download')} />
  const { url, text } = opened.data
  const media = { className: classes.media, src: url, onError: () => setBroken(true) }
  if (preview.kind === 'picture') return <img {...media} alt={name} />
  if (preview.kind === 'audio') return <audio {...media} aria-label={name} controls />
  if (preview.kind === 'video') return <video {...media} aria-label={name} controls />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keys
    <pre className={classes.text} tabIndex={0}>
      {text}
    </pre>
  )
}

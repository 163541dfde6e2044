import { useMutation } from '@tanstack/react-query'
import { ActionButton } from '@trove/ui/actions/action-button'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyError } from '../../../lib/notify.ts'
import classes from './preview.module.css'
import { type PreviewKind, previewOf } from './preview-kind.ts'

type Shown = { kind: PreviewKind; url: string; text: string }

function Content({ shown, name }: { shown: Shown; name: string }) {
  if (shown.kind === 'picture') return <img className={classes.media} src={shown.url} alt={name} />
  // biome-ignore lint/a11y/useMediaCaption: a person's own recording has no captions
  if (shown.kind === 'audio') return <audio className={classes.media} src={shown.url} controls />
  // biome-ignore lint/a11y/useMediaCaption: a person's own recording has no captions
  if (shown.kind === 'video') return <video className={classes.media} src={shown.url} controls />
  return <pre className={classes.text}>{shown.text}</pre>
}

type PreviewButtonProps = {
  name: string
  plainBytes: number
  /** Fetches the file and opens it. */
  read: () => Promise<Blob>
  isDisabled?: boolean
}

/** Shows a picture, a text, a sound or a film once it was opened in this browser; nothing for other files. */
export function PreviewButton({ name, plainBytes, read, isDisabled }: PreviewButtonProps) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<Shown>()
  const preview = previewOf(name, plainBytes)
  const opening = useMutation({
    mutationFn: async ({ kind, type }: NonNullable<typeof preview>): Promise<Shown> => {
      const file = await read()
      if (kind === 'text') return { kind, url: '', text: await file.text() }
      return { kind, url: URL.createObjectURL(new Blob([file], { type })), text: '' }
    },
    meta: { isHandled: true },
    onSuccess: setShown,
    onError: notifyError,
  })
  // The bytes are let go of with the dialog.
  useEffect(() => () => void (shown?.url && URL.revokeObjectURL(shown.url)), [shown])
  if (!preview) return null
  return (
    <>
      <ActionButton
        kind="plain"
        action={{
          label: t('storage.files.preview'),
          onClick: () => opening.mutate(preview),
          isBusy: opening.isPending,
          isDisabled,
        }}
      />
      <Dialog
        isOpen={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={<span className={classes.name}>{name}</span>}
        closeLabel={t('common.close')}
        size="xl"
      >
        {shown && <Content shown={shown} name={name} />}
      </Dialog>
    </>
  )
}

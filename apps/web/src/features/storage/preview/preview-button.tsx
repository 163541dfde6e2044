import { ActionButton } from '@trove/ui/actions/action-button'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { EmptyState } from '@trove/ui/feedback/empty-state'
import { StoragePicture } from '@trove/ui/feedback/pictures'
import { formatBytes } from '@trove/units/bytes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withReason } from '../../../lib/shown/reason-button.tsx'
import classes from './preview.module.css'
import { PreviewContent, type ReadFile } from './preview-content.tsx'
import { type Preview, previewOf } from './preview-kind.ts'

type PreviewButtonProps = { name: string; plainBytes: number; read: ReadFile; unreadable?: string | undefined }

function TooLarge({ preview, plainBytes }: { preview: Preview; plainBytes: number }) {
  const { t } = useTranslation()
  const [size, most] = [plainBytes, preview.mostBytes].map((bytes) => formatBytes(BigInt(bytes)))
  return (
    <EmptyState
      illustration={<StoragePicture />}
      title={t('storage.preview.tooLarge', { size, most })}
      text={t('storage.preview.download')}
    />
  )
}

/** Shows a picture, a text, a sound or a film once it was opened in this browser; nothing for other files. */
export function PreviewButton({ name, plainBytes, read, unreadable }: PreviewButtonProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const preview = previewOf(name)
  if (!preview) return null
  return (
    <>
      <ActionButton
        kind="plain"
        size="sm"
        action={withReason({ label: t('storage.files.preview'), onClick: () => setOpen(true) }, unreadable)}
      />
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={<span className={classes.name}>{name}</span>}
        closeLabel={t('common.close')}
        size="xl"
      >
        {plainBytes > preview.mostBytes ? (
          <TooLarge {...{ preview, plainBytes }} />
        ) : (
          isOpen && <PreviewContent {...{ name, plainBytes, preview, read }} />
        )}
      </Dialog>
    </>
  )
}

import { Button } from '@mantine/core'
import { UploadIcon } from '@trove/ui/icons/actions'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/calls/notify.ts'
import { takingFiles, useDropping } from '../../../lib/shown/use-dropping.ts'
import classes from './files.module.css'

/** Files among what was dropped; a folder has no bytes of its own to send. */
function filesOf({ items, files }: DataTransfer): { files: File[]; hasFolder: boolean } {
  const isFolder = [...items].map((item) => item.webkitGetAsEntry?.()?.isDirectory === true)
  return { files: [...files].filter((_, i) => !isFolder[i]), hasFolder: isFolder.includes(true) }
}

/** A place where files are dropped or chosen, around the list of what is there. */
export function DropArea({ onFiles, children }: { onFiles: (files: File[]) => void; children: ReactNode }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const area = useDropping((dropped) => {
    const { files, hasFolder } = filesOf(dropped)
    if (hasFolder) notify('warning', t('machineFiles.unreadable'))
    if (files.length > 0) onFiles(files)
  })
  const choose = takingFiles((chosen) => onFiles([...(chosen ?? [])]))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button inside does the same by keyboard
    <div className={classes.area} {...area}>
      {children}
      <p className={classes.drop}>
        <Button variant="light" leftSection={<UploadIcon size={18} />} onClick={() => input.current?.click()}>
          {t('machineFiles.choose')}
        </Button>
        <span className={classes.dropWords}>{t('machineFiles.drop')}</span>
      </p>
      <input ref={input} type="file" multiple hidden onChange={choose} aria-label={t('machineFiles.choose')} />
    </div>
  )
}

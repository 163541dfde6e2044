import { Button } from '@mantine/core'
import { UploadIcon } from '@trove/ui/icons/actions'
import { type ChangeEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/calls/notify.ts'
import classes from './files.module.css'

/** Files among what was dropped; a folder has no bytes of its own to send. */
function filesOf({ items, files }: DataTransfer): { files: File[]; hasFolder: boolean } {
  const isFolder = [...items].map((item) => item.webkitGetAsEntry?.()?.isDirectory === true)
  return { files: [...files].filter((_, i) => !isFolder[i]), hasFolder: isFolder.includes(true) }
}

/** A place where files are dropped or chosen, around the list of what is there. */
export function DropArea({ onFiles, children }: { onFiles: (files: File[]) => void; children: ReactNode }) {
  const { t } = useTranslation()
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type !== 'dragleave')
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const { files, hasFolder } = filesOf(event.dataTransfer)
    if (hasFolder) notify('warning', t('machineFiles.unreadable'))
    if (files.length > 0) onFiles(files)
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.currentTarget.files ?? [])])
    // The same file can be chosen again.
    event.currentTarget.value = ''
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button inside does the same by keyboard
    <div className={classes.area} data-over={isOver || undefined} onDragOver={over} onDragLeave={over} onDrop={drop}>
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

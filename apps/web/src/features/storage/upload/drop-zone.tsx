import { Button } from '@mantine/core'
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/calls/notify.ts'
import classes from '../styles/storage.module.css'
import { type ChosenFile, chosenFiles, droppedFiles } from './dropped-files.ts'

/** Where files and folders are dropped, or chosen. */
export function DropZone({ onFiles }: { onFiles: (files: ChosenFile[]) => void }) {
  const { t } = useTranslation()
  const [isOver, setOver] = useState(false)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles(chosenFiles(event.currentTarget.files))
    // The same file can be chosen again.
    event.currentTarget.value = ''
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type !== 'dragleave')
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    droppedFiles(event.dataTransfer.items).then(onFiles, () => notify('error', t('storage.upload.unreadable')))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the buttons inside do the same by keyboard
    <div className={classes.drop} data-over={isOver || undefined} onDragOver={over} onDragLeave={over} onDrop={drop}>
      <p>{t('storage.upload.drop')}</p>
      <div className={classes.actions}>
        <Button onClick={() => files.current?.click()}>{t('storage.upload.choose')}</Button>
        <Button variant="default" onClick={() => folder.current?.click()}>
          {t('storage.upload.chooseFolder')}
        </Button>
      </div>
      <input ref={files} type="file" multiple hidden onChange={choose} aria-label={t('storage.upload.choose')} />
      <input
        ref={(input) => {
          folder.current = input
          input?.setAttribute('webkitdirectory', '')
        }}
        type="file"
        hidden
        onChange={choose}
        aria-label={t('storage.upload.chooseFolder')}
      />
    </div>
  )
}

import { Button } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/calls/notify.ts'
import { takingFiles, useDropping } from '../../../lib/shown/use-dropping.ts'
import classes from '../styles/storage.module.css'
import { type ChosenFile, chosenFiles, droppedFiles } from './dropped-files.ts'

/** Where files and folders are dropped, or chosen. */
export function DropZone({ onFiles }: { onFiles: (files: ChosenFile[]) => void }) {
  const { t } = useTranslation()
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const choose = takingFiles((chosen) => onFiles(chosenFiles(chosen)))
  const zone = useDropping(({ items }) => {
    droppedFiles(items).then(onFiles, () => notify('error', t('storage.upload.unreadable')))
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the buttons inside do the same by keyboard
    <div className={classes.drop} {...zone}>
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

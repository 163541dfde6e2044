import { DownloadIcon } from '@trove/ui/icons/actions'
import { formatBytes } from '@trove/units/bytes'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyError } from '../../lib/calls/notify.ts'
import { formatMoment } from '../../lib/shown/format.ts'
import { LinkedText } from '../../lib/shown/linked-text.tsx'
import classes from './conversations.module.css'
import { download, type Said } from './queries.ts'

function FileChip({ file }: { file: NonNullable<Said['file']> }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const get = () => {
    setBusy(true)
    download(file.id)
      .catch(notifyError)
      .finally(() => setBusy(false))
  }
  return (
    <button type="button" className={classes.file} onClick={get} disabled={isBusy}>
      <DownloadIcon />
      <span className={classes.hidden}>{t('conversations.download', { name: '' })}</span>
      <span className={classes.fileName}>{file.name}</span>
      <span className={classes.quiet}>{formatBytes(BigInt(file.bytes))}</span>
    </button>
  )
}

/** One thing that was said. Text is shown as it is, never as markup. */
export function MessageItem({ message, isRead }: { message: Said; isRead: boolean }) {
  const { t } = useTranslation()
  return (
    <li className={classes.message} data-own={message.isOwn || undefined}>
      <div className={classes.bubble}>
        {message.text && (
          <p className={classes.text}>
            <LinkedText words={message.text} />
          </p>
        )}
        {message.file && <FileChip file={message.file} />}
        {!message.text && !message.file && <p className={classes.erased}>{t('conversations.erased')}</p>}
      </div>
      <span className={classes.time}>
        <time dateTime={message.at}>{formatMoment(message.at)}</time>
        {message.isOwn && isRead && ` · ${t('conversations.read')}`}
      </span>
    </li>
  )
}

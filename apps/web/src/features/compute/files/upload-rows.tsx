import { ActionIcon, Button, Progress } from '@mantine/core'
import { CloseIcon } from '@trove/ui/icons/actions'
import { formatMeasured } from '@trove/units/bytes'
import { useTranslation } from 'react-i18next'
import classes from './files.module.css'
import type { Upload, Uploads } from './use-uploads.ts'

const FULL = 100
const SECOND_MS = 1_000

/** Where a file is: how much has gone and how fast, or why it has not. */
function useStateText() {
  const { t } = useTranslation()
  return ({ state, sent, file, startedAtMs, fault }: Upload): string => {
    if (state === 'failed') return fault ?? t('machineFiles.state.failed')
    if (state !== 'sending') return t(`machineFiles.state.${state}`, { bytes: formatMeasured(file.size) })
    if (sent >= file.size) return t('machineFiles.state.finishing')
    const seconds = Math.max(1, (Date.now() - startedAtMs) / SECOND_MS)
    const speed = formatMeasured(sent / seconds)
    return t('machineFiles.state.sending', { sent: formatMeasured(sent), bytes: formatMeasured(file.size), speed })
  }
}

type UploadProps = { upload: Upload } & Pick<Uploads, 'again' | 'drop'>

function UploadActions({ upload: { id, file, state }, again, drop }: UploadProps) {
  const { t } = useTranslation()
  const { name } = file
  const isOver = state === 'done' || state === 'failed' || state === 'exists'
  return (
    <span className={classes.actions}>
      {state === 'exists' && (
        <Button size="compact-sm" variant="light" onClick={() => again(id, true)}>
          {t('machineFiles.replace')}
        </Button>
      )}
      {state === 'failed' && (
        <Button size="compact-sm" variant="light" onClick={() => again(id, false)}>
          {t('common.retry')}
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        onClick={() => drop(id)}
        aria-label={t(isOver ? 'machineFiles.dismiss' : 'machineFiles.cancel', { name })}
      >
        <CloseIcon size={16} />
      </ActionIcon>
    </span>
  )
}

function UploadRow({ upload, again, drop }: UploadProps) {
  const { t } = useTranslation()
  const stateText = useStateText()
  const { file, state, sent } = upload
  const { name } = file
  const isTrouble = state === 'failed' || state === 'exists'
  return (
    <li className={classes.upload}>
      <bdi className={classes.name}>{name}</bdi>
      <span className={classes.state} data-trouble={isTrouble || undefined} role={isTrouble ? 'alert' : undefined}>
        {stateText(upload)}
      </span>
      <UploadActions {...{ upload, again, drop }} />
      {state === 'sending' && (
        <Progress
          className={classes.bar}
          value={file.size === 0 ? FULL : (sent * FULL) / file.size}
          aria-label={t('machineFiles.progress', { name })}
        />
      )}
    </li>
  )
}

/** Files on their way up, and what became of them. */
export function UploadRows({ uploads, again, drop }: Pick<Uploads, 'uploads' | 'again' | 'drop'>) {
  const { t } = useTranslation()
  if (uploads.length === 0) return null
  return (
    <ul className={classes.uploads} aria-label={t('machineFiles.uploads')}>
      {uploads.map((upload) => (
        <UploadRow key={upload.id} {...{ upload, again, drop }} />
      ))}
    </ul>
  )
}

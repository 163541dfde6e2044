import { Button, Progress } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { uploadArchive } from '@trove/contract/code/works'
import { UploadIcon } from '@trove/ui/icons/actions'
import { FileButton } from '@trove/ui/inputs/file-button'
import { formatMeasured } from '@trove/units/bytes'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { fetchTelling, type Sent } from '../../../lib/calls/sending.ts'
import classes from '../code.module.css'

type Archive = { file: File; notes: string }

function useUpload(ensureId: () => Promise<string>, onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [sent, setSent] = useState<Sent>()
  const stopping = useRef<AbortController>(undefined)
  const upload = useMutation({
    mutationFn: async ({ file, notes }: Archive) => {
      const stop = new AbortController()
      stopping.current = stop
      setSent({ bytes: 0, all: file.size, bytesPerSecond: 0 })
      const body = new FormData()
      body.append('notes', notes)
      body.append('file', file)
      const input = { params: { id: await ensureId() }, body } as never
      try {
        return await api(uploadArchive, input, { signal: stop.signal, fetch: fetchTelling(setSent) })
      } catch (error) {
        // Whoever cancelled it knows; nothing failed.
        if (stop.signal.aborted) return undefined
        throw error
      }
    },
    onSuccess: (version) => {
      if (!version) return notify('success', t('code.form.uploadCancelled'))
      onDone()
      notify('success', t('code.form.uploaded', { number: version.number }))
    },
    onSettled: async () => {
      setSent(undefined)
      // Also of an answer that never came: the server may have taken the version all the same.
      await client.invalidateQueries({ queryKey: ['code', 'work'] })
    },
  })
  return { upload, sent, cancel: () => stopping.current?.abort() }
}

/** How much is sent and how fast. Once all is, the server reads it, and whether it takes it is no longer for the person to say. */
function Sending({ sent: { bytes, all, bytesPerSecond }, onCancel }: { sent: Sent; onCancel: () => void }) {
  const { t } = useTranslation()
  const isSent = bytes >= all && all > 0
  const figures = { sent: formatMeasured(bytes), all: formatMeasured(all), speed: formatMeasured(bytesPerSecond) }
  return (
    <div className={classes.sending}>
      <Progress value={all > 0 ? (100 * bytes) / all : 0} aria-label={t('code.form.upload')} animated={isSent} />
      <div className={classes.row}>
        <span className={classes.quiet}>{isSent ? t('code.form.checking') : t('code.form.sending', figures)}</span>
        {!isSent && (
          <Button variant="subtle" size="compact-sm" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}

type UploadProps = { ensureId: () => Promise<string>; notes: string; onDone: () => void }

/** Sends an archive or bundle, says how far it is, and can stop. */
export function ArchiveUpload({ ensureId, notes, onDone }: UploadProps) {
  const { t } = useTranslation()
  const { upload, sent, cancel } = useUpload(ensureId, onDone)
  if (sent) return <Sending sent={sent} onCancel={cancel} />
  return (
    <FileButton onChange={(file) => file && upload.mutate({ file, notes })} accept=".zip,.tar,.gz,.tgz,.bundle">
      {(props) => (
        <Button variant="default" leftSection={<UploadIcon size={18} />} {...props}>
          {t('code.form.upload')}
        </Button>
      )}
    </FileButton>
  )
}

import { Button, FileButton, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { VERSION_NOTES_MAX } from '@trove/contract/code/shapes'
import { createCodeToken } from '@trove/contract/code/vault'
import { uploadArchive } from '@trove/contract/code/works'
import { UploadIcon } from '@trove/ui/icons/actions'
import { FormSection } from '@trove/ui/layout/form-section'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { Command, gitAddress } from '../clone.tsx'
import classes from '../code.module.css'
import { Versions } from '../detail/work-parts.tsx'
import { useWork } from '../queries.ts'

type SourceProps = { id: string | undefined; ensureId: () => Promise<string>; children: ReactNode }

function useUpload(ensureId: SourceProps['ensureId']) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ file, notes }: { file: File; notes: string }) => {
      const body = new FormData()
      body.append('notes', notes)
      body.append('file', file)
      return api(uploadArchive, { params: { id: await ensureId() }, body } as never)
    },
    onSuccess: async ({ number }) => {
      notify('success', t('code.form.uploaded', { number }))
      await client.invalidateQueries({ queryKey: ['code', 'work'] })
    },
  })
}

function Push({ ensureId }: Pick<SourceProps, 'ensureId'>) {
  const { t } = useTranslation()
  const make = useMutation({
    mutationFn: async () => api(createCodeToken, { params: { id: await ensureId() }, body: { right: 'push' } }),
  })
  if (make.data)
    return (
      <div className={classes.stack}>
        <p className={classes.quiet}>{t('code.form.pushText')}</p>
        <Command text={`git push ${gitAddress(make.data)} HEAD:main`} />
      </div>
    )
  return (
    <Button variant="default" onClick={() => make.mutate()} loading={make.isPending}>
      {t('code.form.push')}
    </Button>
  )
}

/** The source as an archive or a push, and the versions that are there. */
export function SourceFields({ id, ensureId, children }: SourceProps) {
  const { t } = useTranslation()
  const [notes, setNotes] = useState('')
  const upload = useUpload(ensureId)
  const versions = useWork(id ?? '').data?.versions ?? []
  const send = (file: File | null) => file && upload.mutate({ file, notes }, { onSuccess: () => setNotes('') })
  return (
    <FormSection title={t('code.form.source')} help={t('code.form.sourceHelp')}>
      <Textarea
        label={t('code.form.notes')}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
        maxLength={VERSION_NOTES_MAX}
        autosize
        minRows={2}
      />
      <div className={classes.row}>
        <FileButton onChange={send} accept=".zip,.tar,.gz,.tgz,.bundle">
          {(props) => (
            <Button variant="default" leftSection={<UploadIcon size={18} />} loading={upload.isPending} {...props}>
              {t('code.form.upload')}
            </Button>
          )}
        </FileButton>
        <Push ensureId={ensureId} />
      </div>
      <Versions versions={versions} />
      {children}
    </FormSection>
  )
}

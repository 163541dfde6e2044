import { Button, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { VERSION_NOTES_MAX } from '@trove/contract/code/shapes'
import { createCodeToken } from '@trove/contract/code/vault'
import { importSource } from '@trove/contract/code/works'
import { FormSection } from '@trove/ui/layout/form-section'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { notify } from '../../../lib/calls/notify.ts'
import { ReasonButton } from '../../../lib/shown/reason-button.tsx'
import { Command, gitAddress } from '../clone.tsx'
import classes from '../code.module.css'
import { Versions } from '../detail/work-parts.tsx'
import { useWork } from '../queries.ts'
import { Tokens } from '../tokens.tsx'
import { ArchiveUpload } from './archive-upload.tsx'

type SourceProps = { id: string | undefined; ensureId: () => Promise<string>; children: ReactNode }

/** Takes the source out of a public repository. */
function Import({ ensureId, notes, onDone }: Pick<SourceProps, 'ensureId'> & { notes: string; onDone: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [address, setAddress] = useState('')
  const take = useMutation({
    mutationFn: async () => api(importSource, { params: { id: await ensureId() }, body: { address, notes } }),
    onSuccess: ({ number }) => {
      setAddress('')
      onDone()
      notify('success', t('code.form.uploaded', { number }))
    },
    // Also of an answer that never came: the server may have taken the version all the same.
    onSettled: () => client.invalidateQueries({ queryKey: ['code', 'work'] }),
  })
  return (
    <div className={classes.stack}>
      <TextInput
        label={t('code.form.importFrom')}
        description={t('code.form.importHelp')}
        value={address}
        inputMode="url"
        maxLength={300}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <div>
        <ReasonButton
          variant="default"
          onClick={() => take.mutate()}
          loading={take.isPending}
          reason={address.trim() === '' ? t('reasons.empty') : undefined}
        >
          {t('code.form.import')}
        </ReasonButton>
      </div>
    </div>
  )
}

function Push({ ensureId }: Pick<SourceProps, 'ensureId'>) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const make = useMutation({
    mutationFn: async () => api(createCodeToken, { params: { id: await ensureId() }, body: { right: 'push' } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['code', 'tokens'] }),
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
  const versions = useWork(id ?? '').data?.versions ?? []
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
        <ArchiveUpload ensureId={ensureId} notes={notes} onDone={() => setNotes('')} />
        <Push ensureId={ensureId} />
      </div>
      {id && <Tokens workId={id} />}
      <Import ensureId={ensureId} notes={notes} onDone={() => setNotes('')} />
      <Versions versions={versions} />
      {children}
    </FormSection>
  )
}

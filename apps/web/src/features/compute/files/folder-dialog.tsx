import { TextInput } from '@mantine/core'
import { isFileName } from '@trove/contract/compute/machine/files'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/calls/notify.ts'
import { ReasonButton } from '../../../lib/shown/reason-button.tsx'
import classes from './files.module.css'
import type { useChanges } from './use-files.ts'

type FolderDialogProps = { make: ReturnType<typeof useChanges>['make']; onClose: () => void }

/** Names a new folder. */
export function FolderDialog({ make, onClose }: FolderDialogProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const isWrong = name !== '' && !isFileName(name)
  const reason = isFileName(name) ? undefined : t(name === '' ? 'reasons.empty' : 'machineFiles.nameInvalid')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isFileName(name)) make.mutate(name, { onSuccess: onClose })
  }
  const error = isWrong ? t('machineFiles.nameInvalid') : make.error && errorText(make.error)
  return (
    <Dialog isOpen onClose={onClose} title={t('machineFiles.makeFolder')} closeLabel={t('common.close')} size="sm">
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          label={t('machineFiles.folderName')}
          value={name}
          onChange={(event) => {
            make.reset()
            setName(event.currentTarget.value)
          }}
          error={error}
          data-autofocus
        />
        <ReasonButton type="submit" reason={reason} loading={make.isPending}>
          {t('machineFiles.make')}
        </ReasonButton>
      </form>
    </Dialog>
  )
}

import { ActionIcon } from '@mantine/core'
import { SSH_KEYS_MAX } from '@trove/contract/compute/ssh-keys'
import { ConfirmDialog } from '@trove/ui/dialogs/confirm-dialog'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { RowsSkeleton } from '@trove/ui/feedback/skeletons'
import { DeleteIcon } from '@trove/ui/icons/actions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SmallFailure } from '../../../lib/calls/failure.tsx'
import { AddKeyForm } from './add-key-form.tsx'
import classes from './keys.module.css'
import { type SavedKey, useRemoveKey, useSshKeys } from './queries.ts'

type KeyListProps = { keys: readonly SavedKey[]; onRemove: (key: SavedKey) => void }

function KeyList({ keys, onRemove }: KeyListProps) {
  const { t } = useTranslation()
  if (keys.length === 0) return <p className={classes.text}>{t('sshKeys.none')}</p>
  return (
    <ul className={classes.list} aria-label={t('sshKeys.list')}>
      {keys.map((key) => (
        <li key={key.id}>
          <span className={classes.key}>
            {key.name}
            <code>{key.fingerprint}</code>
          </span>
          <ActionIcon aria-label={t('sshKeys.removeNamed', { name: key.name })} onClick={() => onRemove(key)}>
            <DeleteIcon size={18} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}

/** Asks before a key is removed, and says what becomes of it on machines that have it. */
function RemoveKey({ removing, onClose }: { removing: SavedKey | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useRemoveKey({ onSettled: onClose })
  return (
    <ConfirmDialog
      isOpen={removing !== undefined}
      onClose={onClose}
      onConfirm={() => removing && remove.mutate(removing.id)}
      title={t('sshKeys.removeTitle', { name: removing?.name ?? '' })}
      text={t('sshKeys.removeText')}
      confirmLabel={t('sshKeys.remove')}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      isDangerous
      isBusy={remove.isPending}
    />
  )
}

/** One's SSH public keys: their names and fingerprints, adding one, removing one. */
export function SshKeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { data: keys, error, refetch, isFetching } = useSshKeys()
  const [removing, setRemoving] = useState<SavedKey>()
  const isFull = keys !== undefined && keys.length >= SSH_KEYS_MAX
  return (
    <>
      <Dialog isOpen onClose={onClose} title={t('sshKeys.title')} closeLabel={t('common.close')}>
        <p className={classes.text}>{t('sshKeys.text', { most: SSH_KEYS_MAX })}</p>
        {!keys && !error && <RowsSkeleton label={t('common.loading')} count={2} />}
        {!keys && error && (
          <SmallFailure title={t('sshKeys.failed')} error={error} refetch={refetch} isBusy={isFetching} />
        )}
        {keys && <KeyList keys={keys} onRemove={setRemoving} />}
        {isFull && <p className={classes.quiet}>{t('sshKeys.full')}</p>}
        {keys && !isFull && <AddKeyForm />}
      </Dialog>
      <RemoveKey removing={removing} onClose={() => setRemoving(undefined)} />
    </>
  )
}

import { Button, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { putSshKey } from '@trove/contract/compute/routes'
import { ContractError } from '@trove/contract/errors/codes'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../lib/calls/api.ts'
import { errorText, notify, notifyError } from '../../../lib/calls/notify.ts'
import { useSshKey } from '../offer/queries.ts'
import classes from './my-compute.module.css'

/** Looks like the one line of a public key file; the server parses it for real. */
const LOOKS_PUBLIC = /^(ssh-(ed25519|rsa)|ecdsa-sha2-nistp(256|384|521)|sk-[a-z0-9-]+@openssh\.com) [A-Za-z0-9+/=]{40,}/
const LOOKS_PRIVATE = /-----BEGIN|PuTTY-User-Key-File/

type KeyError = 'compute.ssh-key-invalid' | 'compute.ssh-key-private' | 'empty'

/** Why a pasted text cannot be a public key, before anything is sent; a private key never leaves the page. */
export function keyErrorOf(text: string): KeyError | undefined {
  if (LOOKS_PRIVATE.test(text)) return 'compute.ssh-key-private'
  if (text.trim() === '') return 'empty'
  return LOOKS_PUBLIC.test(text.trim()) ? undefined : 'compute.ssh-key-invalid'
}

/** Saves or removes the key; `tell` hears what is wrong with it, or that it is saved. */
function useSave(tell: (words?: string) => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (publicKey: string | null) => api(putSshKey, { body: { publicKey } }),
    meta: { isHandled: true },
    onSuccess: (key) => {
      client.setQueryData(['compute', 'ssh-key'], key)
      notify('success', t(key.publicKey ? 'machines.key.saved' : 'machines.key.removed'))
      tell()
    },
    onError: (failure) => {
      if (failure instanceof ContractError) tell(errorText(failure))
      else notifyError(failure)
    },
  })
}

type KeyFieldProps = { value: string; onChange: (text: string) => void; error: string | undefined }

function KeyField({ value, onChange, error }: KeyFieldProps) {
  const { t } = useTranslation()
  return (
    <Textarea
      label={t('machines.key.field')}
      description={t('machines.key.help')}
      placeholder={t('machines.key.placeholder')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      rows={4}
      maxLength={4000}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      styles={{ input: { fontFamily: 'var(--mono)' } }}
    />
  )
}

/** One's SSH public key: paste, see its fingerprint, remove it. */
export function SshKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { data: current } = useSshKey()
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const tell = (words?: string) => {
    if (words === undefined) setText('')
    setError(words)
  }
  const write = (next: string) => {
    setText(next)
    setError(undefined)
  }
  const save = useSave(tell)
  const submit = () => {
    const code = keyErrorOf(text)
    if (code === undefined) return save.mutate(text.trim())
    setError(code === 'empty' ? t('machines.key.empty') : errorText(new ContractError(code)))
    if (code === 'compute.ssh-key-private') setText('')
  }
  const footer = (
    <>
      {current?.publicKey && (
        <Button variant="default" onClick={() => save.mutate(null)} disabled={save.isPending}>
          {t('machines.key.remove')}
        </Button>
      )}
      <Button onClick={submit} loading={save.isPending}>
        {t('common.save')}
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} title={t('machines.key.title')} closeLabel={t('common.close')} footer={footer}>
      <p className={classes.keyText}>{t('machines.key.text')}</p>
      <p className={classes.fingerprint}>
        <small className={classes.quiet}>{t('machines.key.current')}</small>
        {current?.fingerprint ? <code>{current.fingerprint}</code> : <span>{t('machines.key.none')}</span>}
      </p>
      <KeyField value={text} onChange={write} error={error} />
    </Dialog>
  )
}

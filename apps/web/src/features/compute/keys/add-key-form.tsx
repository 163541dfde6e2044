import { Textarea, TextInput } from '@mantine/core'
import { SSH_KEY_LENGTH_MAX } from '@trove/contract/compute/ssh-keys'
import { ContractError } from '@trove/contract/errors/codes'
import { ActionButton } from '@trove/ui/actions/action-button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, notifyError } from '../../../lib/calls/notify.ts'
import { keyErrorOf } from './key-error.ts'
import classes from './keys.module.css'
import { useAddKey } from './queries.ts'

const EMPTY = { name: '', publicKey: '' }
type Form = typeof EMPTY
type Errors = Partial<Record<keyof Form, string>>

/** What is wrong with the form in words, before anything is sent. */
function useErrorsOf(): (form: Form) => Errors {
  const { t } = useTranslation()
  return ({ name, publicKey }) => {
    const code = keyErrorOf(publicKey)
    return {
      ...(name.trim() === '' && { name: t('sshKeys.nameMissing') }),
      ...(code && { publicKey: code === 'empty' ? t('sshKeys.empty') : errorText(new ContractError(code)) }),
    }
  }
}

function useAddKeyForm() {
  const [form, setForm] = useState(EMPTY)
  const [errors, setErrors] = useState<Errors>({})
  const errorsOf = useErrorsOf()
  const add = useAddKey({
    onDone: () => setForm(EMPTY),
    onError: (failure) => {
      if (failure instanceof ContractError) setErrors({ publicKey: errorText(failure) })
      else notifyError(failure)
    },
  })
  const submit = () => {
    const found = errorsOf(form)
    setErrors(found)
    if (Object.keys(found).length === 0) return add.mutate({ name: form.name.trim(), publicKey: form.publicKey.trim() })
    // A private key stays on the page no longer than it takes to say so.
    if (keyErrorOf(form.publicKey) === 'compute.ssh-key-private') setForm({ ...form, publicKey: '' })
  }
  const write = (change: Partial<Form>) => {
    setForm({ ...form, ...change })
    setErrors({})
  }
  return { form, errors, write, submit, isAdding: add.isPending }
}

/** Adds a key: its name, the pasted line, and what is wrong with either. */
export function AddKeyForm() {
  const { t } = useTranslation()
  const { form, errors, write, submit, isAdding } = useAddKeyForm()
  return (
    <div className={classes.form}>
      <TextInput
        label={t('sshKeys.name')}
        placeholder={t('sshKeys.namePlaceholder')}
        value={form.name}
        onChange={(event) => write({ name: event.currentTarget.value })}
        error={errors.name}
        maxLength={40}
        autoComplete="off"
      />
      <Textarea
        label={t('sshKeys.field')}
        description={t('sshKeys.help')}
        placeholder={t('sshKeys.placeholder')}
        value={form.publicKey}
        onChange={(event) => write({ publicKey: event.currentTarget.value })}
        error={errors.publicKey}
        rows={3}
        // Longer than any public key, so that a pasted private one is seen for what it is.
        maxLength={4 * SSH_KEY_LENGTH_MAX}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mono)' } }}
      />
      <div>
        <ActionButton action={{ label: t('sshKeys.add'), onClick: submit, isBusy: isAdding }} />
      </div>
    </div>
  )
}

import { Button, Textarea } from '@mantine/core'
import { vaultKeyOf } from '@trove/stored-file/vault'
import { PasswordField } from '@trove/ui/inputs/password-field'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notifyError } from '../../../lib/calls/notify.ts'
import { readSession } from '../../../lib/session/session.ts'
import classes from '../styles/storage.module.css'
import { askWorker, WorkerRefusal } from '../worker/ask-worker.ts'
import { fingerprintOf, keepVaultKey } from './vault-key.ts'

type Vault = { box: string | null; fingerprint: string | null }

/** The key out of recovery words; undefined when they are none, or another vault's. */
async function keyOfWords(words: string, fingerprint: string | null) {
  try {
    const key = vaultKeyOf(words)
    return (await fingerprintOf(key)) === fingerprint ? key : undefined
  } catch {
    return undefined
  }
}

function useUnlock({ box, fingerprint }: Vault) {
  const { t } = useTranslation()
  const [hasWords, setHasWords] = useState(false)
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    try {
      const key = hasWords
        ? await keyOfWords(text, fingerprint)
        : await askWorker('unbox', { box: box!, passphrase: text })
      if (key) keepVaultKey(readSession().user!.userId, key)
      else setFault(t('storage.vault.wordsWrong'))
    } catch (error) {
      if (error instanceof WorkerRefusal && error.isWrong) setFault(t('storage.vault.passphraseWrong'))
      else notifyError(error)
    } finally {
      setBusy(false)
    }
  }
  const change = (next: string) => {
    setText(next)
    setFault(undefined)
  }
  const swap = () => {
    setHasWords(!hasWords)
    change('')
  }
  return { hasWords, swap, text, change, fault, isBusy, open }
}

function Buttons({ model }: { model: ReturnType<typeof useUnlock> }) {
  const { t } = useTranslation()
  return (
    <div className={classes.actions}>
      <Button type="submit" loading={model.isBusy}>
        {t('storage.vault.open')}
      </Button>
      <Button variant="subtle" onClick={model.swap}>
        {t(model.hasWords ? 'storage.vault.byPassphrase' : 'storage.vault.byWords')}
      </Button>
    </div>
  )
}

/** Opens the vault with the passphrase, or with the recovery words. */
export function UnlockVault({ vault }: { vault: Vault }) {
  const { t } = useTranslation()
  const model = useUnlock(vault)
  const field = {
    value: model.text,
    error: model.fault,
    disabled: model.isBusy,
    autoComplete: 'off',
    withAsterisk: true,
  }
  return (
    <form
      noValidate
      className={classes.panel}
      onSubmit={(event) => {
        event.preventDefault()
        if (model.text.trim() !== '') void model.open()
      }}
    >
      <h2 className={classes.heading}>{t('storage.vault.locked')}</h2>
      <p className={classes.quiet}>{t('storage.vault.lockedText')}</p>
      {model.hasWords ? (
        <Textarea
          {...field}
          label={t('storage.vault.words')}
          rows={3}
          onChange={(event) => model.change(event.currentTarget.value)}
        />
      ) : (
        <PasswordField
          {...field}
          showLabel={t('common.showPassword')}
          label={t('storage.vault.passphrase')}
          onChange={(event) => model.change(event.currentTarget.value)}
        />
      )}
      <Buttons model={model} />
    </form>
  )
}

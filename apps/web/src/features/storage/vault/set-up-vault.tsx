import { Button, Checkbox, TextInput } from '@mantine/core'
import { PASSPHRASE_LETTERS_MIN } from '@trove/contract/storage/vault'
import { CopyButton } from '@trove/ui/actions/copy-button'
import { OutcomeNote } from '@trove/ui/feedback/outcome-note'
import { PasswordField } from '@trove/ui/inputs/password-field'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/calls/notify.ts'
import classes from '../styles/storage.module.css'
import { ASKED_WORDS, useSetUpVault } from './use-set-up-vault.ts'

type Model = ReturnType<typeof useSetUpVault>

function Passphrase({ model }: { model: Model }) {
  const { t } = useTranslation()
  return (
    <>
      <OutcomeNote kind="warning" title={t('storage.vault.warning')} text={t('storage.vault.warningText')} />
      <PasswordField
        showLabel={t('common.showPassword')}
        label={t('storage.vault.passphrase')}
        description={t('storage.vault.passphraseHelp', { count: PASSPHRASE_LETTERS_MIN })}
        value={model.passphrase}
        onChange={(event) => model.changePassphrase(event.currentTarget.value)}
        onBlur={() => model.leave('passphrase')}
        error={model.faults.passphrase}
        autoComplete="new-password"
        withAsterisk
      />
      <PasswordField
        showLabel={t('common.showPassword')}
        label={t('storage.vault.again')}
        value={model.again}
        onChange={(event) => model.changeAgain(event.currentTarget.value)}
        onBlur={() => model.leave('again')}
        error={model.faults.again}
        autoComplete="new-password"
        withAsterisk
      />
      <Checkbox
        label={t('storage.vault.understood')}
        checked={model.isUnderstood}
        onChange={(event) => model.understand(event.currentTarget.checked)}
        error={model.faults.understood}
      />
    </>
  )
}

function Words({ words }: { words: string[] }) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('storage.vault.writeDown')}</p>
      <ol className={classes.words} data-words>
        {words.map((word, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a word may come twice, and its place is what counts
          <li key={i}>{word}</li>
        ))}
      </ol>
      <div className={classes.actions}>
        <CopyButton
          isWide
          value={words.join(' ')}
          label={t('storage.vault.copyWords')}
          copiedLabel={t('common.copied')}
          onCopied={(isCopied) => isCopied && notify('success', t('common.copied'))}
        />
      </div>
      <p className={classes.quiet}>{t('storage.vault.copyText')}</p>
    </>
  )
}

function Confirm({ model }: { model: Model }) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('storage.vault.confirmWords', { count: ASKED_WORDS })}</p>
      {model.asked.map((place, i) => (
        <TextInput
          key={place}
          label={t('storage.vault.wordNumber', { number: place + 1 })}
          value={model.typed[i] ?? ''}
          onChange={(event) => model.type(i, event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          withAsterisk
        />
      ))}
      {model.faults.words && <OutcomeNote kind="error" title={model.faults.words} />}
    </>
  )
}

/** Sets the vault up: a passphrase, the recovery words, and some of them typed in again. `onSend` learns the fingerprint before it is sent. */
export function SetUpVault({ onSend }: { onSend: (fingerprint: string) => void }) {
  const { t } = useTranslation()
  const model = useSetUpVault(onSend)
  return (
    <form
      noValidate
      className={classes.panel}
      onSubmit={(event) => {
        event.preventDefault()
        model.next()
      }}
    >
      <h2 className={classes.heading}>{t('storage.vault.setUp')}</h2>
      <p className={classes.quiet}>{t('storage.vault.setUpText')}</p>
      {model.step === 'passphrase' && <Passphrase model={model} />}
      {model.step === 'words' && <Words words={model.words} />}
      {model.step === 'confirm' && <Confirm model={model} />}
      <div className={classes.actions}>
        <Button type="submit" loading={model.isBusy}>
          {t(model.step === 'confirm' ? 'storage.vault.finish' : 'storage.vault.next')}
        </Button>
        {model.step === 'confirm' && (
          <Button variant="subtle" onClick={model.back} disabled={model.isBusy}>
            {t('storage.vault.showAgain')}
          </Button>
        )}
      </div>
    </form>
  )
}

import { Button } from '@mantine/core'
import { findAccount } from '@trove/chain-client/base/account'
import { WaitingNote } from '@trove/ui/feedback/waiting-note'
import { UploadIcon } from '@trove/ui/icons/actions'
import { FileIcon } from '@trove/ui/icons/facts'
import { FileButton } from '@trove/ui/inputs/file-button'
import { PasswordField } from '@trove/ui/inputs/password-field'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { shortAddress } from '../../../signing/short-address.ts'
import classes from './chain.module.css'
import type { useImportKeystore } from './use-import-keystore.ts'

type Model = ReturnType<typeof useImportKeystore>

function ChooseFile({ model, errorId }: { model: Model; errorId: string }) {
  const { t } = useTranslation()
  const { chosen, fileError } = model
  const address = chosen?.keystore && findAccount(chosen.keystore.address)?.address
  return (
    <section
      className={classes.file}
      data-error={fileError ? true : undefined}
      aria-label={t('chainWallet.keystore.file')}
    >
      <FileIcon size={24} />
      <div className={classes.words}>
        <strong>{chosen?.keystore?.meta.name ?? chosen?.fileName ?? t('chainWallet.keystore.file')}</strong>
        {address && (
          <code className={classes.short} title={address}>
            {shortAddress(address)}
          </code>
        )}
        {fileError && (
          <p className={classes.fault} role="alert" id={errorId}>
            {fileError}
          </p>
        )}
      </div>
      <FileButton
        onChange={model.choose}
        accept="application/json,.json"
        inputProps={{ 'aria-label': t('chainWallet.keystore.file') }}
      >
        {(props) => (
          <Button
            variant="default"
            leftSection={<UploadIcon size={16} />}
            disabled={model.isUnlocking}
            aria-describedby={fileError ? errorId : undefined}
            {...props}
          >
            {t(chosen ? 'chainWallet.keystore.otherFile' : 'chainWallet.keystore.chooseFile')}
          </Button>
        )}
      </FileButton>
    </section>
  )
}

/** The form that imports a keystore; its submit button stands in the dialog's foot. */
export function ImportKeystore({ formId, model }: { formId: string; model: Model }) {
  const { t } = useTranslation()
  const errorId = useId()
  return (
    <form
      id={formId}
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        model.confirm()
      }}
    >
      <p className={classes.lead}>{t('chainWallet.keystore.lead')}</p>
      <ChooseFile model={model} errorId={errorId} />
      <PasswordField
        showLabel={t('common.showPassword')}
        label={t('chainWallet.keystore.password')}
        description={t('chainWallet.keystore.passwordHelp')}
        value={model.password}
        onChange={(event) => model.changePassword(event.currentTarget.value)}
        error={model.passwordError}
        disabled={model.isUnlocking}
        autoComplete="off"
        withAsterisk
      />
      {model.isUnlocking && <WaitingNote text={t('chainWallet.keystore.unlocking')} />}
    </form>
  )
}

import { TextInput } from '@mantine/core'
import { SMS_RESEND_SECONDS } from '@trove/contract/identity/routes'
import { CountdownButton } from '@trove/ui/actions/countdown-button'
import { useTranslation } from 'react-i18next'
import classes from './login.module.css'

type CodeFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** Sends the code; true when it is on its way. */
  onSend: () => Promise<boolean>
  error?: string | undefined
}

/** A code field with the button that sends the code. */
export function CodeField({ label, value, onChange, onSend, error }: CodeFieldProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.codeRowLow}>
      <TextInput
        label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, ''))}
        placeholder={t('login.codePlaceholder')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        error={error}
        size="md"
        className={classes.code}
      />
      <CountdownButton
        label={t('login.getCode')}
        countingLabel={(seconds) => t('login.resendIn', { seconds })}
        onPress={onSend}
        seconds={SMS_RESEND_SECONDS}
        size="md"
      />
    </div>
  )
}

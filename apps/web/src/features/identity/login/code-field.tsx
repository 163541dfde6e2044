import { TextInput } from '@mantine/core'
import { SMS_RESEND_SECONDS } from '@trove/contract/identity/routes'
import { CountdownButton } from '@trove/ui/actions/countdown-button'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './login.module.css'
import { useSendCode } from './use-send-code.ts'

type CodeFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  /** Sends the code; true when it is on its way. What it throws is said here. */
  onSend: () => Promise<boolean>
  error?: string | undefined
}

/** A code field with the button that sends the code. Why none was sent stays below until the next press. */
export function CodeField({ label, value, onChange, onSend, error }: CodeFieldProps) {
  const { t } = useTranslation()
  const { press, refusal } = useSendCode(onSend)
  const withButton = (input: ReactNode) => (
    <div className={classes.codeRow}>
      {input}
      <CountdownButton
        label={t('login.getCode')}
        countingLabel={(seconds) => t('login.resendIn', { seconds })}
        onPress={press}
        seconds={SMS_RESEND_SECONDS}
        size="md"
      />
    </div>
  )
  return (
    <TextInput
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, ''))}
      placeholder={t('login.codePlaceholder')}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      error={refusal ?? error}
      size="md"
      classNames={{ wrapper: classes.code ?? '' }}
      inputContainer={withButton}
    />
  )
}

import { TextInput } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { SMS_RESEND_SECONDS } from '@trove/contract/identity/routes'
import { CountdownButton } from '@trove/ui/actions/countdown-button'
import { type FocusEventHandler, type ReactNode, type Ref, useEffect, useRef } from 'react'
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
  name?: string
  onBlur?: FocusEventHandler
  ref?: Ref<HTMLInputElement>
}

/**
 * A code field with the button that sends the code; once it is on its way the field has the focus. Why none was sent is said below the
 * field and stays there until the next press, or until something is wrong with what was typed.
 */
export function CodeField({ onSend, onChange, error, ref, ...field }: CodeFieldProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const { press, refusal, forget } = useSendCode(async () => {
    const isSent = await onSend()
    if (isSent) input.current?.focus()
    return isSent
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is wrong now is news, whatever was refused before
  useEffect(() => {
    if (error) forget()
  }, [error])
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
      {...field}
      ref={useMergedRef(input, ref)}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, ''))}
      placeholder={t('login.codePlaceholder')}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      error={refusal ?? error}
      errorProps={{ role: 'alert' }}
      size="md"
      classNames={{ wrapper: classes.code ?? '' }}
      inputContainer={withButton}
    />
  )
}

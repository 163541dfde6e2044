import { Anchor, Button, Checkbox, TextInput } from '@mantine/core'
import { SMS_RESEND_SECONDS } from '@trove/contract/identity/routes'
import { CountdownButton } from '@trove/ui/actions/countdown-button'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useSiteInfo } from '../../../lib/calls/site-info.ts'
import { AgreementDialog } from './agreement-dialog.tsx'
import classes from './login.module.css'
import { useLogin } from './use-login.ts'

const SliderDialog = lazy(() => import('./slider-dialog.tsx'))

type FieldProps = Pick<ReturnType<typeof useLogin>, 'form' | 'rules'>

function MobileField({ form, rules, isFocused }: FieldProps & { isFocused: boolean | undefined }) {
  const { t } = useTranslation()
  const { errors } = form.formState
  return (
    <Controller
      control={form.control}
      name="mobile"
      rules={rules.mobile}
      render={({ field }) => (
        <TextInput
          {...field}
          onChange={(event) => field.onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, 11))}
          label={t('login.phone')}
          placeholder={t('login.phonePlaceholder')}
          data-autofocus={isFocused || undefined}
          inputMode="numeric"
          autoComplete="tel-national"
          error={errors.mobile?.message}
          size="md"
        />
      )}
    />
  )
}

/** The code from the phone, and having it sent. */
function CodeRow({ form, rules, sending }: Pick<ReturnType<typeof useLogin>, 'form' | 'rules' | 'sending'>) {
  const { t } = useTranslation()
  const { errors } = form.formState
  return (
    <div className={classes.codeRow}>
      <TextInput
        {...form.register('smsCode', rules.smsCode)}
        label={t('login.code')}
        placeholder={t('login.codePlaceholder')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        error={sending.refusal ?? errors.smsCode?.message}
        size="md"
        className={classes.code}
      />
      <div className={classes.countdown}>
        <CountdownButton
          label={t('login.getCode')}
          countingLabel={(seconds) => t('login.resendIn', { seconds })}
          onPress={sending.press}
          seconds={SMS_RESEND_SECONDS}
          size="md"
        />
      </div>
    </div>
  )
}

function Agreement({ form, rules, onRead }: FieldProps & { onRead: () => void }) {
  const { t } = useTranslation()
  const { errors } = form.formState
  return (
    <Checkbox
      {...form.register('isAgreed', rules.isAgreed)}
      error={errors.isAgreed?.message}
      label={
        <>
          {t('login.agree')}{' '}
          <Anchor inherit ta="start" component="button" type="button" onClick={onRead}>
            {t('login.agreement')}
          </Anchor>
        </>
      }
    />
  )
}

/** Phone, code, agreement and the sign-in button: on the login page, and in the sign-in dialog with the focus in it (`isFocused`). */
export function LoginForm({ onDone, isFocused }: { onDone: (hasTags: boolean) => void; isFocused?: boolean }) {
  const { t } = useTranslation()
  const { form, rules, sending, submit, slider, isBusy } = useLogin(onDone)
  const [isReading, setReading] = useState(false)
  const site = useSiteInfo()
  const { setFocus } = form
  useEffect(() => {
    if (isFocused) setFocus('mobile')
  }, [isFocused, setFocus])
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <MobileField form={form} rules={rules} isFocused={isFocused} />
      <CodeRow form={form} rules={rules} sending={sending} />
      <Agreement form={form} rules={rules} onRead={() => setReading(true)} />
      <Button type="submit" size="md" fullWidth loading={isBusy}>
        {t('login.submit')}
      </Button>
      {site?.isEmbedded && (
        <Anchor href="/dev/outbox" target="_blank" rel="noreferrer" className={classes.outbox}>
          {t('login.outbox')}
        </Anchor>
      )}
      <AgreementDialog isOpen={isReading} onClose={() => setReading(false)} />
      <Suspense fallback={null}>{slider.isOpen && <SliderDialog onAnswer={slider.answer} />}</Suspense>
    </form>
  )
}

import { Anchor, Button, Checkbox, TextInput } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useSiteInfo } from '../../../lib/calls/site-info.ts'
import { AgreementDialog } from './agreement-dialog.tsx'
import { CodeField } from './code-field.tsx'
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

function SmsCodeField({ form, rules, sendCode }: FieldProps & Pick<ReturnType<typeof useLogin>, 'sendCode'>) {
  const { t } = useTranslation()
  const { errors } = form.formState
  return (
    <Controller
      control={form.control}
      name="smsCode"
      rules={rules.smsCode}
      render={({ field }) => (
        <CodeField {...field} label={t('login.code')} onSend={sendCode} error={errors.smsCode?.message} />
      )}
    />
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
  const { form, rules, sendCode, submit, slider, isBusy } = useLogin(onDone)
  const [isReading, setReading] = useState(false)
  const site = useSiteInfo()
  const { setFocus } = form
  useEffect(() => {
    if (isFocused) setFocus('mobile')
  }, [isFocused, setFocus])
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <MobileField form={form} rules={rules} isFocused={isFocused} />
      <SmsCodeField form={form} rules={rules} sendCode={sendCode} />
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

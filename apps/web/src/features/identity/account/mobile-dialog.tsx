import { Button, TextInput } from '@mantine/core'
import { MOBILE_PATTERN } from '@trove/contract/identity/routes'
import { Dialog } from '@trove/ui/dialogs/dialog'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../lib/session/session.ts'
import { lazyShown } from '../../../lib/shown/later/lazy-shown.tsx'
import { ReasonButton } from '../../../lib/shown/reason-button.tsx'
import { CodeField } from '../login/code-field.tsx'
import classes from '../login/login.module.css'
import { useChangeMobile, useConfirming } from './use-account.ts'

const SliderDialog = lazyShown(() => import('../login/slider-dialog.tsx'))

type Form = Record<'mobile' | 'smsCode' | 'newSmsCode', string>

function NewPhoneField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation()
  const isWrong = value.length === 11 && !MOBILE_PATTERN.test(value)
  return (
    <TextInput
      label={t('account.newPhone')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, 11))}
      placeholder={t('login.phonePlaceholder')}
      inputMode="numeric"
      autoComplete="tel-national"
      error={isWrong ? t('login.phoneInvalid') : undefined}
      size="md"
    />
  )
}

type ButtonsProps = { change: ReturnType<typeof useChangeMobile>; form: Form; onClose: () => void }

/** The first thing that is missing before the number can be changed. */
function useMissing({ mobile, smsCode, newSmsCode }: Form): string | undefined {
  const { t } = useTranslation()
  if (smsCode.length !== 6) return t('reasons.ownCode')
  if (!MOBILE_PATTERN.test(mobile)) return t('reasons.newPhone')
  return newSmsCode.length === 6 ? undefined : t('reasons.newCode')
}

function Buttons({ change, form, onClose }: ButtonsProps) {
  const { t } = useTranslation()
  const reason = useMissing(form)
  return (
    <>
      <Button variant="default" onClick={onClose} disabled={change.isPending}>
        {t('common.cancel')}
      </Button>
      <ReasonButton onClick={() => change.mutate(form)} reason={reason} loading={change.isPending}>
        {t('account.confirmChange')}
      </ReasonButton>
    </>
  )
}

/** Changes the phone number: a code from the present number, the new number, and a code from it. */
export default function MobileDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const confirming = useConfirming()
  const change = useChangeMobile(confirming, onClose)
  const [form, setForm] = useState<Form>({ mobile: '', smsCode: '', newSmsCode: '' })
  const set = (part: keyof Form) => (value: string) => setForm((before) => ({ ...before, [part]: value }))
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('account.changePhone')}
      closeLabel={t('common.close')}
      footer={<Buttons change={change} form={form} onClose={onClose} />}
      size="sm"
    >
      <div className={classes.form}>
        <p>{t('account.changePhoneText')}</p>
        <CodeField
          label={t('account.ownCode', { mobile: user?.mobile ?? '' })}
          value={form.smsCode}
          onChange={set('smsCode')}
          onSend={() => confirming.sendOwn('change-mobile')}
        />
        <NewPhoneField value={form.mobile} onChange={set('mobile')} />
        <CodeField
          label={t('account.newCode')}
          value={form.newSmsCode}
          onChange={set('newSmsCode')}
          onSend={() => confirming.sendNew(form.mobile)}
        />
      </div>
      <Suspense fallback={null}>
        {confirming.slider.isOpen && <SliderDialog onAnswer={confirming.slider.answer} />}
      </Suspense>
    </Dialog>
  )
}

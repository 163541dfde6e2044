import { ContractError, type ErrorCode } from '@trove/contract/errors/codes'
import { AGREEMENT_VERSION, MOBILE_PATTERN } from '@trove/contract/identity/routes'
import { useState } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { signIn } from '../../../lib/calls/api.ts'
import { errorText, notify, notifyError } from '../../../lib/calls/notify.ts'
import { readDevice } from '../../../lib/session/device.ts'
import { readSession } from '../../../lib/session/session.ts'
import { requestCode } from './queries.ts'
import { useSlider } from './use-slider.ts'

/** Refusals that are about the code that was typed. */
const OF_CODE: readonly ErrorCode[] = ['identity.code-wrong', 'identity.code-attempts']

type LoginForm = { mobile: string; smsCode: string; isAgreed: boolean }

/**
 * Model of signing in: phone and code with the specification's checks, the 60 s countdown, the agreement, and the slider
 * when the server asks for it. `onDone` hears whether the person has interest tags already.
 */
export function useLogin(onDone: (hasTags: boolean) => void) {
  const { t } = useTranslation()
  const form = useForm<LoginForm>({ defaultValues: { mobile: '', smsCode: '', isAgreed: false }, mode: 'onTouched' })
  const slider = useSlider()
  const [isBusy, setBusy] = useState(false)

  const sendCode = async (): Promise<boolean> => {
    if (!(await form.trigger('mobile', { shouldFocus: true }))) return false
    const sent = await slider.run((solution) => requestCode(form.getValues('mobile'), solution))
    if (!sent) return false
    notify('success', t('login.codeSent'))
    return true
  }

  const sayWhatIsMissing = ({ mobile, smsCode, isAgreed }: FieldErrors<LoginForm>) => {
    if (isAgreed && !mobile && !smsCode) notify('warning', t('login.agreeFirst'))
  }
  const submit = form.handleSubmit(async ({ mobile, smsCode }) => {
    setBusy(true)
    try {
      const device = readDevice()
      await slider.run((solution) =>
        signIn({ mobile, smsCode, device, slider: solution, agreement: AGREEMENT_VERSION }),
      )
      const { state, user } = readSession()
      if (state !== 'signed-in') return
      notify('success', t('login.success'))
      onDone((user?.sysDictVOList.length ?? 0) > 0)
    } catch (error) {
      notifyError(error)
      if (error instanceof ContractError && OF_CODE.includes(error.code))
        form.setError('smsCode', { message: errorText(error) }, { shouldFocus: true })
    } finally {
      setBusy(false)
    }
  }, sayWhatIsMissing)

  const rules = {
    mobile: {
      required: t('login.phoneRequired'),
      pattern: { value: MOBILE_PATTERN, message: t('login.phoneInvalid') },
    },
    smsCode: { required: t('login.codeRequired') },
    isAgreed: { required: t('login.agreeFirst') },
  }
  return { form, rules, sendCode, submit, slider, isBusy }
}

import { ContractError } from '@trove/contract/errors'
import { AGREEMENT_VERSION, MOBILE_PATTERN } from '@trove/contract/identity'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { signIn } from '../../lib/api.ts'
import { readDevice } from '../../lib/device.ts'
import { notify, notifyError } from '../../lib/notify.ts'
import { readSession } from '../../lib/session.ts'
import { requestCode } from './queries.ts'

type LoginForm = { mobile: string; smsCode: string; isAgreed: boolean }
type Waiting = 'code' | 'sign-in'

/** Asks for the slider puzzle when the server wants one, and goes on with what was waiting for it. */
function useSlider() {
  const [waiting, setWaiting] = useState<{ for: Waiting; resolve: (answer: string | undefined) => void }>()
  const ask = (what: Waiting) => new Promise<string | undefined>((resolve) => setWaiting({ for: what, resolve }))
  const answer = (solution: string | undefined) => {
    waiting?.resolve(solution)
    setWaiting(undefined)
  }
  return { isOpen: waiting !== undefined, ask, answer }
}

/** Runs an action; when the server wants the slider first, asks for it and runs the action once more. */
async function withSlider<T>(
  ask: () => Promise<string | undefined>,
  run: (slider?: string) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ContractError) || error.code !== 'identity.slider-required') throw error
    const solution = await ask()
    return solution === undefined ? undefined : run(solution)
  }
}

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
    try {
      const sent = await withSlider(
        () => slider.ask('code'),
        (solution) => requestCode(form.getValues('mobile'), solution),
      )
      if (!sent) return false
      notify('success', t('login.codeSent'))
      form.setFocus('smsCode')
      return true
    } catch (error) {
      notifyError(error)
      return false
    }
  }

  const submit = form.handleSubmit(async ({ mobile, smsCode, isAgreed }) => {
    if (!isAgreed) return notify('warning', t('login.agreeFirst'))
    setBusy(true)
    try {
      const device = readDevice()
      await withSlider(
        () => slider.ask('sign-in'),
        (solution) => signIn({ mobile, smsCode, device, slider: solution, agreement: AGREEMENT_VERSION }),
      )
      const { state, user } = readSession()
      if (state !== 'signed-in') return
      notify('success', t('login.success'))
      onDone((user?.sysDictVOList.length ?? 0) > 0)
    } catch (error) {
      notifyError(error)
    } finally {
      setBusy(false)
    }
  })

  const rules = {
    mobile: {
      required: t('login.phoneRequired'),
      pattern: { value: MOBILE_PATTERN, message: t('login.phoneInvalid') },
    },
    smsCode: { required: t('login.codeRequired') },
  }
  return { form, rules, sendCode, submit, slider, isBusy }
}

import { CERTIFICATION_CONSENT } from '@trove/contract/certification/shapes'
import { ContractError } from '@trove/contract/errors/codes'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/addresses/paths.ts'
import { errorText, notify } from '../../lib/calls/notify.ts'
import { useSession } from '../../lib/session/session.ts'
import { checkForm, type FormErrors, type FormField } from './form-check.ts'
import { keptTyped } from './kept-typed.ts'
import { keptLabels, toWire } from './labels.ts'
import { type KeptForm, useApply } from './queries.ts'
import { useLabels } from './use-labels.ts'
import { usePapers } from './use-papers.ts'

/**
 * Model of the certification form: what was kept, what is typed, and where it goes (decision 1). `onSent` is called when it was
 * taken, before the way to the next page begins.
 */
export function useCertificationForm(kept: KeptForm | null, onSent: () => void) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { user } = useSession()
  const labels = useLabels(kept)
  const [typed] = useState(() => keptTyped.read())
  const papers = usePapers(typed?.papers ?? kept?.papers ?? [])
  const [texts, setTexts] = useState({
    realName: typed?.realName ?? kept?.realName ?? user?.realName ?? '',
    identity: typed?.identity ?? kept?.identity.value ?? '',
    workExp: typed?.workExp ?? kept?.workExp.value ?? '',
  })
  useEffect(() => keptTyped.keep(texts, papers.papers), [texts, papers.papers])
  const [isAgreed, setAgreed] = useState(false)
  const [errors, setErrors] = useState<FormErrors>({})
  // The avatar of now shows and goes: whoever changes it in the form sees the new one.
  const [keptHead] = useState(user?.headImgUrl)
  const head =
    user?.headImgUrl && user.headImgUrl !== keptHead ? user.headImgUrl : (kept?.realHeadImgUrl ?? user?.headImgUrl)
  const apply = useApply(() => {
    onSent()
    keptLabels.drop()
    keptTyped.drop()
    notify('success', t('certification.form.sent'))
    navigate(paths.personalCenter(), { replace: true })
  })
  const clear = (field: FormField) => setErrors(({ [field]: _, ...rest }) => rest)
  const valuesNow = () => ({
    ...texts,
    realHeadImgUrl: head ?? '',
    technicalLabels: toWire(labels.labels),
    certificationFiles: papers.papers.flatMap(({ type, filename }) => (filename ? [{ type, url: filename }] : [])),
    consent: isAgreed ? CERTIFICATION_CONSENT : '',
  })
  const submit = () => {
    const values = valuesNow()
    const found = checkForm(values)
    const missing = labels.missing()
    if (missing) found.technicalLabels = missing
    setErrors(found)
    apply.reset()
    if (Object.keys(found).length > 0) return notify('warning', t('certification.form.missing'))
    apply.mutate(values)
  }
  return {
    ...{ labels, papers, texts, errors, isAgreed, head, submit },
    name: user?.username ?? '',
    isBusy: apply.isPending || apply.isSuccess,
    isSending: papers.isSending,
    refusal:
      apply.error instanceof ContractError
        ? apply.error
        : apply.error && t('certification.form.failed', { reason: errorText(apply.error) }),
    type(field: keyof typeof texts, value: string): void {
      setTexts((all) => ({ ...all, [field]: value }))
      clear(field)
    },
    /** A field is checked when it is left; the others wait for their turn or for submit. */
    leave(field: keyof typeof texts): void {
      const fault = checkForm(valuesNow())[field]
      if (fault) setErrors((all) => ({ ...all, [field]: fault }))
    },
    agree(isGiven: boolean): void {
      setAgreed(isGiven)
      clear('consent')
    },
    clear,
  }
}

export type CertificationFormModel = ReturnType<typeof useCertificationForm>

import { CertificationForm } from '@trove/contract/certification/shapes'
import { faultOf } from '@trove/contract/kit/field-code'
import i18next from 'i18next'
import type { z } from 'zod'
import { wordsOfCode } from '../../lib/session/language.ts'

export type FormValues = z.input<typeof CertificationForm>
export type FormField = keyof FormValues
export type FormErrors = Partial<Record<FormField, string>>

/** What is wrong with a form, by field, in the words of the contract. Empty when it may be sent. */
export function checkForm(values: FormValues): FormErrors {
  const parsed = CertificationForm.safeParse(values, { error: (issue) => wordField(issue) })
  if (parsed.success) return {}
  const errors: FormErrors = {}
  for (const issue of parsed.error.issues) {
    const field = issue.path[0] as FormField
    const code = issue.code === 'custom' ? issue.params?.error : undefined
    errors[field] ??= (typeof code === 'string' ? wordsOfCode(code) : undefined) ?? issue.message
  }
  return errors
}

function wordField(issue: Parameters<typeof faultOf>[0]): string {
  const { code, ...limits } = faultOf(issue)
  return i18next.t(`fieldErrors.${code}`, limits)
}

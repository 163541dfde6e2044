import { zodResolver } from '@hookform/resolvers/zod'
import { ContractError } from '@trove/contract/errors'
import type { fieldErrors } from '@trove/messages/errors'
import i18next from 'i18next'
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'

/** Forms take the same schema the server parses with; texts of refused fields come from one place. */

type FieldCode = keyof typeof fieldErrors
type Issue = Parameters<z.core.$ZodErrorMap>[0]

/** Whether there are words for this complaint. */
function isFieldCode(code: string): code is FieldCode {
  return i18next.exists(`fieldErrors.${code}`)
}

function codeOf(issue: Issue): FieldCode {
  const own = issue.code === 'custom' ? (issue.params?.error as string | undefined) : undefined
  if (own && isFieldCode(own)) return own
  if (issue.input === undefined || issue.input === '' || issue.input === null) return 'required'
  const isText = 'origin' in issue && issue.origin === 'string'
  if (issue.code === 'too_small') return isText ? 'too-short' : 'too-small'
  if (issue.code === 'too_big') return isText ? 'too-long' : 'too-big'
  if (issue.code === 'invalid_type' && issue.expected === 'int') return 'not-whole'
  return 'invalid'
}

/** Words a schema's complaint in the reader's language. */
function wordIssue(issue: Issue): string {
  const { minimum, maximum } = issue as { minimum?: number | bigint; maximum?: number | bigint }
  return i18next.t(`fieldErrors.${codeOf(issue)}`, {
    minimum: String(minimum ?? ''),
    maximum: String(maximum ?? ''),
  })
}

/** A form over a contract schema: checked when a field is left and on submit, focus goes to the first refused field. */
export function useContractForm<S extends z.ZodType<FieldValues, FieldValues>>(
  schema: S,
  defaultValues: DefaultValues<z.input<S>>,
): UseFormReturn<z.input<S>, unknown, z.output<S>> {
  return useForm<z.input<S>, unknown, z.output<S>>({
    resolver: zodResolver(schema, { error: wordIssue }),
    defaultValues,
    mode: 'onTouched',
    shouldFocusError: true,
  })
}

/** Puts the server's refused fields on the form; false when the failure has none of this form's fields. */
export function showServerFields<T extends FieldValues>(form: UseFormReturn<T>, error: unknown): boolean {
  if (!(error instanceof ContractError) || !error.fields?.length) return false
  for (const field of error.fields) {
    form.setError(
      field.path as Path<T>,
      { message: isFieldCode(field.error) ? i18next.t(`fieldErrors.${field.error}`) : field.message },
      { shouldFocus: true },
    )
  }
  return true
}

import { zodResolver } from '@hookform/resolvers/zod'
import { ContractError } from '@trove/contract/errors/codes'
import { type FieldIssue, faultOf } from '@trove/contract/kit/field-code'
import i18next from 'i18next'
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'

/** Forms take the same schema the server parses with; texts of refused fields come from one place. */

/** Words a schema's complaint in the reader's language. */
function wordIssue(issue: FieldIssue): string {
  const { code, ...limits } = faultOf(issue)
  return i18next.t(`fieldErrors.${code}`, limits)
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
    form.setError(field.path as Path<T>, { message: field.message }, { shouldFocus: true })
  }
  return true
}

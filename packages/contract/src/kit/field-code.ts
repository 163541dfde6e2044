import type { z } from 'zod'

/** What may be wrong with a field of an input, for people: each has its words in both languages. */
const FIELD_CODES = [
  'required',
  'invalid',
  'too-small',
  'too-big',
  'too-short',
  'too-long',
  'too-few',
  'too-many',
  'not-whole',
  'amount',
  'unknown',
  'option',
] as const

export type FieldCode = (typeof FIELD_CODES)[number]

/** A schema's issue as the error texts get it: with the input that it is about. */
export type FieldIssue = Parameters<z.core.$ZodErrorMap>[0]

/** What is wrong with a field, and the limit it passed where it passed one. */
export type FieldFault = { code: FieldCode; minimum: string; maximum: string }

/** Whether there are words for this code. */
export function isFieldCode(code: unknown): code is FieldCode {
  return (FIELD_CODES as readonly unknown[]).includes(code)
}

/** Reads a schema's complaint for people: forms and the server say the same of the same input. */
export function faultOf(issue: FieldIssue): FieldFault {
  const { minimum = '', maximum = '' } = issue as { minimum?: number | bigint; maximum?: number | bigint }
  return { code: codeOf(issue), minimum: String(minimum), maximum: String(maximum) }
}

/** Limits of texts are in characters and of lists in entries; those of all else are values. */
const UNDER = { string: 'too-short', array: 'too-few' } as const
const OVER = { string: 'too-long', array: 'too-many' } as const

function codeOf(issue: FieldIssue): FieldCode {
  const own = issue.code === 'custom' ? issue.params?.error : undefined
  if (isFieldCode(own)) return own
  if (issue.input === undefined || issue.input === '' || issue.input === null) return 'required'
  if (issue.code === 'too_small') return UNDER[issue.origin as keyof typeof UNDER] ?? 'too-small'
  if (issue.code === 'too_big') return OVER[issue.origin as keyof typeof OVER] ?? 'too-big'
  if (issue.code === 'invalid_type' && issue.expected === 'int') return 'not-whole'
  if (issue.code === 'invalid_value' && issue.values.length > 1) return 'option'
  return issue.code === 'unrecognized_keys' ? 'unknown' : 'invalid'
}

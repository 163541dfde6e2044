import { CASE_PICTURE_STORED_BYTES, CASES_MAX } from '@trove/contract/talent/experts'
import { type FileKind, PLAIN_REFUSALS } from '../../files/module.ts'

/** Pictures of cases: drawn anew, public under an unguessable name. */
export const CASE_PICTURES: FileKind = {
  name: 'case-picture',
  folder: 'public',
  types: ['image/webp'],
  maxBytes: CASE_PICTURE_STORED_BYTES,
  // Some are on their way in or out.
  quotaBytes: 3 * CASES_MAX * CASE_PICTURE_STORED_BYTES,
  isSealed: false,
  isSweptUnused: true,
  refusals: PLAIN_REFUSALS,
}

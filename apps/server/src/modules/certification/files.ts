import { PAPER_UPLOAD_BYTES, PAPERS_MAX } from '@trove/contract/certification/shapes'
import { AVATAR_STORED_BYTES } from '@trove/contract/files/routes'
import type { FileKind } from '../files/module.ts'

const REFUSALS: FileKind['refusals'] = {
  type: 'files.not-an-image',
  tooLarge: (megabytes) => ['files.over-limit', { megabytes }],
  tooMany: (count) => ['files.too-many', { count }],
}

/**
 * Papers: pictures, drawn anew and sealed. By themselves they open to their owner alone; reviewers are let in by this module,
 * which wants a second factor and writes every reading down. What is not sent with an application in a day is deleted.
 */
export const PAPERS: FileKind = {
  name: 'certification',
  folder: 'certification',
  types: ['image/webp'],
  maxBytes: PAPER_UPLOAD_BYTES,
  picture: 'paper',
  quotaBytes: 200 * 1024 * 1024,
  // Those of an application under way, as many in exchange for them, and some that were sent by mistake.
  perFolder: 5 * PAPERS_MAX,
  isSealed: true,
  isSweptUnused: true,
  refusals: REFUSALS,
  mayRead: async ({ ownerId }, userId) => ownerId === userId,
}

/** The picture a person applied with: public under its name, as avatars are, but no later avatar replaces it. */
export const HEADS: FileKind = {
  name: 'certified-head',
  folder: 'public',
  types: ['image/webp'],
  maxBytes: AVATAR_STORED_BYTES,
  quotaBytes: 100 * AVATAR_STORED_BYTES,
  isSealed: false,
  isSweptUnused: true,
  refusals: REFUSALS,
}

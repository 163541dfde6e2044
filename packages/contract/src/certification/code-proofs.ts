import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, Nothing } from '../kit/shapes.ts'

/**
 * Proof by real code: somebody who can put a branch of a name that Trove chose into a public git repository can write to it.
 * What the repository says of its history is shown beside it, as the repository's own words.
 */

export const CODE_PROOFS_MAX = 3
/** Commits of a history that are counted; of a longer one it is said that there are more. */
export const CODE_HISTORY_MAX = 2000
/** What the branch or tag is called before its random part. */
export const CODE_BRANCH_START = 'trove-proof-'

export const CODE_PROOF_STATES = ['waiting', 'proven'] as const

/** What was found in a repository when it was proven. Dates and authors are what its commits say. */
export const ProvenCode = z.object({
  /** The repository's address, as one opens it. */
  repository: z.string(),
  commits: z.number().int(),
  /** More than were counted. */
  isMore: z.boolean(),
  authors: z.number().int(),
  firstAt: Moment,
  lastAt: Moment,
  provenAt: Moment,
})

export const CodeProof = z.object({
  id: Id,
  repository: z.string(),
  state: z.enum(CODE_PROOF_STATES),
  /** The branch or tag to be put there. */
  branch: z.string(),
  /** Null while it waits. */
  proven: ProvenCode.nullable(),
})

const CODE = '/api/manpower/certification/code'
const OF_ONE = z.object({ id: Id })

export const listCodeProofs = route({
  id: 'certification.list-code-proofs',
  method: 'GET',
  path: CODE,
  summary: 'The public repositories that one proves to write to, oldest first',
  auth: 'user',
  ok: z.array(CodeProof),
})

export const addCodeProof = route({
  id: 'certification.add-code-proof',
  method: 'POST',
  path: CODE,
  summary:
    'Name a public git repository by its https address; the answer says which branch proves that one writes to it',
  auth: 'user',
  body: z.strictObject({ repository: z.string().trim().min(1).max(300) }),
  ok: CodeProof,
  errors: [
    'certification.code-address',
    'certification.code-limit',
    'certification.code-known',
    'request.too-frequent',
  ],
})

export const checkCodeProof = route({
  id: 'certification.check-code-proof',
  method: 'POST',
  path: `${CODE}/check/{id}`,
  summary: 'Look for the branch or tag in the repository now, and count its history',
  auth: 'user',
  params: OF_ONE,
  ok: CodeProof,
  errors: [
    'resource.not-found',
    'certification.code-branch-missing',
    'certification.code-missing',
    'certification.code-unreachable',
    'certification.code-unreadable',
    'request.too-frequent',
  ],
})

export const removeCodeProof = route({
  id: 'certification.remove-code-proof',
  method: 'DELETE',
  path: `${CODE}/{id}`,
  summary: 'Take a repository back; it is shown nowhere any more',
  auth: 'user',
  params: OF_ONE,
  ok: Nothing,
  errors: ['resource.not-found'],
})

export const codeProofRoutes = [listCodeProofs, addCodeProof, checkCodeProof, removeCodeProof] as const

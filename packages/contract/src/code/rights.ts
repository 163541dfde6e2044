import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, Nothing } from '../kit/shapes.ts'

/** The certificate of a version: what the chain says of when its content was anchored, and by whom. */

export const RIGHTS_STATES = ['waiting', 'committed', 'revealed', 'earlier', 'refused'] as const

const Hash = z.string().regex(/^0x[0-9a-f]{64}$/)
/** As a node had it when it was looked at: the hash is null where it did not have the block, the time where not its state. */
const Block = z.object({ number: z.number().int(), hash: Hash.nullable(), at: Moment.nullable() })

export const Certificate = z.object({
  id: Id,
  title: z.string(),
  number: z.number().int(),
  /** The version's tree digest: SHA-256 over the files that a clone checks out. */
  contentHash: Hash,
  state: z.enum(RIGHTS_STATES),
  /** Whether the author signs by an account of their own; else the market's account anchors in the author's name. */
  isOwn: z.boolean(),
  /** Who signs or signed; null while the market's account has signed nothing yet. */
  address: z.string().nullable(),
  /** Hash of block 0 of the chain. */
  genesisHash: Hash.nullable(),
  /** BLAKE2b-256 over the account's key, the content's hash and the salt. */
  commitment: Hash.nullable(),
  /** Null until it is revealed. */
  salt: Hash.nullable(),
  /** What stands on the chain beside the content. */
  chainTitle: z.string(),
  committed: Block.nullable(),
  revealed: Block.nullable(),
  /** Whether no earlier commitment can take the content over any more. */
  isFinal: z.boolean(),
  /** An earlier commitment of the same content, by whoever made it. */
  earlier: z.object({ address: z.string(), block: z.number().int() }).nullable(),
  /**
   * What the author, who alone is shown this, has to sign next by their own account. `release` frees the deposit of a
   * commitment that came too late or was left to the market.
   */
  toSign: z
    .object({ step: z.enum(['commit', 'reveal', 'release']), account: z.string(), commitment: Hash, salt: Hash })
    .nullable(),
})

const version = z.object({ id: Id, number: z.coerce.number().int().min(1).max(1_000_000) })

export const getCertificate = route({
  id: 'code.certificate',
  method: 'GET',
  path: '/api/codemart/product/rights/{id}/{number}',
  summary: 'What the chain says of a version’s content: who anchored it first and when. It does not say who wrote it',
  auth: 'optional',
  params: version,
  ok: Certificate,
  errors: ['resource.not-found'],
})

/** The chain account by which one anchors one's works; null: the market's account does it. */
export const getRightsAccount = route({
  id: 'code.rights-account',
  method: 'GET',
  path: '/api/codemart/rights/account',
  summary: 'Which chain account anchors your works: your own, or the market’s in your name',
  auth: 'user',
  ok: z.object({ account: z.string().nullable() }),
  errors: [],
})

export const setRightsAccount = route({
  id: 'code.set-rights-account',
  method: 'PUT',
  path: '/api/codemart/rights/account',
  summary: 'Anchor your works by a chain account of your own, or with null leave it to the market’s',
  auth: 'user',
  body: z.strictObject({ account: z.string().trim().min(1).max(200).nullable() }),
  ok: Nothing,
  errors: ['chain.address-invalid', 'chain.unavailable', 'request.too-frequent'],
})

export const lookAtRights = route({
  id: 'code.look-at-rights',
  method: 'POST',
  path: '/api/codemart/product/rights/look/{id}/{number}',
  summary: 'Say that you have signed: the chain is looked at soon. What it says alone counts',
  auth: 'user',
  params: version,
  ok: Nothing,
  errors: ['resource.not-found', 'request.too-frequent', 'chain.unavailable'],
})

export const codeRightsRoutes = [getCertificate, getRightsAccount, setRightsAccount, lookAtRights] as const

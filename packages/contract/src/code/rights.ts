import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment } from '../kit/shapes.ts'

/** The certificate of a version: what the chain says of when its content was anchored, and by whom. */

export const RIGHTS_STATES = ['waiting', 'committed', 'revealed', 'earlier', 'refused'] as const

const Hash = z.string().regex(/^0x[0-9a-f]{64}$/)
const Block = z.object({ number: z.number().int(), hash: Hash, at: Moment })

export const Certificate = z.object({
  id: Id,
  title: z.string(),
  number: z.number().int(),
  /** The version's tree digest: SHA-256 over the files that a clone checks out. */
  contentHash: Hash,
  state: z.enum(RIGHTS_STATES),
  /** The account of the market, which anchors in the author's name; null while nothing is signed. */
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
})

export const getCertificate = route({
  id: 'code.certificate',
  method: 'GET',
  path: '/api/codemart/product/rights/{id}/{number}',
  summary: 'What the chain says of a version’s content: who anchored it first and when. It does not say who wrote it',
  auth: 'optional',
  params: z.object({ id: Id, number: z.coerce.number().int().min(1).max(1_000_000) }),
  ok: Certificate,
  errors: ['resource.not-found'],
})

export const codeRightsRoutes = [getCertificate] as const

import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Moment, Nothing, pageOf, paging } from '../kit/shapes.ts'
import { Licence } from './licences.ts'
import { WORK_PAGE_SIZE, WORK_STATES, WorkCard } from './shapes.ts'

/** Who may clone a work and who may push to it: grants, the tokens that git uses as passwords, and archives to download. */

/** Tokens of one person for one work. */
export const TOKENS_PER_WORK = 20

const WorkId = z.object({ id: Id })

/** read: clone and fetch; push: that too, and only for its author. */
export const TOKEN_RIGHTS = ['read', 'push'] as const

const Token = z.object({
  id: Id,
  right: z.enum(TOKEN_RIGHTS),
  createTime: Moment,
  lastUseTime: Moment.nullable(),
})

export const grantWork = route({
  id: 'code.grant-free',
  method: 'POST',
  path: '/api/codemart/vault/grant/{id}',
  summary: 'Get a work that is online under every licence that is free; there is no order and nothing to pay',
  auth: 'user',
  params: WorkId,
  ok: Nothing,
  errors: ['resource.not-found', 'code.own-work', 'code.not-free', 'request.too-frequent'],
})

export const createCodeToken = route({
  id: 'code.create-token',
  method: 'POST',
  path: '/api/codemart/vault/token/{id}',
  summary: 'Make a token for git, for a work that is yours or that you have; it is shown once',
  auth: 'user',
  keepsNoAnswer: true,
  params: WorkId,
  body: z.strictObject({ right: z.enum(TOKEN_RIGHTS) }),
  ok: z.object({ id: Id, token: z.string(), path: z.string() }),
  errors: ['resource.not-found', 'code.too-many-tokens', 'request.too-frequent'],
})

export const listCodeTokens = route({
  id: 'code.list-tokens',
  method: 'GET',
  path: '/api/codemart/vault/token/{id}',
  summary: 'Your tokens for a work, newest first',
  auth: 'user',
  params: WorkId,
  ok: z.array(Token),
})

export const revokeCodeToken = route({
  id: 'code.revoke-token',
  method: 'DELETE',
  path: '/api/codemart/vault/token/{id}',
  summary: 'Revoke a token of yours, by the id of the token',
  auth: 'user',
  params: WorkId,
  ok: Nothing,
  errors: ['resource.not-found'],
})

/** A work that the caller has, bought or got for nothing. */
export const OwnedWork = WorkCard.extend({
  state: z.enum(WORK_STATES),
  /** Clones and downloads are stopped by the staff. */
  isFrozen: z.boolean(),
  /** Under which it is had, in the order of what they permit. */
  licences: z.array(Licence),
  /** When the first of them was had. */
  obtainTime: Moment,
})

export const listOwnedWorks = route({
  id: 'code.list-owned-works',
  method: 'GET',
  path: '/api/codemart/vault/mine',
  summary: 'Works of others that you have, bought or free, the newest first',
  auth: 'user',
  query: z.object(paging(WORK_PAGE_SIZE)),
  ok: pageOf(OwnedWork),
})

export const createArchiveTicket = route({
  id: 'code.create-archive-ticket',
  method: 'POST',
  path: '/api/codemart/vault/ticket/{id}',
  summary: 'A one-use address of an archive of a work that is yours or that you have, with its SHA-256; for 30 seconds',
  auth: 'user',
  keepsNoAnswer: true,
  params: WorkId,
  /** Without a number the newest version. */
  body: z.strictObject({ version: z.number().int().min(1).optional() }),
  ok: z.object({
    url: z.string(),
    fileName: z.string(),
    version: z.number().int(),
    bytes: z.number().int(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  errors: ['resource.not-found', 'code.version-too-large', 'request.too-frequent', 'service.unavailable'],
})

export const downloadArchive = route({
  id: 'code.download-archive',
  method: 'GET',
  path: '/api/codemart/vault/archive/{ticket}',
  summary: 'The .tar.gz that a ticket opens, once',
  auth: 'none',
  envelope: 'raw',
  params: z.object({ ticket: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) }),
  ok: z.any(),
  errors: ['resource.not-found'],
})

export const codeVaultRoutes = [
  grantWork,
  listOwnedWorks,
  createCodeToken,
  listCodeTokens,
  revokeCodeToken,
  createArchiveTicket,
  downloadArchive,
] as const

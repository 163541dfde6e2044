import { createHash } from 'node:crypto'
import { TOKENS_PER_WORK } from '@trove/contract/code/vault'
import { requireThat } from '@trove/contract/errors/codes'
import { newId, newSecret } from '../../../platform/base/id.ts'
import { hasGrant } from '../grants/store.ts'
import { TOKENS_MADE } from '../model/limits.ts'
import type { CodeNeeds } from '../model/needs.ts'
import { findWork } from '../works/store.ts'
import { insertToken, type TokenRight } from './store.ts'

/** So that people and programs that look for leaked secrets know one when they see it. */
const PREFIX = 'trove_git_'
const TOKEN = /^trove_git_[A-Za-z0-9_-]{43}$/

export const hashOf = (token: string) => createHash('sha256').update(token).digest()
export const isToken = (text: string) => TOKEN.test(text)

/**
 * Makes a token for git. It is kept as a hash only.
 * @throws ContractError `resource.not-found` for who may not, `code.too-many-tokens`, `request.too-frequent`
 */
export async function makeToken(
  { db, limiter }: CodeNeeds,
  { workId, userId, right }: { workId: string; userId: string; right: TokenRight },
): Promise<{ id: string; token: string }> {
  const work = await findWork(db, workId)
  const isAllowed = work?.ownerId === userId || (right === 'read' && (await hasGrant(db, workId, userId)))
  requireThat(isAllowed, 'resource.not-found')
  await limiter.require('code.token', userId, TOKENS_MADE)
  const token = `${PREFIX}${newSecret()}`
  const id = newId()
  const isAdded = await insertToken(db, { id, workId, userId, right, hash: hashOf(token), most: TOKENS_PER_WORK })
  requireThat(isAdded, 'code.too-many-tokens', { count: TOKENS_PER_WORK })
  return { id, token }
}

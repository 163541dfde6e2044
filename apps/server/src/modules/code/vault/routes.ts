import * as contract from '@trove/contract/code/vault'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import { grantFree } from '../grants/store.ts'
import { cardsOf } from '../market/cards.ts'
import { GRANTS_TAKEN } from '../model/limits.ts'
import type { CodeNeeds } from '../model/needs.ts'
import { findWork } from '../works/store.ts'
import { listOwned } from './library.ts'
import { deleteToken, listTokens } from './store.ts'
import { makeToken } from './tokens.ts'

/** Grants and tokens. */
export function vaultRoutes(needs: CodeNeeds): ServedRoute[] {
  const { db, limiter } = needs
  return [
    serve(contract.grantWork, async ({ params: { id } }, { caller: { userId } }) => {
      await limiter.require('code.grant', userId, GRANTS_TAKEN)
      if (await grantFree(db, id, userId)) return null
      const work = await findWork(db, id)
      requireThat(work?.ownerId !== userId, 'code.own-work')
      requireThat(work?.state === 'online', 'resource.not-found')
      throw new ContractError('code.not-free')
    }),
    serve(contract.listOwnedWorks, async ({ query }, { caller: { userId } }) => {
      const { rows, total } = await listOwned(db, userId, query)
      const cards = await cardsOf(needs, rows)
      const content = rows.map(({ state, isFrozen, licences, obtainedAt }, at) => ({
        ...cards[at]!,
        ...{ state, isFrozen, licences, obtainTime: obtainedAt.toISOString() },
      }))
      return { content, totalElements: total }
    }),
    serve(contract.createCodeToken, async ({ params, body }, { caller: { userId } }) => ({
      ...(await makeToken(needs, { workId: params.id, userId, ...body })),
      path: `/git/${params.id}.git`,
    })),
    serve(contract.listCodeTokens, async ({ params }, { caller: { userId } }) => {
      const rows = await listTokens(db, params.id, userId)
      return rows.map(({ id, right, createdAt, lastUsedAt }) => ({
        id,
        right,
        createTime: createdAt.toISOString(),
        lastUseTime: lastUsedAt?.toISOString() ?? null,
      }))
    }),
    serve(contract.revokeCodeToken, async ({ params }, { caller: { userId } }) => {
      requireThat(await deleteToken(db, params.id, userId), 'resource.not-found')
      return null
    }),
  ]
}

import { getLicenceFile, listLicenceKeys } from '@trove/contract/code/licence-files'
import type { LicenceName } from '@trove/contract/code/licences'
import { requireThat } from '@trove/contract/errors/codes'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/handle.ts'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import { createSigningKeys, textOfSigned } from '../../../platform/signing/signing-keys.ts'
import { LICENCE_FILES_MADE } from '../model/limits.ts'
import type { CodeNeeds } from '../model/needs.ts'
import { WINDOW_END } from '../model/refund-window.ts'

const FORMAT = 'trove-licence-1'

/** Licence files, and the keys that verify them. */
export function licenceFileRoutes(needs: CodeNeeds): ServedRoute[] {
  const { db, limiter, identity } = needs
  const keys = createSigningKeys(needs, 'code_licence_keys')
  return [
    serve(getLicenceFile, async ({ params: { id, licence } }, { caller: { userId } }) => {
      const held = await findHeld(db, { workId: id, licence, userId })
      requireThat(held, 'resource.not-found')
      await limiter.require('code.licence-file', userId, LICENCE_FILES_MADE)
      const people = await identity.findPeople([userId])
      const { now, ...facts } = held
      const holder = { id: userId, nickName: people.get(userId)?.nickName ?? '' }
      const stated = { format: FORMAT, work: id, licence, holder, ...facts, issuedAt: now }
      return { fileName: `trove-licence-${id}-${licence}.json`, text: textOfSigned(await keys.sign(stated)) }
    }),
    serve(listLicenceKeys, async (_, { reply }) => {
      const answer = { keys: await keys.list() }
      return reply.type('application/json; charset=utf-8').header('cache-control', 'max-age=3600').send(answer)
    }),
  ]
}

type Held = { title: string; orderId: string | null; grantedAt: Date; refundableUntil: Date | null; now: Date }

/** A licence somebody has, as its file states it. */
async function findHeld(
  db: Db,
  { workId, licence, userId }: { workId: string; licence: LicenceName; userId: string },
): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    select w.title, g.order_id as "orderId", g.created_at as "grantedAt", business_now() as now,
      ${WINDOW_END} as "refundableUntil"
    from code_grants g join code_works w on w.id = g.work_id left join code_sales s on s.order_id = g.order_id
    where g.work_id = ${workId} and g.user_id = ${userId} and g.licence = ${licence}`.execute(db)
  return rows[0]
}

import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { getLicenceFile, listLicenceKeys } from '@trove/contract/code/licence-files'
import type { LicenceName } from '@trove/contract/code/licences'
import { CODE_REFUND_DAYS } from '@trove/contract/code/orders'
import { requireThat } from '@trove/contract/errors/codes'
import { sql } from 'kysely'
import { newId } from '../../../platform/base/id.ts'
import type { Db } from '../../../platform/db/handle.ts'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { Sealer } from '../../../platform/sealing/sealing.ts'
import { LICENCE_FILES_MADE } from '../model/limits.ts'
import type { CodeNeeds } from '../model/needs.ts'

/** After so long the next file is signed with a new key. */
const KEY_DAYS = 365
const FORMAT = 'trove-licence-1'

/** Licence files, and the keys that verify them. */
export function licenceFileRoutes(needs: CodeNeeds): ServedRoute[] {
  const { db, limiter, sealer, identity } = needs
  return [
    serve(getLicenceFile, async ({ params: { id, licence } }, { caller: { userId } }) => {
      const held = await findHeld(db, { workId: id, licence, userId })
      requireThat(held, 'resource.not-found')
      await limiter.require('code.licence-file', userId, LICENCE_FILES_MADE)
      const people = await identity.findPeople([userId])
      const { now, ...facts } = held
      const holder = { id: userId, nickName: people.get(userId)?.nickName ?? '' }
      const stated = { format: FORMAT, work: id, licence, holder, ...facts, issuedAt: now }
      const payload = Buffer.from(JSON.stringify(stated))
      const key = await currentKey(db, sealer)
      const signature = sign(null, payload, createPrivateKey(key.pem)).toString('base64url')
      const file = { payload: payload.toString('base64url'), key: key.id, signature }
      return { fileName: `trove-licence-${id}-${licence}.json`, text: `${JSON.stringify(file, null, 2)}\n` }
    }),
    serve(listLicenceKeys, async (_, { reply }) => {
      const keys = await listKeys(db)
      return reply.type('application/json; charset=utf-8').header('cache-control', 'max-age=3600').send({ keys })
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
      s.handed_over_at + make_interval(hours => ${24 * CODE_REFUND_DAYS}) as "refundableUntil"
    from code_grants g join code_works w on w.id = g.work_id left join code_sales s on s.order_id = g.order_id
    where g.work_id = ${workId} and g.user_id = ${userId} and g.licence = ${licence}`.execute(db)
  return rows[0]
}

const sealedAs = (id: string) => `code_licence_keys.private_sealed:${id}`

/** The key that signs now; makes one when there is none, or the newest is a year old. */
async function currentKey(db: Db, sealer: Sealer): Promise<{ id: string; pem: string }> {
  const { rows } = await sql<{ id: string; sealed: Buffer }>`
    select id, private_sealed as sealed from code_licence_keys
    where withdrawn_at is null and begun_at > business_now() - make_interval(days => ${KEY_DAYS})
    order by begun_at desc, id limit 1`.execute(db)
  const [found] = rows
  if (found) return { id: found.id, pem: await sealer.open(found.sealed, sealedAs(found.id)) }
  const id = newId()
  const pair = generateKeyPairSync('ed25519')
  const pem = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const publicKey = pair.publicKey.export({ format: 'jwk' }).x!
  await sql`insert into code_licence_keys (id, public_key, private_sealed)
    values (${id}, ${publicKey}, ${await sealer.seal(pem, sealedAs(id))})`.execute(db)
  return { id, pem }
}

async function listKeys(db: Db) {
  const { rows } = await sql<{ id: string; x: string; isWithdrawn: boolean }>`
    select id, public_key as x, withdrawn_at is not null as "isWithdrawn"
    from code_licence_keys order by begun_at desc, id`.execute(db)
  return rows.map(({ id, x, isWithdrawn }) => ({ id, kty: 'OKP', crv: 'Ed25519', x, isWithdrawn }))
}

import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import pg from 'pg'

/**
 * Signed-in people in any number: a buyer may hold a few machines unpaid only, and text messages to thousands would take
 * hours. Their sessions are written into the database and their tokens signed with the server's own key.
 */

const PEOPLE = `
  with people as (
    insert into users (id, phone_index, phone_sealed, nick_name, name_grams)
    select id, sha256(convert_to(id, 'UTF8')), '\\x00', 'bench', '{}' from unnest($1::text[]) id returning id
  )
  insert into sessions (id, user_id, device, agent, salt, rotated_at, expires_at, ends_at)
  select id, id, 'pc', 'bench', '\\x00', now(), now() + interval '1 day', now() + interval '1 day' from people`

/** A key of the server for its tokens, to be given to both. */
export const newTokenKey = (): string => randomBytes(32).toString('base64')

/** Adds so many people; answers their Authorization headers. `tokenKey` is the server's TOKEN_KEY. */
export async function addBuyers(databaseUrl: string, tokenKey: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomBytes(16).toString('base64url'))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(PEOPLE, [ids])
  await client.end()
  const key = Buffer.from(hkdfSync('sha256', Buffer.from(tokenKey, 'base64'), '', 'trove.token.access', 32))
  return ids.map((id) => `Bearer ${signToken(key, id)}`)
}

function signToken(key: Buffer, id: string): string {
  const now = Math.floor(Date.now() / 1000)
  const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url')
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iss: 'trove', sub: id, sid: id, iat: now, exp: now + 7200 })}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

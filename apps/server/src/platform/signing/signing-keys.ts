import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { sql } from 'kysely'
import { newId } from '../base/id.ts'
import type { Db } from '../db/handle.ts'
import type { Sealer } from '../sealing/sealing.ts'

/** After so long the next file is signed with a new key. */
const KEY_DAYS = 365

/** A file as it is handed out: `payload` is base64url of the JSON that is signed, `signature` Ed25519 over its bytes. */
export type SignedFile = { payload: string; key: string; signature: string }

/** A public key as a JWK; a withdrawn key verifies nothing. */
export type PublicKey = { id: string; kty: 'OKP'; crv: 'Ed25519'; x: string; isWithdrawn: boolean }

/**
 * Keys that sign files which anybody verifies offline. They lie in a table of the module's own, which has the columns
 * `id`, `public_key`, `private_sealed`, `begun_at` and `withdrawn_at`; the first is made when something is to be signed.
 */
export function createSigningKeys({ db, sealer }: { db: Db; sealer: Sealer }, table: string) {
  const sealedAs = (id: string) => `${table}.private_sealed:${id}`

  /** The key that signs now; makes one when there is none, or the newest is a year old. */
  async function current(): Promise<{ id: string; pem: string }> {
    const { rows } = await sql<{ id: string; sealed: Buffer }>`
      select id, private_sealed as sealed from ${sql.table(table)}
      where withdrawn_at is null and begun_at > business_now() - make_interval(days => ${KEY_DAYS})
      order by begun_at desc, id limit 1`.execute(db)
    const [found] = rows
    if (found) return { id: found.id, pem: await sealer.open(found.sealed, sealedAs(found.id)) }
    const id = newId()
    const pair = generateKeyPairSync('ed25519')
    const pem = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    const publicKey = pair.publicKey.export({ format: 'jwk' }).x!
    await sql`insert into ${sql.table(table)} (id, public_key, private_sealed)
      values (${id}, ${publicKey}, ${await sealer.seal(pem, sealedAs(id))})`.execute(db)
    return { id, pem }
  }

  return {
    /** Signs what is stated. */
    async sign(stated: object): Promise<SignedFile> {
      const payload = Buffer.from(JSON.stringify(stated))
      const { id, pem } = await current()
      const signature = sign(null, payload, createPrivateKey(pem)).toString('base64url')
      return { payload: payload.toString('base64url'), key: id, signature }
    },
    /** The public keys, newest first. */
    async list(): Promise<PublicKey[]> {
      const { rows } = await sql<{ id: string; x: string; isWithdrawn: boolean }>`
        select id, public_key as x, withdrawn_at is not null as "isWithdrawn"
        from ${sql.table(table)} order by begun_at desc, id`.execute(db)
      return rows.map(({ id, x, isWithdrawn }) => ({ id, kty: 'OKP', crv: 'Ed25519', x, isWithdrawn }))
    },
  }
}

/** The text of a signed file, to be kept. */
export const textOfSigned = (file: SignedFile): string => `${JSON.stringify(file, null, 2)}\n`

import { NODE_TOKENS } from '@trove/contract/storage/node'
import { TTC } from '@trove/units/token'
import { sql } from 'kysely'
import { newId } from '../../platform/base/id.ts'
import type { Db, Tx } from '../../platform/db/handle.ts'
import type { Identity } from '../identity/module.ts'

/**
 * The grant to a checked storage node, once for a key and once for a person (decision 27), also when the person's account was
 * deleted and the same number signs up again. A node has no session: it is the
 * node of whoever first received TTC of the faucet for its account.
 */
export type NodeGrants = {
  /** Who would have the grant by this key; undefined when it was given, or nobody filled the account from the faucet. */
  findPerson(publicKey: string): Promise<string | undefined>
  /** Whose node an account is; undefined when nobody filled it from the faucet, or their account is gone. */
  findOwner(publicKey: string): Promise<string | undefined>
  /** Public keys of the accounts that a person was the first to fill, the oldest first. */
  listOwned(userId: string, limit: number): Promise<string[]>
  /** Reserves the grant, and has it sent once it is written; of many at once one does. False when key or person have had it. */
  give(tx: Tx, publicKey: string, userId: string): Promise<boolean>
}

const GRANT_UNITS = BigInt(NODE_TOKENS) * TTC

type Needs = {
  db: Db
  identity: Pick<Identity, 'markOfPhone'>
  /** Has what waits sent once the transaction is written; without a chain it goes on waiting. */
  sendAfter(tx: Tx): void
}

/** What a number that has had the grant is known again by. */
const PURPOSE = 'node-grant'

export function createGrants({ db, identity, sendAfter }: Needs): NodeGrants {
  return {
    async findPerson(publicKey) {
      const { rows } = await sql<{ userId: string }>`select c.user_id as "userId" from faucet_claim c
        where c.public_key = ${publicKey} and c.kind = 'day' and c.state = 'received' and c.user_id is not null
          and not exists (select from faucet_claim g where g.kind = 'node' and g.state <> 'void'
            and (g.public_key = c.public_key or g.user_id = c.user_id))
        order by c.seq limit 1`.execute(db)
      const userId = rows[0]?.userId
      const mark = userId && (await identity.markOfPhone(db, userId, PURPOSE))
      return mark && !(await isMarked(db, mark)) ? userId : undefined
    },
    async findOwner(publicKey) {
      const { rows } = await sql<{ userId: string | null }>`select user_id as "userId" from faucet_claim
        where public_key = ${publicKey} and kind = 'day' and state = 'received' order by seq limit 1`.execute(db)
      return rows[0]?.userId ?? undefined
    },
    async listOwned(userId, limit) {
      const { rows } = await sql<{ key: string }>`select c.public_key as key from faucet_claim c
        where c.user_id = ${userId} and c.kind = 'day' and c.state = 'received'
          and not exists (select from faucet_claim f where f.public_key = c.public_key and f.kind = 'day'
            and f.state = 'received' and f.seq < c.seq)
        order by c.seq limit ${limit}`.execute(db)
      return rows.map(({ key }) => key)
    },
    async give(tx, publicKey, userId) {
      const mark = await identity.markOfPhone(tx, userId, PURPOSE)
      if (!mark) return false
      const today = sql`(business_now() at time zone 'Asia/Shanghai')::date`
      const { numAffectedRows } =
        await sql`insert into faucet_claim (id, kind, public_key, day, user_id, phone_mark, units)
        values (${newId()}, 'node', ${publicKey}, ${today}, ${userId}, ${mark}, ${GRANT_UNITS})
        on conflict do nothing`.execute(tx)
      if (numAffectedRows !== 1n) return false
      sendAfter(tx)
      return true
    },
  }
}

async function isMarked(db: Db, mark: Buffer): Promise<boolean> {
  const { rows } = await sql`select from faucet_claim
    where kind = 'node' and state <> 'void' and phone_mark = ${mark}`.execute(db)
  return rows.length > 0
}

import { type Selectable, sql } from 'kysely'
import { newId } from '../../../platform/base/id.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { namedLock } from '../../../platform/db/named-lock.ts'
import { textList } from '../../../platform/db/text-list.ts'
import type { RelayRange } from '../machine/address.ts'
import type { AgentTable, ComputeTables } from '../model/tables.ts'

export type AgentState = 'waiting' | 'expired' | 'connected' | 'away'
export type AgentRow = Pick<Selectable<AgentTable>, 'id' | 'name' | 'port' | 'seen_at' | 'token_until'> & {
  state: AgentState
  is_published: boolean
}
/**
 * Why a machine behind a relay may be out of reach. `relay-out`: the relay is, or its agents had no time yet to come to
 * another one. `away`: a relay is at work, and the agent is not connected to it. `held`: it is.
 */
export type Standing = 'relay-out' | 'away' | 'held'

/** A relay writes every second; one without a sign for so long does not work. A silent probe takes longer than this. */
const SIGN_SECONDS = 8
/** In this time an agent that lost its relay finds the loss and comes back, at its slowest. */
export const BACK_MINUTES = 3

/** An agent by its key. */
export type KnownAgent = Pick<Selectable<AgentTable>, 'id' | 'name' | 'port'>

/** Agents as rows; nothing here decides. */
export function createAgentStore(db: Db) {
  const on = (handle: Db | Tx) => handle.withTables<ComputeTables>()

  async function rows(handle: Db | Tx, host: string, condition: ReturnType<typeof sql>): Promise<AgentRow[]> {
    const found = await sql<AgentRow>`
      select id, name, port, seen_at, token_until,
        case when public_key is null and token_until > business_now() then 'waiting'
          when public_key is null then 'expired'
          when held_by is not null and platform_is_alive(held_by) then 'connected'
          else 'away' end as state,
        exists (select from compute_offers o where o.ipv4 = ${host} and o.port = a.port and o.deleted_at is null) as is_published
      from compute_agents a where ${condition} order by seq`.execute(handle)
    return found.rows
  }

  return {
    list: (sellerId: string, host: string): Promise<AgentRow[]> => rows(db, host, sql`seller_id = ${sellerId}`),
    async find(tx: Tx, id: string, host: string): Promise<AgentRow | undefined> {
      return (await rows(tx, host, sql`id = ${id}`))[0]
    },
    /** Lets those who take a port go one after the other until their transactions end. */
    async takeTurn(tx: Tx): Promise<void> {
      await namedLock('compute-agents').execute(tx)
    },
    async count(tx: Tx, sellerId: string): Promise<number> {
      const { count } = await on(tx)
        .selectFrom('compute_agents')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('seller_id', '=', sellerId)
        .executeTakeFirstOrThrow()
      return count
    },
    /** The next port of the range after the highest in use, else the first that is free; undefined when none is. */
    async findPort(tx: Tx, { host, firstPort, lastPort }: RelayRange): Promise<number | undefined> {
      const { rows } = await sql<{ port: number }>`
        select port from generate_series(${firstPort}::int, ${lastPort}::int) as port
        where not exists (select from compute_agents a where a.port = port.port)
          and not exists (select from compute_offers o where o.ipv4 = ${host} and o.port = port.port and o.deleted_at is null)
        order by port.port <= (select coalesce(max(port), 0) from compute_agents), port.port limit 1`.execute(tx)
      return rows[0]?.port
    },
    async insert(
      tx: Tx,
      agent: { sellerId: string; name: string; port: number; tokenHash: string; minutes: number },
    ): Promise<string> {
      const id = newId()
      await on(tx)
        .insertInto('compute_agents')
        .values({
          id,
          seller_id: agent.sellerId,
          name: agent.name,
          port: agent.port,
          token_hash: agent.tokenHash,
          token_until: sql<Date>`business_now() + ${agent.minutes} * interval '1 minute'`,
        })
        .execute()
      return id
    },
    /** Locks the seller's own agent until the transaction ends; false when there is none. */
    async lockOwn(tx: Tx, sellerId: string, id: string): Promise<boolean> {
      const query = on(tx).selectFrom('compute_agents').select('id').where('id', '=', id)
      return (await query.where('seller_id', '=', sellerId).forUpdate().executeTakeFirst()) !== undefined
    },
    async remove(tx: Tx, id: string): Promise<void> {
      await on(tx).deleteFrom('compute_agents').where('id', '=', id).execute()
    },
    /** Whether this port is an agent's of this seller; in a transaction it stays so until its end. */
    async isOwn(handle: Db | Tx, sellerId: string, port: number): Promise<boolean> {
      const query = on(handle).selectFrom('compute_agents').select('id').where('port', '=', port)
      return (await query.where('seller_id', '=', sellerId).forShare().executeTakeFirst()) !== undefined
    },
    async findByKey(publicKey: string): Promise<KnownAgent | undefined> {
      const query = on(db).selectFrom('compute_agents').select(['id', 'name', 'port'])
      return query.where('public_key', '=', publicKey).executeTakeFirst()
    },
    /** The token's agent gets this key; undefined when the token is unknown, used or too old. */
    async register(tokenHash: string, publicKey: string): Promise<KnownAgent | undefined> {
      return on(db)
        .updateTable('compute_agents')
        .set({ public_key: publicKey, token_hash: null, token_until: null })
        .where('token_hash', '=', tokenHash)
        .where('public_key', 'is', null)
        .where(sql<boolean>`token_until > business_now()`)
        .returning(['id', 'name', 'port'])
        .executeTakeFirst()
    },
    /** This connection counts from now on; false when the agent was removed. */
    async hold(id: string, line: string, processKey: number): Promise<boolean> {
      const held = await on(db)
        .updateTable('compute_agents')
        .set({ line, held_by: processKey, seen_at: sql<Date>`business_now()` })
        .where('id', '=', id)
        .executeTakeFirst()
      return held.numUpdatedRows > 0n
    },
    async release(id: string, line: string): Promise<void> {
      await on(db)
        .updateTable('compute_agents')
        .set({ line: null, held_by: null, seen_at: sql<Date>`business_now()` })
        .where('id', '=', id)
        .where('line', '=', line)
        .execute()
    },
    /** This process is a relay, and at work. */
    async showSign(processKey: number): Promise<void> {
      await sql`
        insert into compute_relays (process_key) values (${processKey})
        on conflict (process_key) do update set seen_at = business_now(), heard_at = clock_timestamp()`.execute(db)
    },
    async showEnd(processKey: number): Promise<void> {
      await sql`update compute_relays set stopped_at = business_now() where process_key = ${processKey}`.execute(db)
    },
    /** What is known of machines at these ports that could not be reached; those of no agent are left out. */
    async standings(ports: readonly number[]): Promise<Map<number, Standing>> {
      const { rows } = await sql<{ port: number; standing: Standing }>`
        with at_work as (
          select process_key, started_at from compute_relays
          where stopped_at is null and heard_at > clock_timestamp() - ${SIGN_SECONDS} * interval '1 second'
            and platform_is_alive(process_key)
        )
        select a.port, case
          when not exists (select from at_work where started_at <= business_now() - ${BACK_MINUTES} * interval '1 minute')
            then 'relay-out'
          when a.held_by is null then 'away'
          when a.held_by in (select process_key from at_work) then 'held'
          when r.seen_at > business_now() - ${BACK_MINUTES} * interval '1 minute' then 'relay-out'
          else 'away' end as standing
        from compute_agents a left join compute_relays r on r.process_key = a.held_by
        where a.port = any(${[...ports]})`.execute(db)
      return new Map(rows.map(({ port, standing }) => [port, standing]))
    },
    /** Which of these agents are held by which connection; removed ones are left out. */
    async linesOf(ids: readonly string[]): Promise<Map<string, string | null>> {
      const found = await on(db)
        .selectFrom('compute_agents')
        .select(['id', 'line'])
        .where(sql<boolean>`id = any(${textList([...ids])})`)
        .execute()
      return new Map(found.map(({ id, line }) => [id, line]))
    },
  }
}

export type AgentStore = ReturnType<typeof createAgentStore>

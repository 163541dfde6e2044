import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ContractError } from '@trove/contract/errors/codes'
import { IDEMPOTENCY_KEY } from '@trove/contract/kit/route'
import { sql } from 'kysely'
import type { Db } from '../../db/handle.ts'
import type { Sealer } from '../../sealing/sealing.ts'
import type { Answer } from './answer.ts'

/** An answer with the extra headers a handler set. */
export type KeptAnswer = Answer<string> & { headers: Record<string, string> }

/** One call with an Idempotency-Key. */
export type KeyedCall = { owner: string; route: string; key: string; content: unknown }

type Row = {
  is_same: boolean
  is_old: boolean
  is_alive: boolean
  status: number | null
  answer_sealed: Buffer
  headers: Record<string, string>
}

const WAIT_MS = 8000
const POLL_MS = 60

/** @throws ContractError `request.invalid` for a key that is empty, too long or has odd characters */
export function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header === 'string' && IDEMPOTENCY_KEY.test(header)) return header
  const field = { path: 'Idempotency-Key', error: 'request.invalid', message: '1 to 200 visible ASCII characters' }
  throw new ContractError('request.invalid', {}, [field])
}

/**
 * Stores the first response by key, over all processes. The same key and content gets the stored response again; other
 * content is refused; a duplicate that arrives while the first runs waits a while. A call whose process died, or whose
 * response could not be stored within two minutes, may be run again: what it did must be safe to repeat.
 */
export function createIdempotency(db: Db, processKey: number, sealer: Sealer) {
  /** Runs the call unless its response is stored. 5xx and 429 responses are not stored: the caller may try again. */
  async function once(call: KeyedCall, run: () => Promise<KeptAnswer>): Promise<KeptAnswer> {
    const hash = printOf(call)
    const earlier = await claimOrFind(call, hash)
    if (earlier) return earlier
    let answer: KeptAnswer
    try {
      answer = await run()
    } catch (error) {
      await forget(call)
      throw error
    }
    if (answer.status >= 500 || answer.status === 429) await forget(call)
    else await keep(call, answer)
    return answer
  }

  async function claimOrFind(call: KeyedCall, hash: Buffer): Promise<KeptAnswer | undefined> {
    const end = performance.now() + WAIT_MS
    while (true) {
      if (await claim(call, hash)) return undefined
      const row = await find(call, hash)
      if (!row || row.is_old) continue
      if (!row.is_same) throw new ContractError('request.idempotency-mismatch')
      if (row.status !== null) {
        const text = await sealer.open(row.answer_sealed, aadOf(call))
        return { status: row.status, text, headers: { ...row.headers, 'idempotent-replayed': 'true' } }
      }
      if (row.is_alive && performance.now() > end) throw new ContractError('request.in-progress')
      await sleep(POLL_MS)
    }
  }

  /** What the same content gives again; keyed, because a name or a password could be guessed from a plain hash. */
  function printOf({ content }: KeyedCall): Buffer {
    const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex')
    return sealer.blindIndex(hash, 'platform_idempotency.body')
  }

  /** Whether the call is ours to run: its key is new, a day old, or was left by a process that died. */
  async function claim({ owner, route, key }: KeyedCall, hash: Buffer): Promise<boolean> {
    const { rows } = await sql`
      insert into platform_idempotency as i (owner, route, key, body_hash, process_key)
      values (${owner}, ${route}, ${key}, ${hash}, ${processKey})
      on conflict (owner, route, key) do update set body_hash = excluded.body_hash, process_key = excluded.process_key,
        status = null, answer_sealed = null, headers = null, created_at = now()
      where i.created_at < now() - interval '24 hours'
        or (i.status is null and i.body_hash = excluded.body_hash and (not platform_is_alive(i.process_key) or i.created_at < now() - interval '2 minutes'))
      returning 1`.execute(db)
    return rows.length > 0
  }

  async function find({ owner, route, key }: KeyedCall, hash: Buffer): Promise<Row | undefined> {
    const { rows } = await sql<Row>`
      select body_hash = ${hash} as is_same, created_at < now() - interval '24 hours' as is_old,
        platform_is_alive(process_key) as is_alive, status, answer_sealed, headers
      from platform_idempotency where owner = ${owner} and route = ${route} and key = ${key}`.execute(db)
    return rows[0]
  }

  async function keep(call: KeyedCall, answer: KeptAnswer): Promise<void> {
    const { owner, route, key } = call
    const sealed = await sealer.seal(answer.text, aadOf(call))
    await sql`update platform_idempotency
      set status = ${answer.status}, answer_sealed = ${sealed}, headers = ${JSON.stringify(answer.headers)}::jsonb
      where owner = ${owner} and route = ${route} and key = ${key} and process_key = ${processKey}`.execute(db)
  }

  async function forget({ owner, route, key }: KeyedCall): Promise<void> {
    await sql`delete from platform_idempotency where owner = ${owner} and route = ${route} and key = ${key}
      and process_key = ${processKey} and status is null`.execute(db)
  }

  /** Removes what is older than a day; called by a job. */
  async function sweep(): Promise<void> {
    await sql`delete from platform_idempotency where created_at < now() - interval '24 hours'`.execute(db)
  }

  return { once, sweep }
}

function aadOf({ owner, route, key }: KeyedCall): string {
  return `platform_idempotency.answer_sealed:${owner}|${route}|${key}`
}

export type Idempotency = ReturnType<typeof createIdempotency>

import { createHash } from 'node:crypto'
import { AGENT_TOKEN_MINUTES, AGENTS_MAX, type ComputeAgent } from '@trove/contract/compute/agents'
import { requireThat } from '@trove/contract/errors/codes'
import type { z } from 'zod'
import { newSecret } from '../../../platform/base/id.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { isRelayed, type RelayRange } from '../machine/address.ts'
import type { AgentRow, AgentStore } from './store.ts'

const TOKEN_BYTES = 24

export type RelaySettings = RelayRange & { url: string }

/** Tokens are kept only as this: who reads the table can register nothing. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** What sellers do with the agents of their machines, and whose a relayed address is. */
export function createAgents({ db, store, relay }: { db: Db; store: AgentStore; relay: RelaySettings | undefined }) {
  const viewOf = (row: AgentRow): z.input<typeof ComputeAgent> => ({
    id: row.id,
    name: row.name,
    host: relay?.host ?? '',
    port: row.port,
    state: row.state,
    seenAt: row.seen_at?.toISOString() ?? null,
    isPublished: row.is_published,
  })

  return {
    async list(sellerId: string) {
      const rows = relay ? await store.list(sellerId, relay.host) : []
      return { relayUrl: relay?.url ?? null, agents: rows.map(viewOf) }
    },
    /**
     * Gives a machine its address and a token for its agent. The token is shown this once.
     * @throws ContractError `compute.relay-off`, `compute.agent-limit`, `compute.relay-full`
     */
    async add(sellerId: string, name: string) {
      requireThat(relay, 'compute.relay-off')
      const token = newSecret(TOKEN_BYTES)
      const row = await inTransaction(db, async (tx) => {
        await store.takeTurn(tx)
        requireThat((await store.count(tx, sellerId)) < AGENTS_MAX, 'compute.agent-limit', { most: AGENTS_MAX })
        const port = await store.findPort(tx, relay)
        requireThat(port !== undefined, 'compute.relay-full')
        const agent = { sellerId, name, port, tokenHash: hashToken(token), minutes: AGENT_TOKEN_MINUTES }
        return store.find(tx, await store.insert(tx, agent), relay.host)
      })
      return { agent: viewOf(row!), token, expiresAt: row!.token_until!.toISOString() }
    },
    /**
     * Its address is somebody else's soon: no offer may be left there.
     * @throws ContractError `compute.agent-unknown`, `compute.agent-published`
     */
    async remove(sellerId: string, id: string): Promise<void> {
      await inTransaction(db, async (tx) => {
        requireThat(await store.lockOwn(tx, sellerId, id), 'compute.agent-unknown')
        const row = await store.find(tx, id, relay?.host ?? '')
        requireThat(!row?.is_published, 'compute.agent-published')
        await store.remove(tx, id)
      })
    },
    /** False for a relayed address that is not one of this seller's machines; in a transaction it is held until its end. */
    async mayPublish(handle: Db | Tx, sellerId: string, address: { host: string; port: number }): Promise<boolean> {
      return !isRelayed(address, relay) || store.isOwn(handle, sellerId, address.port)
    },
  }
}

export type Agents = ReturnType<typeof createAgents>

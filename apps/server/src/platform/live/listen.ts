import { setTimeout as sleep } from 'node:timers/promises'
import { LiveMessage } from '@trove/contract/live/routes'
import type { PoolClient } from 'pg'
import { z } from 'zod'
import type { Log } from '../base/log.ts'
import type { Pool } from '../db/pool/pool.ts'
import { LIVE_CHANNEL, type LiveEvent } from './announce.ts'

const RETRY_MS = 1000
const Payload = z.array(z.object({ userId: z.string(), message: LiveMessage }))

/** What is done with events, and with the knowledge that some may have been missed. */
export type LiveHandlers = { event(event: LiveEvent): void; missed(): void }

/** Hears what all processes announce, over one connection that it keeps; a lost connection is made anew. */
export function createLiveListener(pool: Pool, log: Log, handlers: LiveHandlers) {
  let client: PoolClient | undefined
  let isStopped = true

  async function listen(): Promise<void> {
    const fresh = await pool.connect()
    fresh.on('notification', ({ payload }) => hear(payload))
    let isLost = false
    fresh.once('error', () => {
      isLost = true
      if (client !== fresh) return
      client = undefined
      fresh.release(true)
      void listenAgain()
    })
    try {
      await fresh.query('select set_config($1, $2, false)', ['idle_session_timeout', '0'])
      await fresh.query(`listen ${LIVE_CHANNEL}`)
      if (isLost) throw new Error('the connection was lost')
    } catch (error) {
      fresh.release(true)
      throw error
    }
    // Stopped meanwhile: a connection that is kept would keep the pool from ending.
    if (isStopped) fresh.release(true)
    else client = fresh
  }

  async function listenAgain(): Promise<void> {
    while (!isStopped && !client) {
      await sleep(RETRY_MS, undefined, { ref: false })
      await listen().then(handlers.missed, (error: Error) =>
        log.warn({ error: error.message }, 'live updates cannot be heard'),
      )
    }
  }

  function hear(payload: string | undefined): void {
    const events = readPayload(payload)
    if (!events) log.warn('a live update could not be read')
    for (const event of events ?? []) handlers.event(event)
  }

  return {
    async start(): Promise<void> {
      isStopped = false
      await listen()
    },
    stop(): void {
      isStopped = true
      const last = client
      client = undefined
      last?.release(true)
    },
  }
}

function readPayload(payload: string | undefined): LiveEvent[] | undefined {
  try {
    return Payload.parse(JSON.parse(payload ?? ''))
  } catch {
    return undefined
  }
}

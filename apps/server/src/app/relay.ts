import type { FastifyInstance } from 'fastify'
import type { Compute } from '../modules/compute/module.ts'
import { createOwnListener } from '../platform/http/site/own-listener.ts'
import type { Platform } from '../platform/platform.ts'

const CLOSE_LIMIT_MS = 2000

/** The relay's listener, in processes of that role. */
export function buildRelay({ config, log }: Platform, relay: Compute['relay']) {
  let listener: FastifyInstance | undefined
  return {
    async listen(): Promise<void> {
      if (config.relay?.port === undefined) return
      listener = await createOwnListener({
        log: log.child({ module: 'relay' }),
        trustedProxies: config.trustedProxies,
        pagesAt: undefined,
      })
      relay?.add(listener)
      await listener.listen({ port: config.relay.port, host: config.host })
    },
    /** Says goodbye to the agents, who come back to another process, and gives the machines' ports free. */
    async close(): Promise<void> {
      const server = listener
      if (!server) return
      await relay?.stop()
      const cut = setTimeout(() => server.server.closeAllConnections(), CLOSE_LIMIT_MS)
      await server.close().finally(() => clearTimeout(cut))
    },
  }
}

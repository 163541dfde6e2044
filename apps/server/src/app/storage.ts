import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ChainModule } from '../modules/chain/module.ts'
import type { NodeGrants } from '../modules/faucet/module.ts'
import type { Identity } from '../modules/identity/module.ts'
import type { Notices } from '../modules/notices/module.ts'
import { createStorage } from '../modules/storage/module.ts'
import { createOwnListener } from '../platform/http/site/own-listener.ts'
import type { Platform } from '../platform/platform.ts'

const CLOSE_LIMIT_MS = 4000

/** A sign of life of the gateway, wherever it runs. */
function askGateway(url: string) {
  return async () => {
    const { status } = await fetch(`${url}/healthz`)
    if (status !== 200) throw new Error(`the gateway answers ${status}`)
  }
}

/** Where a listener is reached from its own machine. */
function ownUrl({ server }: FastifyInstance): string {
  const { address, family, port } = server.address() as AddressInfo
  if (address === '0.0.0.0' || address === '::') return `http://127.0.0.1:${port}`
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/** The storage market and its gateway's listener: the part of the composition root where files are staged. */
export function buildStorage(
  platform: Platform,
  needs: { identity: Identity; chain: ChainModule; notices: Notices; grants: NodeGrants },
) {
  const { config, log } = platform
  const storage = createStorage({
    ...platform,
    ...needs,
    gatewayUrl: config.storage?.url,
    packsDir: config.agentPacksDir,
  })
  let listener: FastifyInstance | undefined
  return {
    routes: storage.routes,
    state: config.storage && askGateway(config.storage.url),
    /** Opens the gateway, where this process has one. */
    async listen(): Promise<void> {
      if (config.storage?.port === undefined) return
      const { port, innerUrl } = config.storage
      const server = await createOwnListener({
        log: log.child({ module: 'storage' }),
        trustedProxies: config.trustedProxies,
        pagesAt: config.publicUrl && new URL(config.publicUrl).origin,
      })
      listener = server
      storage.addGateway(server, () => innerUrl ?? ownUrl(server))
      await server.listen({ port, host: config.host })
    },
    /** What is under way may end; what does not end in time is cut off. */
    async close(): Promise<void> {
      const server = listener
      if (!server) return
      const cut = setTimeout(() => server.server.closeAllConnections(), CLOSE_LIMIT_MS)
      await server.close().finally(() => clearTimeout(cut))
    },
  }
}

import type { FastifyInstance } from 'fastify'
import type { Config } from './platform/config.ts'
import { migrate } from './platform/db/migrate.ts'
import { openSite, type SiteParts } from './platform/http/site.ts'
import { openPlatform, type Platform, type PlatformParts } from './platform/platform.ts'
import { untilDatabase } from './platform/until-database.ts'

/** The composition root: the only place that knows every module, and hands each what it needs. */

export const ROLES = ['http', 'jobs'] as const
export type Role = (typeof ROLES)[number]

export type AppParts = PlatformParts & { roles?: readonly Role[] }

/** The running program. */
export type App = {
  platform: Platform
  /** Brings the database up to date, starts the roles; answers where the site listens (undefined without http). */
  listen(): Promise<{ url: string | undefined }>
  /** Ends cleanly: open calls and jobs finish, nothing is lost. Safe to call twice. */
  stop(): Promise<void>
}

const CLOSE_LIMIT_MS = 4000

/** Builds the program. Nothing listens or runs before `listen`. */
export async function createApp(config: Config, parts: AppParts = {}): Promise<App> {
  const roles = parts.roles ?? ROLES
  const platform = await openPlatform(config, parts)
  const site = await openSite(platform, buildModules(platform))
  let stopping: Promise<void> | undefined
  async function stop(): Promise<void> {
    if (roles.includes('http')) await closeSite(site)
    await platform.jobs.stop()
    await platform.liveness.stop()
    await platform.close()
  }
  return {
    platform,
    async listen() {
      await untilDatabase(() => migrate(config.databaseUrl, platform.log), platform.log)
      await platform.liveness.start()
      if (roles.includes('jobs')) await platform.jobs.start()
      if (!roles.includes('http')) return { url: undefined }
      return { url: await site.listen({ port: config.port, host: config.host }) }
    },
    stop: () => (stopping ??= stop()),
  }
}

/** Every module with its needs, lower floors first. */
function buildModules(platform: Platform): SiteParts {
  const routes: SiteParts['routes'] = []
  // Floor 1: dictionary, files, notices, identity, ledger.
  // Floor 2: payment, wallet.
  // Floor 3: orders.
  // Floor 4: compute.
  void platform
  return {
    routes,
    authenticate: async () => undefined,
    isWalletBound: async () => false,
    paymentState: async () => 'ok',
  }
}

/** Open calls may finish; what does not end in time is cut off. */
async function closeSite(site: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => site.server.closeAllConnections(), CLOSE_LIMIT_MS)
  await site.close().finally(() => clearTimeout(cut))
}

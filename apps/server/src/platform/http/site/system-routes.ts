import { ContractError } from '@trove/contract/errors/codes'
import { healthz, metrics, openapi, readyz, siteInfo } from '@trove/contract/platform/routes'
import type { Config } from '../../config/config.ts'
import type { Metrics } from '../../metrics.ts'
import type { Readiness } from '../../readiness.ts'
import { type ServedRoute, serve } from '../call/serve.ts'
import { isLocalCall } from './loopback.ts'

type Needs = {
  config: Config
  metrics: Metrics
  readiness: () => Promise<Readiness>
  /** The OpenAPI document as text; made when first asked for. */
  openapiText: () => string
  /** Business time. */
  now: () => Promise<Date>
}

/** The doors of the running program itself. */
export function systemRoutes({ config, metrics: figures, readiness, openapiText, now }: Needs): ServedRoute[] {
  return [
    serve(healthz, (_, { reply }) => reply.type('application/json').send('{"alive":true}')),
    serve(readyz, async (_, { reply }) => {
      const state = await readiness()
      return reply.code(state.ready ? 200 : 503).send(state)
    }),
    serve(metrics, async (_, { reply, request }) => {
      // Metrics reveal business figures; from elsewhere they are read through the operator's own proxy with its token.
      const isAllowed =
        isLocalCall(request) ||
        (config.metricsToken && request.headers.authorization === `Bearer ${config.metricsToken}`)
      if (!isAllowed) throw new ContractError('resource.not-found')
      return reply.type(figures.contentType).send(await figures.text())
    }),
    serve(openapi, (_, { reply }) => reply.type('application/json').send(openapiText())),
    serve(siteInfo, async () => ({
      product: config.product,
      ssoClient: config.ssoClient,
      isEmbedded: config.isEmbedded,
      isDemo: config.isDemo,
      hasDevClock: config.hasDevClock,
      chainUrl: config.chain?.url ?? null,
      walletExtensionUrl: config.walletExtensionUrl,
      storageUrl: config.storage?.url ?? null,
      now: (await now()).toISOString(),
    })),
  ]
}

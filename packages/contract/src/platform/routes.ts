import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Moment } from '../kit/shapes.ts'

/** Doors of the running program itself (docs/wire.md, Start and stop; Embedded world). */

export const healthz = route({
  id: 'platform.healthz',
  method: 'GET',
  path: '/healthz',
  summary: 'The process lives',
  auth: 'none',
  envelope: 'raw',
  ok: z.any(),
})
export const readyz = route({
  id: 'platform.readyz',
  method: 'GET',
  path: '/readyz',
  summary: 'All parts serve',
  auth: 'none',
  envelope: 'raw',
  ok: z.any(),
})
export const metrics = route({
  id: 'platform.metrics',
  method: 'GET',
  path: '/metrics',
  summary: 'Prometheus figures',
  auth: 'none',
  envelope: 'raw',
  ok: z.any(),
})
export const openapi = route({
  id: 'platform.openapi',
  method: 'GET',
  path: '/openapi.json',
  summary: 'This document',
  auth: 'none',
  envelope: 'raw',
  ok: z.any(),
})

export const Readiness = z.object({
  ready: z.boolean(),
  /** Each part: `ok`, or the reason it does not serve. */
  parts: z.record(z.string(), z.string()),
  addresses: z.record(z.string(), z.string()),
})

/** Public facts of the site's environment. */
export const siteInfo = route({
  id: 'platform.site-info',
  method: 'GET',
  path: '/api/site/info',
  summary: 'Public settings of this site',
  auth: 'none',
  ok: z.object({
    /** The product code in the addresses of sign-in. */
    product: z.string(),
    /** `name:password` of the public sign-in client, no secret: every browser has it. */
    ssoClient: z.string(),
    isEmbedded: z.boolean(),
    isDemo: z.boolean(),
    hasDevClock: z.boolean(),
    /** Where the browser reaches the chain (WebSocket). */
    chainUrl: z.string().nullable(),
    /** Where browsers and storage nodes reach the storage gateway. */
    storageUrl: z.string().nullable(),
    /** Where the browser extension for chain accounts is downloaded. */
    walletExtensionUrl: z.url(),
    /** Business time, by which days left and countdowns are shown whatever the reader's own clock says. */
    now: Moment,
  }),
})

export const platformRoutes = [healthz, readyz, metrics, openapi, siteInfo] as const

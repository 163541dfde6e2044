import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import fastify from 'fastify'

export type HeaderSet = Record<string, string>

type Options = { connectTo: string[]; isHttps: boolean }

const NOT_OURS = new Set(['content-length', 'content-type', 'date', 'connection', 'keep-alive'])
const HSTS_SECONDS = 31_536_000
const PERMISSIONS = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()'

/**
 * The two sets of security headers, asked of helmet once: no answer then costs more than copying them.
 * `page` is for what a browser shows, `api` for data that nothing may ever run or frame.
 */
export async function readHeaderSets({ connectTo, isHttps }: Options): Promise<{ page: HeaderSet; api: HeaderSet }> {
  const strictTransportSecurity = isHttps ? { maxAge: HSTS_SECONDS, includeSubDomains: false } : false
  const page = await headersOf({
    contentSecurityPolicy: { useDefaults: false, directives: pageDirectives({ connectTo, isHttps }) },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    strictTransportSecurity,
  })
  const api = await headersOf({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    dnsPrefetchControl: false,
    ieNoOpen: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
    frameguard: false,
  })
  return { page: { ...page, 'permissions-policy': PERMISSIONS }, api }
}

/** Scripts only from the site itself; style attributes are what the component library sets at run time. */
function pageDirectives({ connectTo, isHttps }: Options): Record<string, string[] | null> {
  return {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    scriptSrcAttr: ["'none'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    // Pictures of others are taken over by the server: no page asks a stranger's for one.
    imgSrc: ["'self'", 'data:', 'blob:'],
    // A sound or film that the page itself has opened.
    mediaSrc: ["'self'", 'blob:'],
    fontSrc: ["'self'", 'data:'],
    connectSrc: ["'self'", ...connectTo],
    workerSrc: ["'self'", 'blob:'],
    manifestSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    upgradeInsecureRequests: isHttps ? [] : null,
  }
}

/**
 * What a worker that hashes may do. A worker has the policy its own script comes with: WebAssembly is allowed there and nowhere
 * else, and it asks nothing of anybody.
 */
export const HASHING_WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; frame-ancestors 'none'"

async function headersOf(options: FastifyHelmetOptions): Promise<HeaderSet> {
  const probe = fastify()
  await probe.register(helmet, options)
  probe.get('/', () => '')
  const { headers } = await probe.inject('/')
  await probe.close()
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !NOT_OURS.has(name))
      .map(([name, value]) => [name, String(value)]),
  )
}

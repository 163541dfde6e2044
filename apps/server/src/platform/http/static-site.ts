import { stat } from 'node:fs/promises'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createLandingPages } from './landing-page.ts'
import { isApi } from './server.ts'

const HASHED = /[\\/]assets[\\/]/

/**
 * Serves the built web app. Files with a hash in their name may be kept for ever, everything else is asked for again.
 * Answers how an unknown address is treated: browsers that navigate get the app's page, which knows its own routes.
 */
export async function serveWebApp(server: FastifyInstance, dir: string) {
  const isBuilt = await stat(dir).then(
    (facts) => facts.isDirectory(),
    () => false,
  )
  if (isBuilt)
    await server.register(fastifyStatic, {
      root: dir,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  const landingPageOf = createLandingPages(dir)
  const sendPage = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const landing = landingPageOf(request)
    if (landing) reply.header('vary', 'cookie, user-agent, accept-encoding')
    return reply.code(200).sendFile(landing ?? 'index.html')
  }
  if (isBuilt) server.get('/', sendPage)
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined =>
    isBuilt && isNavigation(request) ? sendPage(request, reply) : undefined
}

function isNavigation({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (isApi(url) || url.startsWith('/dev/') || url.startsWith('/docs/') || url.startsWith('/assets/')) return false
  return (headers.accept ?? '').includes('text/html')
}

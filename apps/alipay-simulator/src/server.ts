import { readFileSync } from 'node:fs'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance } from 'fastify'
import { findAccount } from './accounts/accounts.ts'
import { makeBillFile } from './bills/bill-files.ts'
import { findBillLink } from './bills/bills.ts'
import { serveControl } from './control.ts'
import { serveGateway } from './gateway.ts'
import { serveAuthorize } from './pages/authorize-routes.ts'
import { avatarSvg } from './pages/avatars.ts'
import { serveCashier } from './pages/cashier-routes.ts'
import type { World } from './world/world.ts'

const MOST_BODY_BYTES = 256 * 1024
const ASSETS: Record<string, string> = {
  'pages.css': 'text/css; charset=utf-8',
  'countdown.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
}

/** Builds the HTTP server of a world; it does not listen yet. */
export async function buildServer(world: World): Promise<FastifyInstance> {
  // Connections that a fault left hanging must not hold up a stop.
  const server = Fastify({ logger: false, bodyLimit: MOST_BODY_BYTES, forceCloseConnections: true })
  await server.register(formbody)
  server.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) console.error(`${request.method} ${request.url.split('?')[0]}: ${error.stack}`)
    reply
      .code(status)
      .send({ error: status >= 500 ? 'internal' : 'bad-request', message: status >= 500 ? '' : error.message })
  })
  server.get('/healthz', () => ({ ok: true }))
  serveGateway(server, world)
  serveCashier(server, world)
  serveAuthorize(server, world)
  serveFiles(server, world)
  if (world.config.hasControl) serveControl(server, world)
  return server
}

function serveFiles(server: FastifyInstance, world: World): void {
  for (const [name, type] of Object.entries(ASSETS)) {
    const content = readFileSync(new URL(`../public/${name}`, import.meta.url))
    server.get(`/assets/${name}`, (_, reply) => reply.type(type).header('cache-control', 'no-cache').send(content))
  }
  server.get<{ Params: { file: string } }>('/avatars/:file', (request, reply) => {
    const account = findAccount(world.store, request.params.file.replace(/\.svg$/, ''))
    if (account === undefined) return reply.code(404).send({ error: 'not-found' })
    return reply.type('image/svg+xml').header('cache-control', 'public, max-age=3600').send(avatarSvg(account))
  })
  server.get<{ Params: { linkId: string } }>('/bills/:linkId', async (request, reply) => {
    const link = findBillLink(world, request.params.linkId)
    if (link === undefined)
      return reply.code(404).type('text/html;charset=utf-8').send('<html><body>expired</body></html>')
    const file = await makeBillFile(world, link)
    return reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="${file.name}"`)
      .send(file.content)
  })
}

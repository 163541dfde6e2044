import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import viewerFolder from 'swagger-ui-dist/absolute-path.js'

const FILES: Record<string, string> = {
  'index.html': 'text/html; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'index.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui-standalone-preset.js': 'text/javascript; charset=utf-8',
  'favicon-16x16.png': 'image/png',
  'favicon-32x32.png': 'image/png',
}

/** As the viewer's own, but with our document; a file of its own, so that no inline script is needed. */
const INITIALIZER = `window.onload = () => {
  window.ui = SwaggerUIBundle({
    url: '/openapi.json',
    dom_id: '#swagger-ui',
    deepLinking: true,
    validatorUrl: null,
    presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
    layout: 'StandaloneLayout',
  })
}
`

/** The OpenAPI viewer at /docs/. */
export async function serveDocs(server: FastifyInstance): Promise<void> {
  const dir = viewerFolder()
  server.get('/docs', (_, reply) => reply.redirect('/docs/', 308))
  server.get('/docs/swagger-initializer.js', (_, reply) =>
    reply.type('text/javascript; charset=utf-8').send(INITIALIZER),
  )
  for (const [file, type] of Object.entries(FILES)) {
    const url = file === 'index.html' ? '/docs/' : `/docs/${file}`
    server.get(url, async (_, reply) => reply.type(type).send(await readFile(join(dir, file))))
  }
}

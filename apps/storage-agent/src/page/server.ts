import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Language } from '@trove/messages/kit/say'
import { renderPage } from './render.ts'
import type { Snapshot } from './snapshot.ts'
import { PAGE_STYLE } from './style.ts'

export type PageServer = { url: string; close(): Promise<void> }

/** Names by which only a browser of this machine comes: another name in front of our address is somebody else's page. */
const LOCAL_NAME = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Serves the local page: to be read, and only from this machine. */
export async function startPage(port: number, look: () => Promise<Snapshot[]>): Promise<PageServer> {
  const server = createServer((request, response) => {
    answer(request, response, look).catch(() => {
      if (!response.headersSent) response.writeHead(500, HEADERS)
      response.end()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const { port: chosen } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${chosen}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, look: () => Promise<Snapshot[]>) {
  if (!LOCAL_NAME.test(request.headers.host ?? '')) return void response.writeHead(403, HEADERS).end()
  if (request.method !== 'GET') return void response.writeHead(405, HEADERS).end()
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const send = (type: string, body: string) =>
    void response.writeHead(200, { ...HEADERS, 'content-type': `${type}; charset=utf-8` }).end(body)
  if (pathname === '/style.css') return send('text/css', PAGE_STYLE)
  if (pathname === '/status.json') return send('application/json', JSON.stringify(await look(), asText))
  if (pathname === '/')
    return send('text/html', renderPage(await look(), languageOf(request, searchParams.get('lang'))))
  response.writeHead(404, HEADERS).end()
}

/** Chinese first, as everywhere; English for who asks for it. */
function languageOf({ headers }: IncomingMessage, asked: string | null): Language {
  if (asked) return asked.startsWith('en') ? 'en' : 'zh-CN'
  return /^en\b/i.test(headers['accept-language'] ?? '') ? 'en' : 'zh-CN'
}

function asText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

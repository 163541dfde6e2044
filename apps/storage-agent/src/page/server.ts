import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Language } from '@trove/messages/kit/say'
import type { BackupResult, Tried } from './care.ts'
import { renderBackup, renderTried } from './care-pages.ts'
import { renderPage } from './render.ts'
import type { Snapshot } from './snapshot.ts'
import { PAGE_STYLE } from './style.ts'

export type PageServer = { url: string; close(): Promise<void> }

/** What the page shows, and what a person can have done on it. */
export type PageNeeds = {
  look(): Promise<Snapshot[]>
  /** How many nodes there are. */
  nodes: number
  tryEverything(): Promise<Tried[]>
  /** @param node counted from 0 */
  backUp(node: number, passphrase: string, again: string): Promise<BackupResult>
}

/** Names by which only a browser of this machine comes: another name in front of our address is somebody else's page. */
const LOCAL_NAME = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/
const MOST_FORM_BYTES = 4096
/** A test that is under way, or has just ended, is shown to whoever asks next: it sends an alert and writes to each volume. */
const FRESH_MS = 10_000

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  // Not `no-referrer`: under it a browser sends the page's own form with `Origin: null`, as it does that of a page that hides.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

/** Serves the local page, only to this machine. */
export async function startPage(port: number, needs: PageNeeds): Promise<PageServer> {
  const shared = { ...needs, tryEverything: oneAtATime(needs.tryEverything) }
  const server = createServer((request, response) => {
    answer(request, response, shared).catch(() => {
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

function oneAtATime<T>(work: () => Promise<T>): () => Promise<T> {
  let last: { answer: Promise<T>; endedMs: number | undefined } | undefined
  return () => {
    if (last && (last.endedMs === undefined || performance.now() - last.endedMs < FRESH_MS)) return last.answer
    const own: typeof last = { answer: work(), endedMs: undefined }
    own.answer.then(
      () => (own.endedMs = performance.now()),
      () => (own.endedMs = Number.NEGATIVE_INFINITY),
    )
    last = own
    return own.answer
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, needs: PageNeeds) {
  const refuse = (status: number) => void response.writeHead(status, HEADERS).end()
  if (!LOCAL_NAME.test(request.headers.host ?? '')) return refuse(403)
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const language = languageOf(request, searchParams.get('lang'))
  const send = (type: string, body: string) =>
    void response.writeHead(200, { ...HEADERS, 'content-type': `${type}; charset=utf-8` }).end(body)
  if (request.method === 'POST' && pathname === '/backup') {
    if (!isOwnPage(request)) return refuse(403)
    const form = await readForm(request)
    if (!form) return refuse(413)
    return send('text/html', renderBackup(needs.nodes, await backUp(needs, form), language))
  }
  if (request.method !== 'GET') return refuse(405)
  if (pathname === '/style.css') return send('text/css', PAGE_STYLE)
  if (pathname === '/status.json') return send('application/json', JSON.stringify(await needs.look(), asText))
  if (pathname === '/') return send('text/html', renderPage(await needs.look(), language))
  if (pathname === '/backup') return send('text/html', renderBackup(needs.nodes, undefined, language))
  if (pathname !== '/test') return refuse(404)
  if (!isOwnPage(request)) return refuse(403)
  send('text/html', renderTried(await needs.tryEverything(), language))
}

/** Whether a request comes from this page, or from a person who typed its address: no other page has anything done here. */
function isOwnPage({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return headers.origin === undefined || headers.origin === `http://${headers.host}`
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MOST_FORM_BYTES) return undefined
    parts.push(part)
  }
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'))
}

async function backUp(needs: PageNeeds, form: URLSearchParams): Promise<BackupResult> {
  const node = Number(form.get('node') ?? '1') - 1
  if (!Number.isInteger(node) || node < 0 || node >= needs.nodes) return { fault: 'no-key' }
  return await needs.backUp(node, form.get('passphrase') ?? '', form.get('again') ?? '')
}

/** Chinese first, as everywhere; English for who asks for it. */
function languageOf({ headers }: IncomingMessage, asked: string | null): Language {
  if (asked) return asked.startsWith('en') ? 'en' : 'zh-CN'
  return /^en\b/i.test(headers['accept-language'] ?? '') ? 'en' : 'zh-CN'
}

function asText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

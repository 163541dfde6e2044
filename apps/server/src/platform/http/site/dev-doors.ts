import { ContractError } from '@trove/contract/errors/codes'
import { fill, type Language } from '@trove/messages/kit/say'
import { outboxTexts } from '@trove/messages/site/dev-pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Platform } from '../../platform.ts'
import { languageOf } from '../call/values/language.ts'
import { isLocalCall } from './loopback.ts'

/** One text message that was not sent, because the provider is the outbox; `code` is null for a notice. */
export type OutboxMessage = { mobile: string; text: string; code: string | null; at: Date }

export type DevNeeds = {
  platform: Platform
  /** Newest first, of one phone or all; absent with a real provider. */
  listOutbox?: (mobile?: string) => Promise<OutboxMessage[]>
}

const MACHINE_LIMIT_MS = 3000
const ClockMove = z.strictObject({
  advanceMs: z
    .number()
    .int()
    .min(0)
    .max(20 * 366 * 86_400_000),
})

/** Doors of the embedded world for people and tests; each exists only where it may, and only for this machine. */
export function serveDev(server: FastifyInstance, { platform, listOutbox }: DevNeeds): void {
  const { config } = platform
  if (listOutbox) serveOutbox(server, listOutbox)
  if (config.machineInfoUrl) serveMachine(server, config.machineInfoUrl)
  if (!config.hasDevClock) return
  server.post('/dev/clock', async (request, reply) => {
    requireLocal(request)
    const parsed = ClockMove.safeParse(request.body)
    if (!parsed.success) {
      const field = { path: 'advanceMs', error: 'request.invalid', message: 'whole milliseconds, forward only' }
      throw new ContractError('request.invalid', {}, [field])
    }
    const now = await platform.clock.advance(platform.db, parsed.data.advanceMs)
    await platform.jobs.poke()
    return reply.header('cache-control', 'no-store').send({ now: now.toISOString() })
  })
}

function serveOutbox(server: FastifyInstance, list: NonNullable<DevNeeds['listOutbox']>): void {
  const ask = (request: FastifyRequest) => {
    requireLocal(request)
    const { mobile } = request.query as Record<string, unknown>
    return list(typeof mobile === 'string' && mobile !== '' ? mobile : undefined)
  }
  server.get('/dev/outbox.json', async (request, reply) => noStore(reply).send(await ask(request)))
  server.get('/dev/outbox', async (request, reply) => {
    const page = outboxPage(await ask(request), languageOf(request.headers['accept-language']))
    return noStore(reply).type('text/html; charset=utf-8').send(page)
  })
}

function serveMachine(server: FastifyInstance, url: string): void {
  server.get('/dev/machine.json', async (request, reply) => {
    requireLocal(request)
    const answer = await fetch(url, { signal: AbortSignal.timeout(MACHINE_LIMIT_MS) }).catch(() => undefined)
    if (!answer?.ok) throw new ContractError('service.unavailable')
    return noStore(reply)
      .type('application/json')
      .send(await answer.text())
  })
}

function noStore(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store')
}

function requireLocal(request: FastifyRequest): void {
  if (!isLocalCall(request)) throw new ContractError('resource.not-found')
}

function outboxPage(messages: OutboxMessage[], language: Language): string {
  const say = (text: keyof typeof outboxTexts) => escapeHtml(fill(outboxTexts[text], language))
  const rows = messages.map(
    ({ mobile, code, text, at }) =>
      `<tr><td>${escapeHtml(mobile)}</td><td><strong>${escapeHtml(code ?? '')}</strong></td><td>${escapeHtml(text)}</td><td>${at.toISOString()}</td></tr>`,
  )
  const head = ['mobile', 'code', 'text', 'at'].map((key) => `<th>${say(key as 'mobile')}</th>`).join('')
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta http-equiv="refresh" content="5">
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="/favicon.svg"><title>${say('title')}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color-scheme:light dark}
table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #8884;padding:.5rem;text-align:left}strong{font-size:1.3em}</style>
<h1>${say('title')}</h1><p>${say('note')}</p>
<table><thead><tr>${head}</tr></thead><tbody>${rows.join('') || `<tr><td colspan="4">${say('empty')}</td></tr>`}</tbody></table></html>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

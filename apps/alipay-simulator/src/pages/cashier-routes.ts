import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { APP_ID, findAccount, listPeople } from '../accounts/accounts.ts'
import { GatewayError } from '../base/errors.ts'
import { REFUSALS } from '../base/texts.ts'
import type { Session } from '../base/trade-types.ts'
import { readPageOrder } from '../methods/page-order.ts'
import { sweep } from '../trades/sweep.ts'
import { closeTrade, findSession, findTrade, openSession, payTrade, scanTrade } from '../trades/trades.ts'
import { requireSigned } from '../world/call.ts'
import { returnLocation } from '../world/return-location.ts'
import type { World } from '../world/world.ts'
import { cashierPage } from './cashier-page.ts'
import { html } from './html.ts'
import { icon } from './icons.ts'
import { type Page, sendPage, startPage } from './layout.ts'
import { fact } from './parts.ts'

type Ids = { Params: { sessionId: string }; Querystring: { change?: string } }

/** A browser opened a signed pay address: checks it and sends the browser on to a cashier page. */
export function openCashier(world: World, reply: FastifyReply, parameters: Record<string, string>): FastifyReply {
  const method = parameters.method ?? ''
  requireSigned(world, parameters, APP_ID, true)
  const isCertMode = parameters.app_cert_sn !== undefined
  const order = readPageOrder({ method, parameters, isCertMode, fault: undefined }, world.clock.nowMs())
  return reply.redirect(`/cashier/${openSession(world, order).sessionId}`)
}

/** The page that says why a signed address or an unknown cashier address cannot be used. */
export function cashierError(request: FastifyRequest, reply: FastifyReply, error: GatewayError): FastifyReply {
  const page = startPage(request, reply)
  const reason = explain(page, error)
  return sendPage(
    reply.code(error.subCode === 'not-found' ? 404 : 400),
    page,
    'cashierTitle',
    html`<section class="card ending closed"><div class="seal">${icon('alert')}</div><h1>${page.say('errorHeading')}</h1>
    <p class="reason">${reason}</p><p class="help">${page.say('errorHelp')}</p>
    <dl class="facts">${fact(page.say('errorCode'), html`<span class="num">${error.subCode}</span>`)}</dl></section>`,
  )
}

/** The cashier pages for a person. */
export function serveCashier(server: FastifyInstance, world: World): void {
  server.get<Ids>('/cashier/:sessionId', (request, reply) =>
    withSession(world, request, reply, (session) => show(world, request, reply, session)),
  )
  server.post<Ids & { Body: { user?: string } }>('/cashier/:sessionId/scan', (request, reply) =>
    withSession(world, request, reply, (session) => {
      scanTrade(world, session, request.body?.user ?? '')
      return reply.redirect(`/cashier/${session.sessionId}`, 303)
    }),
  )
  server.post<Ids>('/cashier/:sessionId/pay', (request, reply) =>
    withSession(world, request, reply, async (session) => {
      const location = await returnLocation(world, payTrade(world, session.outTradeNo))
      return reply.redirect(location === '' ? `/cashier/${session.sessionId}` : location, 303)
    }),
  )
  server.post<Ids>('/cashier/:sessionId/refuse', (request, reply) =>
    withSession(world, request, reply, (session) => {
      const trade = findTrade(world, { outTradeNo: session.outTradeNo })
      if (trade !== undefined) closeTrade(world, trade, 'buyer')
      return reply.redirect(`/cashier/${session.sessionId}`, 303)
    }),
  )
  server.get<Ids>('/cashier/:sessionId/return', (request, reply) =>
    withSession(world, request, reply, async (session) => {
      const trade = findTrade(world, { outTradeNo: session.outTradeNo })
      const location = trade?.paidAt ? await returnLocation(world, trade) : ''
      return reply.redirect(location === '' ? `/cashier/${session.sessionId}` : location, 303)
    }),
  )
}

async function withSession(
  world: World,
  request: FastifyRequest<Ids>,
  reply: FastifyReply,
  act: (session: Session) => unknown,
): Promise<unknown> {
  sweep(world)
  const session = findSession(world, request.params.sessionId)
  if (session === undefined) return cashierError(request, reply, new GatewayError('40004', 'not-found', ''))
  try {
    return await act(session)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return show(world, request, reply.code(409), session, error)
  }
}

function show(
  world: World,
  request: FastifyRequest<Ids>,
  reply: FastifyReply,
  session: Session,
  error?: GatewayError,
): FastifyReply {
  const page = startPage(request, reply)
  const trade = findTrade(world, { outTradeNo: session.outTradeNo })
  // "Use another account" shows the choice again; the trade stays and takes the next person as its buyer.
  const isChanging = request.query.change === '1' || error?.subCode === 'ACQ.BUYER_NOT_EXIST'
  const shown = isChanging && trade?.status === 'WAIT_BUYER_PAY' ? undefined : trade
  const body = cashierPage({
    page,
    session,
    trade: shown,
    buyer: shown === undefined ? undefined : findAccount(world.store, shown.buyerId),
    people: listPeople(world.store),
    now: world.clock.nowMs(),
    problem: error === undefined ? undefined : page.say('failedPay', { reason: explain(page, error) }),
  })
  return sendPage(reply, page, 'cashierTitle', body)
}

function explain(page: Page, error: GatewayError): string {
  if (error.subCode === 'not-found') return page.say('notFound')
  return REFUSALS[error.subCode]?.[page.language] ?? error.subCode
}

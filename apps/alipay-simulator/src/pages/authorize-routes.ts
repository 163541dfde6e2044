import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { APP_ID, findAccount, listPeople } from '../accounts/accounts.ts'
import { GatewayError, invalidCall } from '../base/errors.ts'
import type { World } from '../world/world.ts'
import { type AuthorizeRequest, authorizeLocation, declineLocation } from './authorize-location.ts'
import { cashierError } from './cashier-routes.ts'
import { type Html, html } from './html.ts'
import { icon } from './icons.ts'
import { type Page, sendPage, startPage } from './layout.ts'
import { accountChoice } from './parts.ts'

const PATH = '/oauth2/publicAppAuthorize.htm'
const wish = z.object({
  app_id: z.string(),
  scope: z.string().default('auth_user'),
  redirect_uri: z.string(),
  state: z.string().max(512).default(''),
})
const answerBody = wish.extend({ user: z.string().default(''), decision: z.enum(['agree', 'decline']) })

/** The page on which a person lets the merchant app recognise a test account. */
export function serveAuthorize(server: FastifyInstance, world: World): void {
  server.get(PATH, (request, reply) =>
    guarded(request, reply, () => {
      const page = startPage(request, reply)
      const asked = readWish(request.query)
      return sendPage(reply, page, 'authorizeTitle', authorizePage(world, page, asked))
    }),
  )
  server.post(PATH, (request, reply) =>
    guarded(request, reply, () => {
      const asked = readWish(request.body)
      const { decision, user } = answerBody.parse(request.body)
      if (decision === 'decline') return reply.redirect(declineLocation(asked), 303)
      const account = findAccount(world.store, user)
      if (account?.kind !== 'person') throw invalidCall('ACQ.BUYER_NOT_EXIST', 'user')
      return reply.redirect(authorizeLocation(world, asked, account.userId), 303)
    }),
  )
}

function readWish(input: unknown): AuthorizeRequest {
  const parsed = wish.safeParse(input)
  if (!parsed.success) throw invalidCall('isv.invalid-parameter', 'app_id, scope, redirect_uri, state')
  const { app_id: appId, scope, redirect_uri: redirectUri, state } = parsed.data
  if (appId !== APP_ID) throw invalidCall('isv.invalid-app-id', 'app_id')
  if (scope !== 'auth_user' && scope !== 'auth_base') throw invalidCall('isv.invalid-scope', 'scope')
  if (!/^https?:\/\//.test(redirectUri) || !URL.canParse(redirectUri)) {
    throw invalidCall('isv.redirect-uri-invalid', 'redirect_uri')
  }
  return { redirectUri, scope, state }
}

function guarded(request: FastifyRequest, reply: FastifyReply, act: () => FastifyReply): FastifyReply {
  try {
    return act()
  } catch (error) {
    if (error instanceof GatewayError) return cashierError(request, reply, error)
    if (error instanceof z.ZodError) return cashierError(request, reply, invalidCall('isv.invalid-parameter', ''))
    throw error
  }
}

function authorizePage(world: World, page: Page, asked: AuthorizeRequest): Html {
  const { say } = page
  const people = listPeople(world.store)
  const preferred = people.find((person) => person.userKey === 'seller') ?? people[0]
  const grants = [
    html`<li>${icon('person')}<span>${say('grantId')}</span></li>`,
    ...(asked.scope === 'auth_user'
      ? [
          html`<li>${icon('check')}<span>${say('grantNick')}</span></li>`,
          html`<li>${icon('check')}<span>${say('grantAvatar')}</span></li>`,
        ]
      : []),
  ]
  return html`<div class="columns">
  <aside class="card order consent">
    <div class="due"><div class="app-mark">${icon('store')}<span class="joint"></span>${icon('person')}</div>
    <div><p class="label">${say('merchantApp')}</p>
    <p class="app-name">${say('demoMerchant')}</p>
    <p class="sub num">${say('app')} ${APP_ID}</p></div></div>
    <div class="more"><p class="help">${say('authorizeHelp')}</p>
    <ul class="grants">${grants}<li class="never">${icon('lock')}<span>${say('grantNever')}</span></li></ul>
    <p class="sub returns">${icon('link')}<span>${say('returnsTo')} <span class="num">${new URL(asked.redirectUri).host}</span></span></p></div>
  </aside>
  <section class="card act">
    <h1>${say('authorizeHeading')}</h1>
    <p class="help">${say('authorizeChoose')}</p>
    <form method="post" action="${PATH}">
      <input type="hidden" name="app_id" value="${APP_ID}">
      <input type="hidden" name="scope" value="${asked.scope}">
      <input type="hidden" name="redirect_uri" value="${asked.redirectUri}">
      <input type="hidden" name="state" value="${asked.state}">
      ${accountChoice(page, people, preferred?.userId ?? '', say('authorizeChoose'))}
      <div class="actions">
        <button class="primary" type="submit" name="decision" value="agree">${say('agree')}</button>
        <button class="secondary" type="submit" name="decision" value="decline">${say('decline')}</button>
      </div>
    </form>
  </section></div>`
}

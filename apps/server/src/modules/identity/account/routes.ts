import { Readable } from 'node:stream'
import * as contract from '@trove/contract/identity/account'
import { type Caller, type RequestContext, type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import type { CodePurpose } from '../codes/rules.ts'
import { type SendCodeDeps, sendCode } from '../codes/send-code.ts'
import type { Cookies } from '../sessions/cookies.ts'
import type { Account } from './service.ts'

export type AccountRouteNeeds = { account: Account; cookies: Cookies; sendCodeDeps: SendCodeDeps }

/** Routes of the rights over one's own account. */
export function accountRoutes(needs: AccountRouteNeeds): ServedRoute[] {
  return [...readingRoutes(needs), ...changingRoutes(needs)]
}

function readingRoutes({ account }: AccountRouteNeeds): ServedRoute[] {
  return [
    serve(contract.accountState, (_, { caller }) => account.state(caller.userId)),
    serve(contract.exportAccount, async (_, { caller, reply }) => {
      const at = new Date().toISOString()
      const copy = await account.copy(caller.userId, at)
      return (
        reply
          .headers({
            'content-type': 'application/json; charset=utf-8',
            'content-disposition': `attachment; filename="trove-data-${at.slice(0, 10)}.json"`,
          })
          // Each piece may be a whole file: no more than one waits for the line.
          .send(Readable.from(copy, { highWaterMark: 1 }))
      )
    }),
  ]
}

function changingRoutes({ account, cookies, sendCodeDeps }: AccountRouteNeeds): ServedRoute[] {
  const send = (
    ask: { mobile: string; purpose: CodePurpose; slider: string | undefined; isOwnSession: boolean },
    { ip, language, request }: RequestContext,
  ) => sendCode(sendCodeDeps, { ...ask, ip, language, userAgent: request.headers['user-agent'] })
  const fromOf = ({ request, caller }: RequestContext<Caller>, slider: string | undefined) => ({
    userAgent: request.headers['user-agent'],
    slider,
    sessionId: caller.sessionId,
  })
  return [
    serve(contract.sendAccountCode, async ({ body }, context) => {
      const mobile = await account.ownPhone(context.caller.userId)
      return send({ mobile, purpose: body.purpose, slider: body.slider, isOwnSession: true }, context)
    }),
    serve(contract.sendNewMobileCode, ({ body }, context) =>
      send({ mobile: body.mobile, purpose: 'new-mobile', slider: body.slider, isOwnSession: false }, context),
    ),
    serve(contract.changeMobile, ({ body }, context) =>
      account.changeMobile(context.caller, { ...body, language: context.language }, fromOf(context, body.slider)),
    ),
    serve(contract.deleteAccount, async ({ body }, context) => {
      await account.requestDeletion(context.caller.userId, body.smsCode, fromOf(context, body.slider))
      if (cookies.isWeb(context.request)) cookies.clearRefresh(context.reply)
      return null
    }),
    serve(contract.giveConsent, ({ body }, { caller }) =>
      account.giveConsent(caller.userId, body.purpose, body.version),
    ),
    serve(contract.withdrawConsent, ({ body }, { caller }) => account.withdrawConsent(caller.userId, body.purpose)),
  ]
}

import { ContractError } from '@trove/contract/errors/codes'
import * as contract from '@trove/contract/identity/routes'
import type { Db } from '../../platform/db/handle.ts'
import { type RequestContext, type ServedRoute, serve } from '../../platform/http/call/serve.ts'
import { ipBucket } from '../../platform/http/call/values/ip.ts'
import type { Limiter } from '../../platform/rate-limit.ts'
import { type SendCodeDeps, sendCode } from './codes/send-code.ts'
import { openQuestion, openSlider } from './codes/slider.ts'
import type { Directory, Profile } from './people/profile.ts'
import type { Cookies } from './sessions/cookies.ts'
import type { Pair, Sessions } from './sessions/service.ts'
import { type SignInDeps, signIn } from './sign-in.ts'

export type RouteNeeds = {
  db: Db
  limiter: Limiter
  cookies: Cookies
  sessions: Sessions
  profile: Profile
  directory: Directory
  sendCodeDeps: SendCodeDeps
  signInDeps: SignInDeps
  /** The real name a certified expert shows to everybody. */
  findPublicName(userId: string): Promise<string | undefined>
}

const SLIDER_LIMIT = { limit: 120, windowSeconds: 3600 }

export function identityRoutes(needs: RouteNeeds): ServedRoute[] {
  return [...signInRoutes(needs), ...sessionRoutes(needs), ...profileRoutes(needs)]
}

function signInRoutes(needs: RouteNeeds): ServedRoute[] {
  const send = (
    ask: { mobile: string; slider?: string; deviceSecret?: string | undefined },
    { ip, language, request }: RequestContext,
  ) => {
    const userAgent = request.headers['user-agent']
    return sendCode(needs.sendCodeDeps, { ...ask, purpose: 'sign-in', ip, language, userAgent })
  }
  return [
    serve(contract.sendSms, ({ query }, context) => send(query, context)),
    // No cookie counts at the GET: a link on another site could spend what the device may ask for.
    serve(contract.sendSmsByPost, ({ body }, context) =>
      send({ ...body, deviceSecret: needs.cookies.readDevice(context.request) }, context),
    ),
    serve(contract.token, ({ body }, context) => {
      if (body.grant_type === 'mobile') return signInByCode(needs, body, context)
      if (body.grant_type === 'refresh_token') return refresh(needs, body.refresh_token, context)
      throw new ContractError('identity.grant-unsupported')
    }),
    serve(contract.getSlider, async (_, { ip }) => {
      await needs.limiter.require('identity.slider', ipBucket(ip), SLIDER_LIMIT)
      return openSlider(needs.db)
    }),
    serve(contract.getSliderQuestion, async (_, { ip, language }) => {
      // One limit for both: the question is no cheaper way to try again.
      await needs.limiter.require('identity.slider', ipBucket(ip), SLIDER_LIMIT)
      return openQuestion(needs.db, language)
    }),
  ]
}

type TokenBody = ReturnType<(typeof contract.token)['body']['parse']>

async function signInByCode(needs: RouteNeeds, body: TokenBody, context: RequestContext) {
  const { request, reply, language } = context
  const signedIn = await signIn(needs.signInDeps, {
    mobile: body.mobile,
    code: body.smsCode,
    scope: body.scope,
    device: body.device,
    slider: body.slider,
    agreement: body.agreement,
    deviceSecret: needs.cookies.readDevice(request),
    userAgent: request.headers['user-agent'],
    language,
  })
  needs.cookies.setDevice(reply, signedIn.deviceSecret)
  return answerPair(needs, signedIn, context)
}

async function refresh(needs: RouteNeeds, inBody: string | undefined, context: RequestContext) {
  const { cookies, sessions } = needs
  // A browser's cookie counts only with the pages' own header: no other site can make it speak.
  const isWeb = cookies.isWeb(context.request)
  const presented = inBody ?? (isWeb ? cookies.readRefresh(context.request) : undefined)
  try {
    return answerPair(needs, await sessions.refresh(presented ?? ''), context)
  } catch (error) {
    if (isWeb && error instanceof ContractError) cookies.clearRefresh(context.reply)
    throw error
  }
}

function answerPair({ cookies }: RouteNeeds, pair: Pair, { request, reply }: RequestContext) {
  const isWeb = cookies.isWeb(request)
  if (isWeb) cookies.setRefresh(reply, pair.refreshToken)
  return {
    access_token: pair.accessToken,
    ...(isWeb ? {} : { refresh_token: pair.refreshToken }),
    token_type: 'bearer' as const,
    expires_in: pair.expiresInSeconds,
    user_id: pair.userId,
  }
}

function sessionRoutes({ sessions, cookies }: RouteNeeds): ServedRoute[] {
  return [
    serve(contract.logout, async (_, { caller, request, reply }) => {
      await sessions.logout(caller.userId, caller.sessionId)
      if (cookies.isWeb(request)) cookies.clearRefresh(reply)
      return null
    }),
    serve(contract.listSessions, (_, { caller }) => sessions.list(caller.userId, caller.sessionId)),
    serve(contract.revokeSession, async ({ params }, { caller }) => {
      await sessions.revoke(caller.userId, params.id)
      return null
    }),
    serve(contract.revokeOtherSessions, async (_, { caller }) => ({
      revoked: await sessions.revokeOthers(caller.userId, caller.sessionId),
    })),
  ]
}

function profileRoutes({ profile, directory, findPublicName }: RouteNeeds): ServedRoute[] {
  return [
    serve(contract.memberInfo, (_, { caller, language }) => profile.memberInfo(caller.userId, language)),
    serve(contract.getUser, async ({ query }, { caller }) => {
      const person = await directory.getPerson(query.userId)
      const isOwn = query.userId === caller.userId
      const own = isOwn ? await profile.ownRealName(caller.userId) : null
      return { ...person, realName: own ?? (await findPublicName(query.userId)) ?? null }
    }),
    serve(contract.updateUser, async ({ body }, { caller, language }) => {
      const changed = await profile.changeName(caller.userId, body, language)
      directory.forget(caller.userId)
      return changed
    }),
    serve(contract.updateRealName, ({ body }, { caller, language }) =>
      profile.changeRealName(caller.userId, body, language),
    ),
    serve(contract.addInterestTags, ({ query }, { caller, language }) =>
      profile.saveTags(caller.userId, query.interestTagIdList.split(','), language),
    ),
    serve(contract.setInterestTags, ({ body }, { caller, language }) =>
      profile.saveTags(caller.userId, body.interestTagIdList, language),
    ),
  ]
}

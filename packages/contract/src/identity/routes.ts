import { z } from 'zod'
import { InterestTag } from '../dictionary/routes.ts'
import { route } from '../kit/route.ts'
import { Id, Moment, Nothing, PersonCard, personText, queryText } from '../kit/shapes.ts'
import { STAFF_ROLES } from '../kit/staff-roles.ts'
import { accountRoutes } from './account.ts'
import { AGREEMENT_VERSION, Mobile, RealName } from './shapes.ts'

export { AGREEMENT_VERSION, MOBILE_PATTERN, Mobile } from './shapes.ts'

/** Signing in by phone and SMS code, sessions, profile. Paths of the specification part A 7; rules of money.md B. */

/** Seconds until a code may be asked for again. */
export const SMS_RESEND_SECONDS = 60
export const Device = z.enum(['pc', 'mobile'])

const GATEWAY = '/api/new_gateway/{product}'

export const sendSms = route({
  id: 'identity.send-sms',
  method: 'GET',
  path: `${GATEWAY}-sso-authcenter/sms/send/1`,
  summary: 'Send a sign-in code to a phone',
  auth: 'none',
  envelope: 'gateway',
  isUnsafeGet: true,
  query: z.object({ mobile: Mobile, slider: queryText(400) }),
  ok: z.object({ resendSeconds: z.number().int() }),
  errors: [
    'identity.phone-invalid',
    'identity.sms-too-soon',
    'identity.sms-limit',
    'identity.sms-failed',
    'identity.slider-required',
  ],
})

/** The same as a POST, for clients of today: no number ends up in an address. */
export const sendSmsByPost = route({
  ...sendSms,
  id: 'identity.send-sms-post',
  method: 'POST',
  isUnsafeGet: false,
  query: undefined,
  body: z.strictObject(sendSms.query.shape),
})

export const TokenPair = z.object({
  access_token: z.string(),
  /** Left out for browsers, which get it in an HttpOnly cookie (they send `X-Trove-Client: web`). */
  refresh_token: z.string().optional(),
  token_type: z.literal('bearer'),
  /** Seconds the access token lives. */
  expires_in: z.number().int(),
  user_id: Id,
})

export const token = route({
  id: 'identity.token',
  method: 'POST',
  path: `${GATEWAY}-sso-authcenter/oauth/token`,
  summary: 'Sign in with a phone and code (grant_type=mobile), or refresh (grant_type=refresh_token)',
  auth: 'client',
  envelope: 'token',
  bodyKind: 'form-or-query',
  body: z.object({
    grant_type: z.string().max(40),
    scope: z.string().max(40).optional(),
    mobile: Mobile.optional(),
    smsCode: z.string().max(12).optional(),
    device: Device.optional(),
    refresh_token: z.string().max(2000).optional(),
    slider: z.string().max(400).optional(),
    agreement: z.string().max(20).optional(),
  }),
  ok: TokenPair,
  errors: [
    'identity.phone-invalid',
    'identity.code-wrong',
    'identity.code-attempts',
    'identity.slider-required',
    'identity.grant-unsupported',
    'identity.refresh-invalid',
  ],
})

/** Two drawings: the background of 300 by 150 with a hole, the piece of 44 by 44. `y` and the answer's x are in their units. */
export const Slider = z.object({ id: z.string(), backgroundSvg: z.string(), pieceSvg: z.string(), y: z.number().int() })

export const getSlider = route({
  id: 'identity.get-slider',
  method: 'GET',
  path: `${GATEWAY}-sso-authcenter/slider`,
  summary: 'A slider puzzle; the answer goes as slider="id:x"',
  auth: 'none',
  envelope: 'gateway',
  ok: Slider,
})

export const SliderQuestion = z.object({ id: z.string(), question: z.string() })

export const getSliderQuestion = route({
  id: 'identity.get-slider-question',
  method: 'GET',
  path: `${GATEWAY}-sso-authcenter/slider/question`,
  summary: 'A question in place of the slider, for people who cannot see it; its number goes as slider="id:number"',
  auth: 'none',
  envelope: 'gateway',
  ok: SliderQuestion,
})

export const MemberInfo = z.object({
  userId: Id,
  username: z.string(),
  headImgUrl: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  /** The phone with its middle hidden, such as 138****0002. */
  mobile: z.string(),
  realName: z.string().nullable(),
  /** A receiving (Alipay) account is bound (decision 12). */
  walletFlag: z.boolean(),
  /** `operator`: a member of the staff, whatever their roles. */
  role: z.enum(['member', 'operator']),
  staffRoles: z.array(z.enum(STAFF_ROLES)),
  isDemo: z.boolean(),
  sysDictVOList: z.array(InterestTag),
  /** The agreement version this person accepted last. */
  agreement: z.string().nullable(),
})

export const memberInfo = route({
  id: 'identity.member-info',
  method: 'GET',
  path: `${GATEWAY}-member/sso/member/info`,
  summary: 'Who is signed in',
  auth: 'user',
  envelope: 'gateway',
  ok: MemberInfo,
})

export const logout = route({
  id: 'identity.logout',
  method: 'POST',
  path: `${GATEWAY}-member/sso/member/logout`,
  summary: 'Sign out: revokes this session on the server',
  auth: 'user',
  envelope: 'gateway',
  ok: Nothing,
})

export const SessionItem = z.object({
  id: Id,
  device: Device,
  /** Browser and system from the user agent, shortened. */
  agent: z.string(),
  createdAt: Moment,
  lastUsedAt: Moment,
  isCurrent: z.boolean(),
})

export const listSessions = route({
  id: 'identity.list-sessions',
  method: 'GET',
  path: '/api/consumer/session/list',
  summary: 'Where this person is signed in',
  auth: 'user',
  ok: z.array(SessionItem),
})

export const revokeSession = route({
  id: 'identity.revoke-session',
  method: 'DELETE',
  path: '/api/consumer/session/{id}',
  summary: 'Sign one session out',
  auth: 'user',
  params: z.object({ id: Id }),
  ok: Nothing,
  errors: ['identity.session-not-found'],
})

export const revokeOtherSessions = route({
  id: 'identity.revoke-other-sessions',
  method: 'POST',
  path: '/api/consumer/session/revoke-others',
  summary: 'Sign out everywhere else',
  auth: 'user',
  ok: z.object({ revoked: z.number().int() }),
})

export const getUser = route({
  id: 'identity.get-user',
  method: 'GET',
  path: '/api/consumer/user/get/info',
  summary: 'A person by id, as others see them',
  auth: 'user',
  query: z.object({ userId: Id }),
  /** Its owner's own real name; a certified expert's is public (decision 47). */
  ok: PersonCard.extend({ realName: z.string().nullable() }),
  errors: ['resource.not-found'],
})

export const ProfileChange = z.strictObject({ userId: Id.optional(), username: personText(1, 30).optional() })

export const updateUser = route({
  id: 'identity.update-user',
  method: 'POST',
  path: '/api/consumer/user/update/info',
  summary: 'Change one’s own nickname',
  auth: 'user',
  body: ProfileChange,
  ok: MemberInfo,
  errors: ['session.forbidden'],
})

export const RealNameChange = z.strictObject({
  userId: Id.optional(),
  realName: RealName,
  /** The text the person consented to by saving it; kept as a consent of its own. */
  consent: z.literal(AGREEMENT_VERSION).optional(),
})

export const updateRealName = route({
  id: 'identity.update-real-name',
  method: 'POST',
  path: '/api/consumer/user/update/real/name',
  summary: 'Set one’s own real name',
  auth: 'user',
  body: RealNameChange,
  ok: MemberInfo,
  errors: ['session.forbidden', 'wallet.real-name-empty'],
})

export const addInterestTags = route({
  id: 'identity.add-interest-tags',
  method: 'GET',
  path: '/api/consumer/user/add/interest/tag',
  summary: 'Save one’s interest tags (comma-joined ids)',
  auth: 'user',
  isUnsafeGet: true,
  query: z.object({ interestTagIdList: z.string().max(2000) }),
  ok: z.array(InterestTag),
  errors: ['identity.tags-empty', 'resource.not-found'],
})

export const setInterestTags = route({
  id: 'identity.set-interest-tags',
  method: 'POST',
  path: '/api/consumer/user/add/interest/tag',
  summary: 'Save one’s interest tags',
  auth: 'user',
  body: z.strictObject({ interestTagIdList: z.array(z.string().max(64)).min(1).max(50) }),
  ok: z.array(InterestTag),
  errors: ['identity.tags-empty', 'resource.not-found'],
})

export const identityRoutes = [
  sendSms,
  sendSmsByPost,
  token,
  getSlider,
  getSliderQuestion,
  memberInfo,
  logout,
  listSessions,
  revokeSession,
  revokeOtherSessions,
  getUser,
  updateUser,
  updateRealName,
  addInterestTags,
  setInterestTags,
  ...accountRoutes,
] as const

import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Moment, personText } from '../kit/shapes.ts'
import { slider, smsCode } from './account.ts'

/** Second factors: codes of an authenticator app, passkeys, and recovery codes for when both are lost. */

export const RECOVERY_CODES = 10
/** Passkeys of one person. */
export const PASSKEYS_MAX = 10

export const FactorState = z.object({
  hasTotp: z.boolean(),
  passkeys: z.array(z.object({ id: z.string(), name: z.string(), createdAt: Moment, usedAt: Moment.nullable() })),
  recoveryLeft: z.number().int(),
  /** Whether one was shown in this session within the last ten minutes. */
  isFresh: z.boolean(),
})

/** A code sent to one's phone, for the first factor: from the second on, a factor is asked for instead. */
const First = { smsCode: smsCode.optional(), slider }
/** What a browser's passkey answers; read by the library that checks it. */
const PasskeyAnswer = z.looseObject({ id: z.string().max(2000), response: z.looseObject({}), type: z.string().max(40) })
const Credential = z.object({
  id: z.string(),
  type: z.string(),
  transports: z.array(z.string()).optional(),
})
const Ask = { challenge: z.string(), timeout: z.number().optional() }
/** What browsers take to make a passkey (WebAuthn, PublicKeyCredentialCreationOptionsJSON). */
const PasskeyToMake = z.object({
  ...Ask,
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.string() })),
  attestation: z.string().optional(),
  excludeCredentials: z.array(Credential).optional(),
  authenticatorSelection: z
    .object({
      residentKey: z.string().optional(),
      requireResidentKey: z.boolean().optional(),
      userVerification: z.string().optional(),
    })
    .optional(),
  hints: z.array(z.string()).optional(),
})
/** What browsers take to show one (PublicKeyCredentialRequestOptionsJSON). */
const PasskeyToShow = z.object({
  ...Ask,
  rpId: z.string().optional(),
  allowCredentials: z.array(Credential).optional(),
  userVerification: z.string().optional(),
})
const Enrolled = z.object({
  state: FactorState,
  /** Shown once, with the first factor. */
  recoveryCodes: z.array(z.string()),
})

export const factorState = route({
  id: 'factor.state',
  method: 'GET',
  path: '/api/consumer/factor/state',
  summary: 'One’s second factors, and whether one was shown lately',
  auth: 'user',
  ok: FactorState,
})

export const beginTotp = route({
  id: 'factor.begin-totp',
  method: 'POST',
  path: '/api/consumer/factor/totp/begin',
  summary: 'A secret for an authenticator app; it counts once a code of it was typed',
  auth: 'user',
  keepsNoAnswer: true,
  body: z.strictObject(First),
  ok: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['factor.needed', 'factor.exists', 'identity.code-wrong', 'identity.code-attempts', 'request.too-frequent'],
})

export const confirmTotp = route({
  id: 'factor.confirm-totp',
  method: 'POST',
  path: '/api/consumer/factor/totp/confirm',
  summary: 'The first code of the app: from now on it is a second factor',
  auth: 'user',
  keepsNoAnswer: true,
  body: z.strictObject({ code: z.string().max(12) }),
  ok: Enrolled,
  errors: ['factor.needed', 'factor.not-begun', 'factor.code-wrong', 'request.too-frequent'],
})

export const beginPasskey = route({
  id: 'factor.begin-passkey',
  method: 'POST',
  path: '/api/consumer/factor/passkey/begin',
  summary: 'What the browser needs to make a passkey',
  auth: 'user',
  body: z.strictObject(First),
  ok: PasskeyToMake,
  errors: ['factor.needed', 'factor.limit', 'identity.code-wrong', 'identity.code-attempts', 'request.too-frequent'],
})

export const confirmPasskey = route({
  id: 'factor.confirm-passkey',
  method: 'POST',
  path: '/api/consumer/factor/passkey/confirm',
  summary: 'The passkey the browser made: from now on it is a second factor',
  auth: 'user',
  keepsNoAnswer: true,
  body: z.strictObject({ name: personText(1, 40), answer: PasskeyAnswer }),
  ok: Enrolled,
  errors: ['factor.needed', 'factor.not-begun', 'factor.passkey-wrong', 'factor.limit', 'request.too-frequent'],
})

export const askPasskey = route({
  id: 'factor.ask-passkey',
  method: 'POST',
  path: '/api/consumer/factor/passkey/ask',
  summary: 'What the browser needs to show one of one’s passkeys',
  auth: 'user',
  ok: PasskeyToShow,
  errors: ['factor.missing', 'request.too-frequent'],
})

export const proveFactor = route({
  id: 'factor.prove',
  method: 'POST',
  path: '/api/consumer/factor/prove',
  summary: 'Show a second factor: for ten minutes this session may do what needs one',
  auth: 'user',
  body: z.union([
    z.strictObject({ code: z.string().max(12) }),
    z.strictObject({ recoveryCode: z.string().max(40) }),
    z.strictObject({ passkey: PasskeyAnswer }),
  ]),
  ok: FactorState,
  errors: [
    'factor.missing',
    'factor.code-wrong',
    'factor.code-limit',
    'factor.passkey-wrong',
    'factor.not-begun',
    'request.too-frequent',
  ],
})

export const removeFactor = route({
  id: 'factor.remove',
  method: 'POST',
  path: '/api/consumer/factor/remove',
  summary: 'Remove the authenticator app, or a passkey by its id',
  auth: 'user',
  needsFactor: true,
  body: z.union([z.strictObject({ totp: z.literal(true) }), z.strictObject({ passkeyId: z.string().max(2000) })]),
  ok: FactorState,
  errors: ['resource.not-found'],
})

export const renewRecoveryCodes = route({
  id: 'factor.renew-recovery-codes',
  method: 'POST',
  path: '/api/consumer/factor/recovery/renew',
  summary: 'New recovery codes in place of the former',
  auth: 'user',
  keepsNoAnswer: true,
  needsFactor: true,
  ok: Enrolled,
})

export const secondFactorRoutes = [
  factorState,
  beginTotp,
  confirmTotp,
  beginPasskey,
  confirmPasskey,
  askPasskey,
  proveFactor,
  removeFactor,
  renewRecoveryCodes,
] as const

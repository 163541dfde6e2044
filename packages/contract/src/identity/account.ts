import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Moment, Nothing } from '../kit/shapes.ts'
import { AGREEMENT_VERSION, Mobile } from './shapes.ts'

/** Rights over one's own account: a copy of one's data, consents, another phone number, deletion (money.md B, PIPL). */

/** What a consent is for. `sign-in` is the agreement; the others are asked for apart, because they are sensitive. */
export const CONSENT_PURPOSES = ['sign-in', 'real-name', 'receiving-account', 'certification'] as const
const ConsentPurpose = z.enum(CONSENT_PURPOSES)

/** What keeps an account from being deleted now; each has an error code `identity.delete-<word>`. */
export const DELETION_HINDRANCES = ['orders', 'leases', 'income', 'payout', 'staff'] as const
export type DeletionHindrance = (typeof DELETION_HINDRANCES)[number]

export const CONSENT_VERSION = AGREEMENT_VERSION

export const ConsentItem = z.object({
  purpose: ConsentPurpose,
  version: z.string(),
  isGiven: z.boolean(),
  /** When it was given or withdrawn last. */
  at: Moment,
})

export const AccountState = z.object({
  /** Empty when the account can be deleted. */
  hindrances: z.array(z.enum(DELETION_HINDRANCES)),
  consents: z.array(ConsentItem),
})

export const accountState = route({
  id: 'identity.account-state',
  method: 'GET',
  path: '/api/consumer/account/state',
  summary: 'One’s consents, and what keeps the account from being deleted',
  auth: 'user',
  ok: AccountState,
})

export const exportAccount = route({
  id: 'identity.export-account',
  method: 'GET',
  path: '/api/consumer/account/export',
  summary: 'A copy of everything kept of oneself, as a JSON file; files one sent are in `contents`, as base64',
  auth: 'user',
  needsFactor: 'if-any',
  envelope: 'raw',
  ok: z.any(),
})

/** What a code sent to one's own number is for. */
export const ACCOUNT_CODE_PURPOSES = ['delete-account', 'change-mobile', 'receiving-account', 'second-factor'] as const

export const slider = z.string().max(400).optional()
export const smsCode = z.string().max(12)
const SEND_ERRORS = [
  'identity.phone-invalid',
  'identity.sms-too-soon',
  'identity.sms-limit',
  'identity.sms-failed',
  'identity.slider-required',
] as const
export const CODE_ERRORS = ['identity.code-wrong', 'identity.code-attempts', 'identity.slider-required'] as const

export const sendAccountCode = route({
  id: 'identity.send-account-code',
  method: 'POST',
  path: '/api/consumer/account/code',
  summary:
    'Send a code to one’s own phone before deleting the account, changing the number or binding a receiving account',
  auth: 'user',
  body: z.strictObject({ purpose: z.enum(ACCOUNT_CODE_PURPOSES), slider }),
  ok: z.object({ resendSeconds: z.number().int() }),
  errors: SEND_ERRORS,
})

export const sendNewMobileCode = route({
  id: 'identity.send-new-mobile-code',
  method: 'POST',
  path: '/api/consumer/account/mobile/code',
  summary: 'Send a code to the phone one wants to change to',
  auth: 'user',
  body: z.strictObject({ mobile: Mobile, slider }),
  ok: z.object({ resendSeconds: z.number().int() }),
  errors: SEND_ERRORS,
})

export const MobileChange = z.strictObject({
  mobile: Mobile,
  /** The code sent to the present number, and the one sent to the new number. */
  smsCode,
  newSmsCode: smsCode,
  slider,
})

export const changeMobile = route({
  id: 'identity.change-mobile',
  method: 'POST',
  path: '/api/consumer/account/mobile',
  summary: 'Change one’s phone number, with a code from each; signs out everywhere else',
  auth: 'user',
  needsFactor: 'if-any',
  body: MobileChange,
  ok: z.object({ mobile: z.string() }),
  errors: ['identity.phone-invalid', 'identity.phone-taken', 'identity.mobile-staff', ...CODE_ERRORS],
})

export const deleteAccount = route({
  id: 'identity.delete-account',
  method: 'POST',
  path: '/api/consumer/account/delete',
  summary: 'Delete one’s account: signs out everywhere at once, personal data is erased within a minute',
  auth: 'user',
  needsFactor: 'if-any',
  body: z.strictObject({ smsCode, slider }),
  ok: Nothing,
  errors: [
    ...CODE_ERRORS,
    'identity.delete-orders',
    'identity.delete-leases',
    'identity.delete-income',
    'identity.delete-payout',
    'identity.delete-staff',
  ],
})

export const giveConsent = route({
  id: 'identity.give-consent',
  method: 'POST',
  path: '/api/consumer/account/consent/give',
  summary: 'Consent to a use of sensitive data',
  auth: 'user',
  body: z.strictObject({ purpose: ConsentPurpose, version: z.literal(CONSENT_VERSION) }),
  ok: z.array(ConsentItem),
})

export const withdrawConsent = route({
  id: 'identity.withdraw-consent',
  method: 'POST',
  path: '/api/consumer/account/consent/withdraw',
  summary: 'Take a consent back: the real name is erased, the agreement signs out everywhere',
  auth: 'user',
  body: z.strictObject({ purpose: ConsentPurpose }),
  ok: z.array(ConsentItem),
  errors: ['identity.consent-in-use'],
})

export const accountRoutes = [
  accountState,
  exportAccount,
  sendAccountCode,
  sendNewMobileCode,
  changeMobile,
  deleteAccount,
  giveConsent,
  withdrawConsent,
] as const

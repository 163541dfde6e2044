import { randomInt } from 'node:crypto'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { SMS_RESEND_SECONDS } from '@trove/contract/identity/routes'
import type { Log } from '../../../platform/base/log.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { ipBucket } from '../../../platform/http/call/values/ip.ts'
import type { Sealer } from '../../../platform/sealing/sealing.ts'
import { normalisePhone } from './phone.ts'
import { hashOf, hmacOfCode, indexOfPhone } from './prints.ts'
import {
  type Asker,
  CODE_MINUTES,
  type CodePurpose,
  decideSend,
  deviceClassOf,
  type SendDecision,
  scopeOf,
} from './rules.ts'
import { spendSlider } from './slider.ts'
import type { SmsSender } from './sms.ts'
import * as store from './store.ts'

export type SendCodeDeps = {
  db: Db
  sealer: Sealer
  sms: SmsSender
  log: Log
  /** Whether the caller is the person at this machine (embedded world), who is no network to be limited. */
  isOwnPerson(ip: string): boolean
}
export type SendCodeAsk = {
  mobile: string
  purpose: CodePurpose
  slider?: string | undefined
  ip: string
  userAgent: string | undefined
  /** Secret of the device cookie, where one may count. */
  deviceSecret?: string | undefined
  /** The caller is signed in to the account whose number this is. */
  isOwnSession?: boolean
  language: 'zh-CN' | 'en'
}

/**
 * Sends a code. Whether the number belongs to anybody is never looked at, so the answer and its timing are the same.
 * @throws identity.phone-invalid, sms-too-soon, sms-limit, slider-required, sms-failed
 */
export async function sendCode(deps: SendCodeDeps, ask: SendCodeAsk): Promise<{ resendSeconds: number }> {
  const phone = normalisePhone(ask.mobile)
  requireThat(phone, 'identity.phone-invalid')
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const id = await admit(deps, ask, phone, code)
  const outcome = await deps.sms.send({
    kind: 'code',
    mobile: phone,
    code,
    minutes: CODE_MINUTES,
    purpose: ask.purpose,
    language: ask.language,
  })
  await store.finishSend(deps.db, id, outcome.state)
  if (outcome.state !== 'sent') {
    deps.log.warn({ reason: outcome.reason, state: outcome.state }, 'a code could not be sent')
    throw new ContractError('identity.sms-failed')
  }
  return { resendSeconds: SMS_RESEND_SECONDS }
}

/** Checks the limits and writes the code down, in one transaction of its own; refusals are thrown after it. */
async function admit(deps: SendCodeDeps, ask: SendCodeAsk, phone: string, code: string): Promise<string> {
  const phoneIndex = indexOfPhone(deps.sealer, phone)
  const bucket = deps.isOwnPerson(ask.ip) ? `own:${phone}` : ipBucket(ask.ip)
  const network = deps.sealer.blindIndex(bucket, 'sms_sends.network').toString('base64url')
  const device = deviceClassOf(ask.userAgent)
  const result = await inTransaction(deps.db, async (tx) => {
    await store.lockPhone(tx, phoneIndex)
    await store.lockNetwork(tx, network)
    const asker = await askerOf(tx, ask, phoneIndex)
    const decision = decideSend(asker, await store.countSends(tx, { phoneIndex, network, asker }))
    if (decision.kind !== 'send') return decision
    if (decision.needsSlider && !(await spendSlider(tx, ask.slider))) return { kind: 'slider' as const }
    const scope = scopeOf(ask.purpose)
    const codeHmac = hmacOfCode(deps.sealer, { code, phone, device, scope })
    return store.insertCode(tx, { phoneIndex, network, asker, device, scope, codeHmac })
  })
  if (typeof result === 'string') return result
  throw refusalOf(deps.log, result)
}

/** Which budget a code is taken from. A session's is apart from the devices', so that a stolen one cannot spend theirs. */
async function askerOf(tx: Tx, ask: SendCodeAsk, phoneIndex: Buffer): Promise<Asker> {
  if (ask.isOwnSession) return 'session'
  const hash = ask.deviceSecret === undefined ? undefined : hashOf(ask.deviceSecret)
  return (await store.isKnownDevice(tx, phoneIndex, hash)) ? 'device' : 'stranger'
}

function refusalOf(log: Log, decision: Exclude<SendDecision, { kind: 'send' }> | { kind: 'slider' }): ContractError {
  if (decision.kind === 'slider') return new ContractError('identity.slider-required')
  if (decision.kind === 'too-soon') return new ContractError('identity.sms-too-soon', { seconds: decision.seconds })
  if (decision.which === 'site') log.error('the site-wide breaker on sign-in messages is open')
  return new ContractError('identity.sms-limit')
}

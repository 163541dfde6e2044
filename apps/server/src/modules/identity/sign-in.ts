import { requireThat } from '@trove/contract/errors/codes'
import { AGREEMENT_VERSION } from '@trove/contract/identity/routes'
import { newId, newSecret } from '../../platform/base/id.ts'
import type { Db, Tx } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Sealer } from '../../platform/sealing/sealing.ts'
import { judgeCode, refusalOf } from './codes/judge-code.ts'
import { normalisePhone } from './codes/phone.ts'
import { hashOf, indexOfPhone } from './codes/prints.ts'
import { deviceClassOf, normaliseCode, SIGN_IN_SCOPE } from './codes/rules.ts'
import { sliderOnce } from './codes/slider.ts'
import { rememberDevice } from './codes/store.ts'
import { recordConsent } from './people/consents.ts'
import { defaultNickName } from './people/names.ts'
import type { Operators } from './people/operators.ts'
import { sealedAs } from './people/profile.ts'
import { findByPhone, insertPerson } from './people/store.ts'
import { agentName } from './sessions/rules.ts'
import type { Pair, Sessions } from './sessions/service.ts'

export type SignInAsk = {
  mobile: string | undefined
  code: string | undefined
  scope: string | undefined
  device: 'pc' | 'mobile' | undefined
  slider: string | undefined
  agreement: string | undefined
  deviceSecret: string | undefined
  userAgent: string | undefined
  language: 'zh-CN' | 'en'
}

export type SignInDeps = {
  db: Db
  sealer: Sealer
  sessions: Sessions
  operators: Pick<Operators, 'promote'>
  /** Told, in the transaction, of a sign-in of a known person on a device not seen before. */
  signedInOnNewDevice(tx: Tx, event: { userId: string; sessionId: string; agent: string }): Promise<void>
}

const DEVICE_SECRET = /^[A-Za-z0-9_-]{43}$/

/**
 * Signs a person in with a phone and the code sent to it; a new number becomes a new person. Everything that is true after
 * it was written in one transaction: the code is used, the session is open, the consent is recorded.
 * @throws identity.phone-invalid, code-wrong, code-attempts, slider-required
 */
export async function signIn(deps: SignInDeps, ask: SignInAsk): Promise<Pair & { deviceSecret: string }> {
  const phone = normalisePhone(ask.mobile ?? '')
  requireThat(phone, 'identity.phone-invalid')
  const deviceSecret = DEVICE_SECRET.test(ask.deviceSecret ?? '') ? ask.deviceSecret! : undefined
  const device = deviceClassOf(ask.userAgent)
  const result = await inTransaction(deps.db, async (tx) => {
    const judgement = await judgeCode(tx, deps.sealer, {
      phone,
      code: normaliseCode(ask.code ?? ''),
      device,
      // No other code of ours signs in, whatever scope the caller names.
      scope: (ask.scope ?? SIGN_IN_SCOPE) === SIGN_IN_SCOPE ? SIGN_IN_SCOPE : 'unknown',
      slider: sliderOnce(tx, ask.slider),
      deviceSecret,
      isKnownSession: false,
    })
    if (judgement.kind !== 'right') return judgement
    return admit(tx, deps, { ...ask, phone, device: ask.device ?? device, deviceSecret })
  })
  // Thrown only now: the try that was used up must stay used up.
  if ('kind' in result) throw refusalOf(result)
  return result
}

type Admitted = SignInAsk & { phone: string; device: 'pc' | 'mobile' }

async function admit(tx: Tx, deps: SignInDeps, who: Admitted): Promise<Pair & { deviceSecret: string }> {
  const phoneIndex = indexOfPhone(deps.sealer, who.phone)
  const found = await findByPhone(tx, phoneIndex)
  requireThat(!found?.isClosing, 'identity.account-closing')
  const known = found?.id
  const userId = known ?? (await addPerson(tx, deps.sealer, who.phone, { nickName: defaultNickName(who.language) }))
  await deps.operators.promote(tx, phoneIndex)
  const pair = await deps.sessions.open(tx, { userId, device: who.device, userAgent: who.userAgent })
  if (who.agreement === AGREEMENT_VERSION)
    await recordConsent(tx, { userId, purpose: 'sign-in', version: who.agreement, act: 'given' })
  const deviceSecret = who.deviceSecret ?? newSecret()
  const isNewDevice = await rememberDevice(tx, phoneIndex, hashOf(deviceSecret))
  if (known && isNewDevice)
    await deps.signedInOnNewDevice(tx, { userId, sessionId: pair.sessionId, agent: agentName(who.userAgent) })
  return { ...pair, deviceSecret }
}

/** Adds a person for a phone, or finds the one it has already. Returns the id. */
export async function addPerson(
  tx: Db,
  sealer: Sealer,
  phone: string,
  person: { nickName: string; role?: 'member' | 'operator'; isDemo?: boolean },
): Promise<string> {
  const id = newId()
  const phoneIndex = indexOfPhone(sealer, phone)
  await insertPerson(tx, {
    id,
    phoneIndex,
    phoneSealed: await sealer.seal(phone, sealedAs('phone_sealed', id)),
    nickName: person.nickName,
    role: person.role ?? 'member',
    isDemo: person.isDemo ?? false,
  })
  return (await findByPhone(tx, phoneIndex))?.id ?? id
}

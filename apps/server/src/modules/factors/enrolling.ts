import { requireThat } from '@trove/contract/errors/codes'
import { PASSKEYS_MAX } from '@trove/contract/identity/second-factor'
import { generateSecret, generateURI } from 'otplib'
import { noteAct } from '../../platform/audit.ts'
import { crashPoint } from '../../platform/base/crash-point.ts'
import type { Tx } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Caller } from '../../platform/http/call/serve.ts'
import type { FactorsNeeds, TypedCode } from './needs.ts'
import { type FactorChange, tellChange } from './notices.ts'
import { readNewPasskey } from './passkeys.ts'
import { factorOf, giveRecoveryCodes, useTotp } from './proving.ts'
import { sealedAs, TRIES } from './rules.ts'
import * as store from './store.ts'

const ISSUER = 'Trove'

/**
 * Begins to enrol a factor: the first one with a code sent to the phone, so that a stolen session cannot give itself one; any
 * further with a factor shown lately.
 * @throws ContractError `factor.needed`, `factor.exists`, `identity.code-wrong`, `identity.code-attempts`, `request.too-frequent`
 */
export async function enrol<T>(
  needs: FactorsNeeds,
  caller: Caller,
  code: Omit<TypedCode, 'typed'> & { typed: string | undefined },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  await needs.limiter.require('factor.enrol', caller.userId, TRIES)
  const factor = await factorOf(needs, caller)
  if (factor === 'missing') {
    const { typed = '' } = code
    return needs.withOwnCode(caller.userId, { ...code, typed }, work)
  }
  requireThat(factor === 'fresh', 'factor.needed')
  return inTransaction(needs.db, work)
}

/** A secret for an app, which counts once a code of it was typed. */
export async function beginTotp(needs: FactorsNeeds, caller: Caller, code: Parameters<typeof enrol>[2]) {
  const { userId } = caller
  const secret = generateSecret()
  const sealed = await needs.sealer.seal(secret, sealedAs(userId))
  await enrol(needs, caller, code, async (tx) => {
    // Whoever has an app already removes it first.
    requireThat(await store.putPendingTotp(tx, userId, sealed), 'factor.exists')
  })
  return { secret, uri: generateURI({ issuer: ISSUER, label: await needs.labelOf(userId), secret }) }
}

/**
 * The first code of the app makes it a factor, shown in this session.
 * @returns recovery codes with the first factor, else none
 * @throws ContractError `factor.needed`, `factor.not-begun`, `factor.code-wrong`, `request.too-frequent`
 */
export async function confirmTotp(needs: FactorsNeeds, caller: Caller, typed: string): Promise<string[]> {
  const { db, sealer, limiter } = needs
  await limiter.require('factor.prove', caller.userId, TRIES)
  return inTransaction(db, async (tx) => {
    await requireUnguarded(tx, caller)
    requireThat(await store.lockTotp(tx, caller.userId), 'factor.not-begun')
    requireThat(await useTotp(tx, sealer, caller.userId, typed, false), 'factor.code-wrong')
    const codes = await finishEnrolling(needs, tx, caller, 'app-added')
    crashPoint('factor.confirm.before-commit')
    return codes
  })
}

/**
 * The new passkey becomes a factor, shown in this session. Its question is answered once, also by a wrong answer.
 * @returns recovery codes with the first factor, else none
 * @throws ContractError `factor.needed`, `factor.not-begun`, `factor.passkey-wrong`, `factor.limit`, `request.too-frequent`
 */
export async function confirmPasskey(needs: FactorsNeeds, caller: Caller, name: string, answer: unknown) {
  const { db, limiter } = needs
  const { userId, sessionId } = caller
  await limiter.require('factor.prove', userId, TRIES)
  const codes = await inTransaction(db, async (tx) => {
    await requireUnguarded(tx, caller)
    const challenge = await store.takeChallenge(tx, userId, sessionId, 'enrol')
    requireThat(challenge, 'factor.not-begun')
    const key = await readNewPasskey(needs, challenge, name, answer)
    if (!key) return undefined
    requireThat((await store.listPasskeys(tx, userId)).length < PASSKEYS_MAX, 'factor.limit', { count: PASSKEYS_MAX })
    return (await store.insertPasskey(tx, userId, key))
      ? finishEnrolling(needs, tx, caller, 'passkey-added', key.name)
      : undefined
  })
  requireThat(codes, 'factor.passkey-wrong')
  return codes
}

/**
 * What was begun before the first factor came, or before a factor was removed, must not become one now: whoever has a factor
 * showed it in this session, and what a removal left open is gone. The lock keeps it so until the transaction ends.
 */
async function requireUnguarded(tx: Tx, caller: Caller): Promise<void> {
  await store.lockFactors(tx, caller.userId)
  requireThat((await factorOf({ db: tx }, caller)) !== 'needed', 'factor.needed')
}

/** What follows from a new factor: it counts as shown, the first one brings recovery codes, and the person is told. */
async function finishEnrolling(needs: FactorsNeeds, tx: Tx, caller: Caller, change: FactorChange, name?: string) {
  const { userId, sessionId, staff } = caller
  await store.noteProof(tx, userId, sessionId)
  const { recoveryLeft } = await store.readState(tx, userId, sessionId, 1)
  const codes = recoveryLeft > 0 ? [] : await giveRecoveryCodes(tx, needs.sealer, userId)
  await tellChange(needs, tx, { userId, change, name })
  // Last: other acts wait for its end. From the first owner with a factor on, a number alone makes no owner.
  if (staff.includes('owner'))
    await noteAct(tx, { operatorId: userId, act: 'staff.enrol-factor', subject: { kind: 'person', id: userId } })
  return codes
}

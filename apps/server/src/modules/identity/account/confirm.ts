import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Sealer } from '../../../platform/sealing/sealing.ts'
import { type Refused, refusalOf, type Weighed, weighCode } from '../codes/judge-code.ts'
import { type CodePurpose, deviceClassOf, KNOWN_SESSION_MINUTES, normaliseCode, scopeOf } from '../codes/rules.ts'
import { sliderOnce } from '../codes/slider.ts'
import { isKnownSession } from './store.ts'

/** From where a confirmation comes: what a code is bound to besides the number, and the session that asks. */
export type Confirming = { userAgent: string | undefined; slider: string | undefined; sessionId: string }

/** `isOwn`: it was sent to the number of who asks. */
export type TypedCode = { phone: string; typed: string; purpose: CodePurpose; isOwn: boolean }

/**
 * Does the work when all codes are right, and uses them up with it. When one is wrong, only its own tries suffer; when the
 * work throws, all of them are still good.
 * @throws identity.code-wrong, code-attempts, slider-required, and what the work throws
 */
export async function withCodes<T>(
  { db, sealer }: { db: Db; sealer: Sealer },
  codes: readonly TypedCode[],
  from: Confirming,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const outcome = await inTransaction<{ done: T } | { refused: Refused }>(db, async (tx) => {
    const refused = await useAll(tx, sealer, codes, from)
    return refused === undefined ? { done: await work(tx) } : { refused }
  })
  // Thrown only now: a try that was used up must stay used up.
  if ('refused' in outcome) throw refusalOf(outcome.refused)
  return outcome.done
}

async function useAll(
  tx: Tx,
  sealer: Sealer,
  codes: readonly TypedCode[],
  from: Confirming,
): Promise<Refused | undefined> {
  const device = deviceClassOf(from.userAgent)
  const slider = sliderOnce(tx, from.slider)
  // Strangers who guess at the number must not keep its owner, who is signed in, from leaving or from another number.
  const isKnown = await isKnownSession(tx, from.sessionId, KNOWN_SESSION_MINUTES)
  const right: Extract<Weighed, { kind: 'right' }>[] = []
  for (const { phone, typed, purpose, isOwn } of codes) {
    const guess = {
      phone,
      code: normaliseCode(typed),
      device,
      scope: scopeOf(purpose),
      slider,
      deviceSecret: undefined,
      isKnownSession: isOwn && isKnown,
    }
    const weighed = await weighCode(tx, sealer, guess)
    if (weighed.kind !== 'right') {
      // Somebody who mistypes one code must not wear out the other, which was right.
      for (const { giveBack } of right) await giveBack()
      return weighed
    }
    right.push(weighed)
  }
  // The numbers are locked, so neither can have been taken meanwhile.
  for (const { use } of right) await use()
  return undefined
}

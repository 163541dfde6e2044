import { timingSafeEqual } from 'node:crypto'
import { ContractError } from '@trove/contract/errors/codes'
import type { Tx } from '../../../platform/db/handle.ts'
import type { Sealer } from '../../../platform/sealing/sealing.ts'
import { hashOf, hmacOfCode, indexOfPhone } from './prints.ts'
import { CODE_TRIES, decideGuess } from './rules.ts'
import type { SliderAnswer } from './slider.ts'
import * as store from './store.ts'

export type Guess = {
  phone: string
  /** Six digits, or undefined when what was typed cannot be a code. */
  code: string | undefined
  /** Kind of device that speaks now. */
  device: 'pc' | 'mobile'
  scope: string
  slider: SliderAnswer
  /** Secret of the device cookie, if there is one. */
  deviceSecret: string | undefined
  /** The number's owner speaks from a session of some age: as good as a device that is known. */
  isKnownSession: boolean
}

export type Refused = { kind: 'wrong'; isEvaluated: boolean } | { kind: 'slider' } | { kind: 'wait'; minutes: number }
export type Judgement = { kind: 'right' } | Refused

/**
 * A code that is right and still good: in the same transaction `use` it, or `giveBack` its try when it is not used after all.
 * The lock of the number is held until then, so parallel guesses gain no try by it.
 */
export type Weighed = { kind: 'right'; use(): Promise<boolean>; giveBack(): Promise<void> } | Refused

/**
 * Judges a typed code in the caller's transaction, which must commit whatever the judgement is: a try is used up for good.
 * Guesses on one number are judged one after another, so parallel ones gain nothing (C12).
 */
export async function judgeCode(tx: Tx, sealer: Sealer, guess: Guess): Promise<Judgement> {
  const weighed = await weighCode(tx, sealer, guess)
  if (weighed.kind !== 'right') return weighed
  // The guarded change of state decides, not the comparison alone: a code is right once.
  return (await weighed.use()) ? { kind: 'right' } : { kind: 'wrong', isEvaluated: true }
}

/** The same without using a right code up, for where two codes must be right together. */
export async function weighCode(tx: Tx, sealer: Sealer, guess: Guess): Promise<Weighed> {
  const phoneIndex = indexOfPhone(sealer, guess.phone)
  await store.lockPhone(tx, phoneIndex)
  const counted = await store.countGuesses(tx, phoneIndex, guess.deviceSecret ? hashOf(guess.deviceSecret) : undefined)
  const isKnownDevice = counted.isKnownDevice || guess.isKnownSession
  const decision = decideGuess({ ...counted, isKnownDevice })
  if (decision.kind === 'wait') return decision
  if (decision.needsSlider && !(await guess.slider())) return { kind: 'slider' }
  if (guess.code === undefined) return { kind: 'wrong', isEvaluated: false }
  const code = await store.takeTry(tx, { phoneIndex, device: guess.device, scope: guess.scope })
  if (!code) return { kind: 'wrong', isEvaluated: false }
  const print = hmacOfCode(sealer, { ...guess, code: guess.code })
  const isRight = timingSafeEqual(print, code.codeHmac)
  if (!isRight && code.tries >= CODE_TRIES) await store.endCode(tx, code.id, 'dead')
  await store.recordGuess(tx, { phoneIndex, isRight, isKnownDevice })
  return isRight
    ? {
        kind: 'right',
        use: () => store.endCode(tx, code.id, 'used'),
        giveBack: () => store.giveBackTry(tx, code.id),
      }
    : { kind: 'wrong', isEvaluated: true }
}

/** The refusal of a wrong code. */
export function refusalOf(judgement: Refused): ContractError {
  if (judgement.kind === 'slider') return new ContractError('identity.slider-required')
  if (judgement.kind === 'wait') return new ContractError('identity.code-attempts', { minutes: judgement.minutes })
  return new ContractError('identity.code-wrong')
}

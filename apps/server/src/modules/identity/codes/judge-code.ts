import { timingSafeEqual } from 'node:crypto'
import type { Tx } from '../../../platform/db/handle.ts'
import type { Sealer } from '../../../platform/sealing.ts'
import { hashOf, hmacOfCode, indexOfPhone } from './prints.ts'
import { CODE_TRIES, decideGuess } from './rules.ts'
import { spendSlider } from './slider.ts'
import * as store from './store.ts'

export type Guess = {
  phone: string
  /** Six digits, or undefined when what was typed cannot be a code. */
  code: string | undefined
  /** Kind of device that speaks now. */
  device: 'pc' | 'mobile'
  scope: string
  slider: string | undefined
  /** Secret of the device cookie, if there is one. */
  deviceSecret: string | undefined
}

export type Judgement =
  | { kind: 'right' }
  | { kind: 'wrong'; isEvaluated: boolean }
  | { kind: 'slider' }
  | { kind: 'wait'; minutes: number }

/**
 * Judges a typed code in the caller's transaction, which must commit whatever the judgement is: a try is used up for good.
 * Guesses on one number are judged one after another, so parallel ones gain nothing (C12).
 */
export async function judgeCode(tx: Tx, sealer: Sealer, guess: Guess): Promise<Judgement> {
  const phoneIndex = indexOfPhone(sealer, guess.phone)
  await store.lockPhone(tx, phoneIndex)
  const counts = await store.countGuesses(tx, phoneIndex, guess.deviceSecret ? hashOf(guess.deviceSecret) : undefined)
  const decision = decideGuess(counts)
  if (decision.kind === 'wait') return decision
  if (decision.needsSlider && !(await spendSlider(tx, guess.slider))) return { kind: 'slider' }
  if (guess.code === undefined) return { kind: 'wrong', isEvaluated: false }
  const code = await store.takeTry(tx, { phoneIndex, device: guess.device, scope: guess.scope })
  if (!code) return { kind: 'wrong', isEvaluated: false }
  const print = hmacOfCode(sealer, { ...guess, code: guess.code })
  const matches = timingSafeEqual(print, code.codeHmac)
  // The guarded change of state decides, not the comparison alone: a code is right once.
  const isRight = matches && (await store.endCode(tx, code.id, 'used'))
  if (!matches && code.tries >= CODE_TRIES) await store.endCode(tx, code.id, 'dead')
  await store.recordGuess(tx, { phoneIndex, isRight, isKnownDevice: counts.isKnownDevice })
  return isRight ? { kind: 'right' } : { kind: 'wrong', isEvaluated: true }
}

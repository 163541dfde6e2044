import { randomBytes } from 'node:crypto'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { RECOVERY_CODES } from '@trove/contract/identity/second-factor'
import { verifySync } from 'otplib'
import { crashPoint } from '../../platform/base/crash-point.ts'
import type { Tx } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Caller } from '../../platform/http/call/serve.ts'
import type { Sealer } from '../../platform/sealing/sealing.ts'
import type { FactorsNeeds } from './needs.ts'
import { tellChange } from './notices.ts'
import { provePasskey } from './passkeys.ts'
import {
  FRESH_SECONDS,
  plainRecoveryCode,
  recoveryCode,
  STEP_SECONDS,
  sealedAs,
  TOLERANCE_SECONDS,
  TRIES,
  WRONG_CODES,
} from './rules.ts'
import * as store from './store.ts'

/** Whether the caller has a second factor, and showed one in this session within ten minutes. */
export async function factorOf({ db }: Pick<FactorsNeeds, 'db'>, { userId, sessionId }: Caller) {
  const { hasTotp, hasPasskey, isFresh } = await store.readState(db, userId, sessionId, FRESH_SECONDS)
  if (!hasTotp && !hasPasskey) return 'missing' as const
  return isFresh ? ('fresh' as const) : ('needed' as const)
}

/** One's factors as one sees them. */
export async function viewState({ db }: FactorsNeeds, { userId, sessionId }: Caller) {
  const [state, keys] = await Promise.all([
    store.readState(db, userId, sessionId, FRESH_SECONDS),
    store.listPasskeys(db, userId),
  ])
  return {
    hasTotp: state.hasTotp,
    passkeys: keys.map(({ id, name, createdAt, usedAt }) => ({
      ...{ id, name, createdAt: createdAt.toISOString(), usedAt: usedAt?.toISOString() ?? null },
    })),
    recoveryLeft: state.recoveryLeft,
    isFresh: state.isFresh,
  }
}

type Shown = { code: string } | { recoveryCode: string } | { passkey: unknown }

/**
 * Shows a factor: the session counts as confirmed for ten minutes. Tries are counted before anything is looked at.
 * @throws ContractError `factor.missing`, `factor.code-wrong`, `factor.code-limit`, `factor.passkey-wrong`, `factor.not-begun`,
 * `request.too-frequent`
 */
export async function prove(needs: FactorsNeeds, caller: Caller, shown: Shown): Promise<void> {
  const { db, limiter, sealer } = needs
  const { userId, sessionId } = caller
  await limiter.require('factor.prove', userId, TRIES)
  requireThat((await factorOf(needs, caller)) !== 'missing', 'factor.missing')
  if ('passkey' in shown) return provePasskey(needs, caller, shown.passkey)
  if ('code' in shown)
    requireThat((await limiter.count('factor.wrong', userId, WRONG_CODES)) < WRONG_CODES.limit, 'factor.code-limit')
  const isShown = await inTransaction(db, async (tx) => {
    const isRight =
      'code' in shown
        ? await useTotp(tx, sealer, userId, shown.code, true)
        : await store.useRecovery(tx, userId, hashOf(sealer, userId, shown.recoveryCode))
    if (isRight) await store.noteProof(tx, userId, sessionId)
    if (isRight && 'recoveryCode' in shown) await tellChange(needs, tx, { userId, change: 'recovery-used' })
    crashPoint('factor.prove.before-commit')
    return isRight
  })
  if (!isShown && 'code' in shown) await limiter.take('factor.wrong', userId, WRONG_CODES)
  requireThat(isShown, 'factor.code-wrong')
  crashPoint('factor.prove.after-commit')
}

/** Uses a code of the app up: none counts twice, and none older than one that was used. */
export async function useTotp(tx: Tx, sealer: Sealer, userId: string, typed: string, isConfirmed: boolean) {
  const row = await store.lockTotp(tx, userId)
  if (!row || (isConfirmed && !row.isConfirmed)) return false
  if (!isConfirmed && row.isConfirmed) throw new ContractError('factor.not-begun')
  const token = typed.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return false
  const secret = await sealer.open(row.secretSealed, sealedAs(userId))
  const epoch = Math.floor(row.nowSeconds)
  const found = verifySync({ secret, token, epoch, epochTolerance: TOLERANCE_SECONDS })
  return found.valid && store.useStep(tx, userId, Math.floor(epoch / STEP_SECONDS) + found.delta)
}

/** New recovery codes in place of the former; shown once, kept as keyed hashes. */
export async function giveRecoveryCodes(tx: Tx, sealer: Sealer, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode(randomBytes(12)))
  await store.replaceRecovery(
    tx,
    userId,
    codes.map((code) => hashOf(sealer, userId, code)),
  )
  return codes
}

function hashOf(sealer: Sealer, userId: string, code: string): Buffer {
  return sealer.blindIndex(`${userId}:${plainRecoveryCode(code)}`, 'second-factor-recovery')
}

import { createHash } from 'node:crypto'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { shanghaiTime } from '@trove/units/shanghai'
import { crashPoint } from '../../platform/base/crash-point.ts'
import { newId, newSecret } from '../../platform/base/id.ts'
import { maskName } from '../../platform/base/mask-name.ts'
import { isUniqueViolation } from '../../platform/db/errors.ts'
import type { Db, Tx } from '../../platform/db/handle.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Sealer } from '../../platform/sealing/sealing.ts'
import type { Identity, OwnCode } from '../identity/module.ts'
import type { Notices } from '../notices/module.ts'
import type { ReceivingAccount, ReceivingProvider } from './model/receiving-provider.ts'
import { HOLD_HOURS } from './model/rules.ts'
import type { Payouts } from './paying/payouts.ts'
import {
  consumeState,
  endBinding,
  findBinding,
  findPendingByCode,
  giveBackState,
  insertBinding,
  insertPending,
  insertState,
  lockBinding,
  lockPending,
  markPendingBound,
  type Pending,
} from './stores/store-binding.ts'
import { findLive } from './stores/store-payouts.ts'

/** Who calls: a state belongs to one session of one person. */
export type Who = { userId: string; sessionId: string }

export type BoundAccount = {
  id: string
  avatar: string | null
  nickname: string | null
  realNameMasked: string
  boundAt: string
  heldUntil: string | null
}

/** How the account shows itself at the provider. */
type Profile = { avatar: string | null; nickname: string | null }

const REDIRECT_PATH = '/bind/alipay'

type Deps = {
  db: Db
  sealer: Sealer
  payouts: Payouts
  provider: ReceivingProvider | undefined
  publicUrl: () => string
  notices: Notices
  /** How the owner confirms a change and hears of it on the phone. */
  owner: Pick<Identity, 'withOwnCode' | 'tellPhone'>
}

type Language = 'zh-CN' | 'en'
type BindAsk = { userId: string; pendingId: string; realName: string }
type TypedCode = Omit<OwnCode, 'purpose'>
type Change = 'bound' | 'bound-held' | 'unbound'

/** Binding a receiving account by the provider's authorisation; the client never names the account itself. */
export function createBinding({ db, sealer, payouts, provider, publicUrl, owner, notices }: Deps) {
  return { authorizeUrl, fetchAccount, describe, bind, bindDemo, unbind, findBound, keepPending }

  /** @throws ContractError `wallet.already-bound`, `payment.unavailable` */
  async function authorizeUrl({ userId, sessionId }: Who, device: 'pc' | 'mobile'): Promise<string> {
    requireThat(!(await findBinding(db, userId)), 'wallet.already-bound')
    if (!provider?.isUp()) throw new ContractError('payment.unavailable')
    const state = newSecret()
    await insertState(db, { stateHash: hash(state), userId, sessionId })
    return provider.authorizeUrl({ state, redirectUrl: `${publicUrl()}${REDIRECT_PATH}`, device })
  }

  /**
   * Turns auth_code and state into an account to bind, both good once; the same call again answers the same.
   * @throws ContractError `wallet.authorization-invalid`, `payment.unavailable`
   */
  async function fetchAccount(who: Who, authCode: string, state: string | undefined): Promise<Pending> {
    requireThat(state, 'wallet.authorization-invalid')
    if (!provider?.isUp()) throw new ContractError('payment.unavailable')
    const stateHash = hash(state)
    const codeHash = hash(authCode)
    const known = await findPendingByCode(db, { userId: who.userId, stateHash, codeHash })
    if (known) return known
    requireThat(await consumeState(db, { ...who, stateHash }), 'wallet.authorization-invalid')
    crashPoint('wallet.bind.before-exchange')
    const answer = await provider.exchange(authCode)
    crashPoint('wallet.bind.after-exchange')
    if (answer.outcome === 'unknown') {
      // The state is still bound to this session; with it the person may try once more.
      await giveBackState(db, stateHash)
      throw new ContractError('payment.unavailable')
    }
    requireThat(answer.outcome === 'account', 'wallet.authorization-invalid')
    return keepPending(who.userId, answer.account, { stateHash, codeHash })
  }

  async function keepPending(
    userId: string,
    account: ReceivingAccount,
    { stateHash, codeHash }: { stateHash: Buffer; codeHash: Buffer },
  ): Promise<Pending> {
    const id = newId()
    const pending: Pending = {
      id,
      userId,
      accountSealed: await sealer.seal(account.accountId, `wallet_pending.account:${id}`),
      accountIndex: sealer.blindIndex(`${account.accountKind}:${account.accountId}`, 'wallet.account'),
      accountKind: account.accountKind,
      profileSealed: await sealer.seal(
        JSON.stringify({ avatar: account.avatar, nickname: account.nickname }),
        `wallet_pending.profile:${id}`,
      ),
      isBound: false,
    }
    await insertPending(db, { ...pending, stateHash, codeHash })
    return pending
  }

  /** What a person may see of a pending account. */
  async function describe(pending: Pending): Promise<Profile & { id: string }> {
    const profile = await sealer.open(pending.profileSealed, `wallet_pending.profile:${pending.id}`)
    return { id: pending.id, ...(JSON.parse(profile) as Profile) }
  }

  /**
   * Binds the pending account under a real name, tells the owner, and pays out what was waiting: at once with a code that
   * was sent to the owner's phone, 24 hours later without.
   * @throws ContractError `wallet.pending-not-found`, `wallet.already-bound`, `wallet.account-taken`, and of the code
   */
  async function bind(ask: BindAsk & { language: Language; code: TypedCode | undefined }): Promise<void> {
    const { userId, code, language } = ask
    const heldHours = code ? 0 : HOLD_HOURS
    const work = async (tx: Tx) => {
      const at = await bindIn(tx, ask, heldHours)
      if (at) await tellOwner(tx, { userId, change: code ? 'bound' : 'bound-held', at, language })
      crashPoint('wallet.bind.before-commit')
    }
    await bindOnce(() =>
      code ? owner.withOwnCode(userId, { ...code, purpose: 'receiving-account' }, work) : inTransaction(db, work),
    )
  }

  /** Binds the account of a demo person, without notices. */
  async function bindDemo(ask: BindAsk): Promise<void> {
    await bindOnce(() => inTransaction(db, (tx) => bindIn(tx, ask, 0)))
  }

  /** Answers when it was bound, or undefined when it was before: an old client repeats its GET. */
  async function bindIn(
    tx: Tx,
    { userId, pendingId, realName }: BindAsk,
    heldHours: number,
  ): Promise<Date | undefined> {
    const pending = await lockPending(tx, pendingId, userId)
    requireThat(pending, 'wallet.pending-not-found')
    const bound = await findBinding(tx, userId)
    if (bound && pending.isBound) return undefined
    requireThat(!bound, 'wallet.already-bound')
    requireThat(!pending.isBound, 'wallet.pending-not-found')
    const id = newId()
    const accountId = await sealer.open(pending.accountSealed, `wallet_pending.account:${pending.id}`)
    const profile = await sealer.open(pending.profileSealed, `wallet_pending.profile:${pending.id}`)
    const [accountSealed, realNameSealed, profileSealed] = await Promise.all([
      sealer.seal(accountId, `wallet_binding.account:${id}`),
      sealer.seal(realName, `wallet_binding.real_name:${id}`),
      sealer.seal(profile, `wallet_binding.profile:${id}`),
    ])
    crashPoint('wallet.bind.before')
    const at = await insertBinding(tx, { ...pending, id, accountSealed, realNameSealed, profileSealed, heldHours })
    await markPendingBound(tx, pending.id)
    await payouts.begin(tx, userId, 'owner')
    return at
  }

  async function bindOnce(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (isUniqueViolation(error, 'wallet_binding_user')) throw new ContractError('wallet.already-bound')
      if (isUniqueViolation(error, 'wallet_binding_account')) throw new ContractError('wallet.account-taken')
      throw error
    }
    crashPoint('wallet.bind.after')
  }

  /** Ends the binding and notifies the owner. @throws ContractError `wallet.not-bound`, `wallet.payout-in-flight` */
  async function unbind(userId: string, language: Language): Promise<void> {
    await inTransaction(db, async (tx) => {
      const binding = await lockBinding(tx, userId)
      requireThat(binding, 'wallet.not-bound')
      crashPoint('wallet.unbind.before')
      requireThat(!(await findLive(tx, userId)), 'wallet.payout-in-flight')
      const at = await endBinding(tx, binding.id)
      await tellOwner(tx, { userId, change: 'unbound', at, language })
      crashPoint('wallet.unbind.before-commit')
    })
    crashPoint('wallet.unbind.after-commit')
  }

  /** In the account and on the phone, with the transaction: who holds only a session can keep neither away. */
  async function tellOwner(
    tx: Tx,
    { userId, change, at, language }: { userId: string; change: Change; at: Date; language: Language },
  ): Promise<void> {
    const time = shanghaiTime(at).slice(5, 16)
    const key = `wallet.account-${change}:${newId()}`
    await notices.tell(tx, { userId, kind: `wallet.account-${change}`, params: { time }, link: { to: 'purse' }, key })
    await owner.tellPhone(tx, userId, { kind: 'receiving-account-changed', time, language })
  }

  async function findBound(userId: string): Promise<BoundAccount | undefined> {
    const binding = await findBinding(db, userId)
    if (!binding) return undefined
    const [realName, profile] = await Promise.all([
      sealer.open(binding.realNameSealed, `wallet_binding.real_name:${binding.id}`),
      sealer.open(binding.profileSealed, `wallet_binding.profile:${binding.id}`),
    ])
    return {
      id: binding.id,
      ...(JSON.parse(profile) as Profile),
      realNameMasked: maskName(realName),
      boundAt: binding.boundAt.toISOString(),
      heldUntil: binding.heldUntil?.toISOString() ?? null,
    }
  }
}

export type BindingService = ReturnType<typeof createBinding>

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { DELETION_HINDRANCES, type DeletionHindrance } from '@trove/contract/identity/account'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import type { Log } from '../../../platform/base/log.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import {
  copyPersonalData,
  erasePersonalData,
  findHindrances,
  type Me,
  type PersonalData,
} from '../../../platform/personal-data.ts'
import type { Limiter } from '../../../platform/rate-limit.ts'
import type { Sealer } from '../../../platform/sealing/sealing.ts'
import { maskPhone, normalisePhone } from '../codes/phone.ts'
import { indexOfPhone } from '../codes/prints.ts'
import type { SmsNotice } from '../codes/sms.ts'
import { holdsRole } from '../model/staff.ts'
import type { ConsentPurpose } from '../model/tables.ts'
import { listConsents, recordConsent } from '../people/consents.ts'
import type { Operators } from '../people/operators.ts'
import type { Directory } from '../people/profile.ts'
import { sealedAs } from '../people/profile.ts'
import { findRow, updatePerson } from '../people/store.ts'
import type { Sessions } from '../sessions/service.ts'
import { type Confirming, type TypedCode, withCodes } from './confirm.ts'
import type { SmsNotices } from './sms-notices.ts'
import * as store from './store.ts'

export type AccountDeps = {
  db: Db
  sealer: Sealer
  log: Log
  limiter: Limiter
  sessions: Sessions
  directory: Directory
  operators: Operators
  smsNotices: SmsNotices
  /** What every module keeps of people. */
  personalData: readonly PersonalData[]
  isWalletBound(userId: string): Promise<boolean>
  /** The account has another number, shown masked: the person is notified in the same transaction. */
  numberChanged(tx: Tx, event: { userId: string; mobile: string }): Promise<void>
  /** A copy of everything kept of the person is about to leave: they are notified in the same transaction. */
  copyTaken(tx: Tx, userId: string): Promise<void>
  /** The consent that certification rests on was taken back: nothing of it stays; implemented by certification. */
  certificationWithdrawn(tx: Tx, userId: string): Promise<void>
  /** Contents of what the person sent, one file at a time; implemented by files. */
  fileContentsOf(userId: string): AsyncIterable<object>
}
type Language = 'zh-CN' | 'en'

/**
 * Seconds between asking for deletion and the erasure: longer than a revoked session is trusted anywhere and than a call
 * takes, so that nothing new comes after the last look for what hinders. Uploads may take longer: files ask for their owner.
 */
export const CLOSING_SECONDS = 10
const CLOSING_BATCH = 20
/** Digits of the new number in the message to the old one. */
const TAIL_DIGITS = 4
const EXPORT_LIMIT = { limit: 10, windowSeconds: 3600 }

/** A person's rights over the account: a copy, another number, consents, and leaving (money.md B). */
export function createAccount(deps: AccountDeps) {
  const { db, sealer, sessions, directory } = deps

  /** @throws session.expired for somebody who is gone */
  async function getMe(userId: string, by: Db = db): Promise<Me & { phone: string }> {
    const row = await findRow(by, userId)
    if (!row?.phone_index || !row.phone_sealed) throw new ContractError('session.expired')
    const phone = await sealer.open(row.phone_sealed, sealedAs('phone_sealed', userId))
    return { userId, phoneIndex: row.phone_index, phone }
  }

  async function describeConsents(userId: string) {
    return (await listConsents(db, userId)).map((consent) => ({ ...consent, at: consent.at.toISOString() }))
  }

  async function requireNoHindrance(tx: Tx, me: Me): Promise<void> {
    const [first] = await findHindrances(tx, deps.personalData, me)
    if (first) throw new ContractError(first)
  }

  /** Does the work with a code sent to the person's own number, which is used up with it. */
  async function withOwnCode<T>(
    userId: string,
    code: Omit<TypedCode, 'phone' | 'isOwn'>,
    from: Confirming,
    work: (tx: Tx, me: Me) => Promise<T>,
  ): Promise<T> {
    const me = await getMe(userId)
    return withCodes(deps, [{ ...code, phone: me.phone, isOwn: true }], from, (tx) => work(tx, me))
  }

  return {
    withOwnCode,

    /** Sends word of what was done to the person's own number, once the transaction commits. */
    async tellPhone(tx: Tx, userId: string, message: SmsNotice & { language: Language }): Promise<void> {
      // By the same connection: one that waited for a second would keep its first from others that wait as well.
      const { phone } = await getMe(userId, tx)
      await deps.smsNotices.tell(tx, userId, { ...message, mobile: phone })
    },

    async state(userId: string) {
      const codes = await findHindrances(db, deps.personalData, await getMe(userId))
      const isHeld = (word: DeletionHindrance) => codes.includes(`identity.delete-${word}`)
      return { hindrances: DELETION_HINDRANCES.filter(isHeld), consents: await describeConsents(userId) }
    },

    /** The number a code to oneself goes to. */
    ownPhone: async (userId: string) => (await getMe(userId)).phone,

    /** Everything kept of the person, as the pieces of a JSON file; they are told first. @throws request.too-frequent */
    async copy(userId: string, exportedAt: string): Promise<AsyncIterable<string>> {
      await deps.limiter.require('identity.export', userId, EXPORT_LIMIT)
      const parts = await copyPersonalData(db, sealer, deps.personalData, await getMe(userId))
      await inTransaction(db, (tx) => deps.copyTaken(tx, userId))
      return writeCopy({ exportedAt, ...parts }, deps.fileContentsOf(userId))
    },

    /**
     * Gives the person another number, proven by a code from each; everywhere else they are signed out. The account and
     * the former number are told.
     * @throws identity.phone-invalid, code-wrong, code-attempts, slider-required, phone-taken, mobile-staff
     */
    async changeMobile(
      who: { userId: string; sessionId: string },
      ask: { mobile: string; smsCode: string; newSmsCode: string; language: Language },
      from: Confirming,
    ): Promise<{ mobile: string }> {
      const phone = normalisePhone(ask.mobile)
      requireThat(phone, 'identity.phone-invalid')
      const me = await getMe(who.userId)
      const codes = [
        { phone: me.phone, typed: ask.smsCode, purpose: 'change-mobile' as const, isOwn: true },
        { phone, typed: ask.newSmsCode, purpose: 'new-mobile' as const, isOwn: false },
      ]
      await withCodes(deps, codes, from, async (tx) => {
        await takeNumber(tx, me, phone, ask.language)
        await sessions.revokeOthers(who.userId, who.sessionId, tx)
      })
      return { mobile: maskPhone(phone) }
    },

    /**
     * Begins to delete the account: nobody is signed in to it from now on, the erasure follows by itself.
     * @throws identity.code-wrong, code-attempts, slider-required, and the hindrance
     */
    async requestDeletion(userId: string, smsCode: string, from: Confirming): Promise<void> {
      await withOwnCode(userId, { typed: smsCode, purpose: 'delete-account' }, from, async (tx, me) => {
        await requireNoHindrance(tx, me)
        await store.beginClosing(tx, userId)
        await sessions.revokeAll(userId, tx)
      })
    },

    /**
     * Erases who asked for it; somebody whom something hinders after all keeps the account. One erasure that fails is tried
     * again by the next run, and keeps no other waiting, however many fail.
     */
    async eraseClosing(): Promise<void> {
      const seconds = CLOSING_SECONDS
      for (let after = ''; ; ) {
        const closing = await store.listClosing(db, { seconds, limit: CLOSING_BATCH, after })
        for (const userId of closing) await eraseOrLog(userId)
        const last = closing.at(-1)
        if (last === undefined) return
        after = last
      }
    },

    async giveConsent(userId: string, purpose: ConsentPurpose, version: string) {
      await inTransaction(db, (tx) => recordConsent(tx, { userId, purpose, version, act: 'given' }))
      return describeConsents(userId)
    },

    /** Takes a consent back, and with it what it allowed. @throws identity.consent-in-use */
    async withdrawConsent(userId: string, purpose: ConsentPurpose) {
      const given = (await listConsents(db, userId)).find((consent) => consent.purpose === purpose && consent.isGiven)
      const isBound = purpose === 'receiving-account' && (await deps.isWalletBound(userId))
      requireThat(!isBound, 'identity.consent-in-use')
      await inTransaction(db, async (tx) => {
        if (given) await recordConsent(tx, { userId, purpose, version: given.version, act: 'withdrawn' })
        if (purpose === 'real-name') await updatePerson(tx, userId, { real_name_sealed: null })
        if (purpose === 'certification') await deps.certificationWithdrawn(tx, userId)
        if (purpose === 'sign-in') await sessions.revokeAll(userId, tx)
      })
      return describeConsents(userId)
    },
  }

  async function takeNumber(tx: Tx, me: Me & { phone: string }, phone: string, language: Language): Promise<void> {
    // Under the lock no role is granted meanwhile: whoever holds the former number next must not become what this person is.
    await store.lockPerson(tx, me.userId)
    requireThat(!(await holdsRole(tx, me.userId)), 'identity.mobile-staff')
    const index = indexOfPhone(sealer, phone)
    const sealed = await sealer.seal(phone, sealedAs('phone_sealed', me.userId))
    try {
      const isTaken = await store.setPhone(tx, me.userId, { former: me.phoneIndex, index, sealed })
      requireThat(isTaken, 'identity.code-wrong')
    } catch (error) {
      if (isUniqueViolation(error, 'users_phone_index_key')) throw new ContractError('identity.phone-taken')
      throw error
    }
    if (!index.equals(me.phoneIndex)) {
      await store.forgetNumber(tx, me.phoneIndex)
      await deps.numberChanged(tx, { userId: me.userId, mobile: maskPhone(phone) })
      const tail = phone.slice(-TAIL_DIGITS)
      await deps.smsNotices.tell(tx, me.userId, { kind: 'mobile-changed', mobile: me.phone, tail, language })
    }
    await deps.operators.promote(tx, index)
  }

  async function eraseOrLog(userId: string): Promise<void> {
    try {
      await inTransaction(db, (tx) => erase(tx, userId))
      directory.forget(userId)
    } catch (error) {
      deps.log.error({ userId, err: error }, 'an account could not be erased')
    }
  }

  async function erase(tx: Tx, userId: string): Promise<void> {
    const person = await store.lockPerson(tx, userId)
    if (!person?.phone_index || person.closing_at === null) return
    const me = { userId, phoneIndex: person.phone_index }
    const hindrances = await findHindrances(tx, deps.personalData, me)
    if (hindrances.length > 0) {
      deps.log.warn({ userId, hindrances }, 'an account asked to be deleted is in use again and stays')
      return store.endClosing(tx, userId)
    }
    crashPoint('identity.erase.before')
    await erasePersonalData(tx, deps.personalData, me)
    crashPoint('identity.erase.before-commit')
    deps.log.info({ userId }, 'an account was erased')
  }
}

/** The copy as JSON, the contents of files last and one at a time. */
async function* writeCopy(copy: object, contents: AsyncIterable<object>): AsyncGenerator<string> {
  yield `${JSON.stringify(copy, undefined, 2).replace(/\n\}$/, '')},\n  "contents": [`
  let isFirst = true
  for await (const content of contents) {
    yield `${isFirst ? '' : ','}\n    ${JSON.stringify(content)}`
    isFirst = false
  }
  yield '\n  ]\n}\n'
}

export type Account = ReturnType<typeof createAccount>

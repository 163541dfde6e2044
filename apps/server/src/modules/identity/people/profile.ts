import type { InterestTag } from '@trove/contract/dictionary/routes'
import { ContractError, requireThat } from '@trove/contract/errors/codes'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import type { Db, Tx } from '../../../platform/db/handle.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Sealer } from '../../../platform/sealing/sealing.ts'
import { maskPhone } from '../codes/phone.ts'
import { listRoles } from '../model/staff.ts'
import { recordConsent } from './consents.ts'
import { cleanName } from './names.ts'
import type { Person } from './person.ts'
import * as store from './store.ts'

type Language = 'zh-CN' | 'en'
type Tag = z.output<typeof InterestTag>

export type ProfileDeps = {
  db: Db
  sealer: Sealer
  findInterestTags(ids: string[], language: Language): Promise<Tag[]>
  isWalletBound(userId: string): Promise<boolean>
}

const TAGS_MAX = 50

/** Additional data of a sealed value: a copy in another row or column does not open. */
export function sealedAs(column: 'phone_sealed' | 'real_name_sealed', userId: string): string {
  return `users.${column}:${userId}`
}

/** Address of a person's avatar, or null when there is none and the page draws one. */
export function avatarUrl(fileName: string | null): string | null {
  return fileName === null ? null : `/files/public/${fileName}`
}

/** What a person sees and changes of themselves. */
export function createProfile({ db, sealer, findInterestTags, isWalletBound }: ProfileDeps) {
  async function memberInfo(userId: string, language: Language) {
    const row = await store.findRow(db, userId)
    if (!row?.phone_sealed) throw new ContractError('session.expired')
    const [phone, realName, walletFlag, tags, staff] = await Promise.all([
      sealer.open(row.phone_sealed, sealedAs('phone_sealed', userId)),
      row.real_name_sealed && sealer.open(row.real_name_sealed, sealedAs('real_name_sealed', userId)),
      isWalletBound(userId),
      findInterestTags(row.interest_tag_ids, language),
      listRoles(db, userId),
    ])
    const headImgUrl = avatarUrl(row.avatar_file)
    return {
      userId,
      username: row.nick_name,
      headImgUrl,
      avatarUrl: headImgUrl,
      mobile: maskPhone(phone),
      realName,
      walletFlag,
      role: staff.length > 0 ? ('operator' as const) : ('member' as const),
      staffRoles: [...new Set(staff.map(({ role }) => role))],
      isDemo: row.is_demo,
      sysDictVOList: tags,
      agreement: row.agreement,
    }
  }
  return {
    memberInfo,

    /** One's own real name, or null when none was given. */
    async ownRealName(userId: string): Promise<string | null> {
      const row = await store.findRow(db, userId)
      return row?.real_name_sealed ? sealer.open(row.real_name_sealed, sealedAs('real_name_sealed', userId)) : null
    },

    /** Changes one's own nickname. @throws session.forbidden for another's id */
    async changeName(userId: string, change: { userId?: string; username?: string }, language: Language) {
      requireOwn(userId, change.userId)
      if (change.username !== undefined)
        await store.updatePerson(db, userId, { nick_name: requireName(change.username) })
      return memberInfo(userId, language)
    },

    /** Sets one's own real name, sealed. @throws session.forbidden for another's id */
    async changeRealName(
      userId: string,
      change: { userId?: string; realName: string; consent?: string },
      language: Language,
    ) {
      requireOwn(userId, change.userId)
      const realName = cleanName(change.realName)
      requireThat(realName !== '', 'wallet.real-name-empty')
      const sealed = await sealer.seal(realName, sealedAs('real_name_sealed', userId))
      await inTransaction(db, async (tx) => {
        await store.updatePerson(tx, userId, { real_name_sealed: sealed })
        const version = change.consent
        if (version !== undefined) await recordConsent(tx, { userId, purpose: 'real-name', version, act: 'given' })
      })
      return memberInfo(userId, language)
    },

    /** Saves one's interest tags in place of the former. @throws identity.tags-empty, resource.not-found for an unknown id */
    async saveTags(userId: string, ids: string[], language: Language): Promise<Tag[]> {
      const asked = [...new Set(ids.map((id) => id.trim()).filter(Boolean))]
      requireThat(asked.length > 0, 'identity.tags-empty')
      requireThat(asked.length <= TAGS_MAX, 'resource.not-found')
      const tags = await findInterestTags(asked, language)
      requireThat(tags.length === asked.length, 'resource.not-found')
      await store.updatePerson(db, userId, { interest_tag_ids: asked })
      return tags
    },
  }
}

export type Profile = ReturnType<typeof createProfile>

const CARD_TRUST_MS = 5_000
const CARDS_MAX = 20_000
const FOUND_MAX = 200

/** People as others see them, from a copy in the process that is at most five seconds old. */
export function createDirectory(db: Db) {
  const cards = new LRUCache<string, Person>({ max: CARDS_MAX, ttl: CARD_TRUST_MS, ttlResolution: 0 })
  async function findPeople(userIds: string[]): Promise<Map<string, Person>> {
    const found = new Map<string, Person>()
    const missing = new Set<string>()
    for (const id of userIds) {
      const kept = cards.get(id)
      if (kept) found.set(id, kept)
      else missing.add(id)
    }
    for (const row of missing.size > 0 ? await store.findCards(db, [...missing]) : []) {
      const person = toPerson(row)
      cards.set(row.id, person)
      found.set(row.id, person)
    }
    return found
  }
  return {
    findPeople,
    async getPerson(userId: string): Promise<Person> {
      const person = (await findPeople([userId])).get(userId)
      requireThat(person, 'resource.not-found')
      return person
    },
    async findIdsByName(text: string): Promise<string[]> {
      const name = cleanName(text)
      return name === '' ? [] : store.findIdsByName(db, name, FOUND_MAX)
    },
    async setAvatar(tx: Tx, userId: string, fileName: string): Promise<void> {
      await store.updatePerson(tx, userId, { avatar_file: fileName })
      cards.delete(userId)
    },
    /** Call after a person changed something others see. */
    forget(userId: string): void {
      cards.delete(userId)
    },
  }
}

export type Directory = ReturnType<typeof createDirectory>

function toPerson(row: Awaited<ReturnType<typeof store.findCards>>[number]): Person {
  return {
    id: row.id,
    nickName: row.nick_name,
    headImgUrl: avatarUrl(row.avatar_file),
    isDemo: row.is_demo,
    role: row.role,
  }
}

function requireOwn(userId: string, given: string | undefined): void {
  requireThat(given === undefined || given === userId, 'session.forbidden')
}

function requireName(text: string): string {
  const name = cleanName(text)
  if (name === '')
    throw new ContractError('request.invalid', {}, [{ path: 'username', error: 'required', message: 'empty' }])
  return name
}

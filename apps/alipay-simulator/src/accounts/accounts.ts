import { createHash } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import type { Store } from '../base/store.ts'
import { recordEvent } from './book.ts'

export interface Account {
  userId: string
  userKey: string
  openId: string
  kind: 'person' | 'merchant' | 'transit' | 'outside'
  loginId: string
  nickName: string
  realName: string
  balanceFen: bigint
}

export const APP_ID = '9021000100010001'
export const SELLER_ID = '2088102180010000'
/** Where opening balances come from and adjustments go to, so that all entries together always sum to zero. */
const OUTSIDE_ID = 'outside'
/** Holds the money of transfers whose outcome is still open. */
export const TRANSIT_ID = 'transit'

type Seed = [
  userId: string,
  userKey: string,
  kind: Account['kind'],
  loginId: string,
  nick: string,
  real: string,
  fen: bigint,
]
const SEEDS: Seed[] = [
  [OUTSIDE_ID, 'outside', 'outside', '', '', '', 0n],
  [TRANSIT_ID, 'transit', 'transit', '', '', '', 0n],
  [SELLER_ID, 'merchant', 'merchant', 'mer***@example.com', '演示商户', '演示商户', 100_000_00n],
  ['2088102180010002', 'buyer', 'person', '138****0002', '晚风', '林晚', 100_000_00n],
  ['2088102180010001', 'seller', 'person', '138****0001', '嘉木', '陈嘉木', 5_000_00n],
  ['2088102180010003', 'expert', 'person', '138****0003', '以宁', '周以宁', 20_000_00n],
  ['2088102180010004', 'student', 'person', '139****0004', '小满', '何小满', 5_00n],
  ['2088102180010005', 'grace', 'person', 'gra***@example.com', 'Grace', '李格蕾', 1_000_000_00n],
  ['2088102180010006', 'author', 'person', 'aut***@example.com', '知秋', '沈知秋', 1_000_000_00n],
  // Sellers of the demo market.
  ['2088102180010011', 'rain', 'person', '138****0011', '苏雨', '苏雨', 0n],
  ['2088102180010012', 'river', 'person', '138****0012', '江川', '江川', 0n],
  ['2088102180010013', 'star', 'person', '138****0013', '沈星', '沈星', 0n],
]

/** A test person as programs that prepare a demonstration need to know them. */
export type TestPerson = Pick<Account, 'userKey' | 'userId' | 'nickName' | 'realName'>

/** The test people, without the merchant and the accounts of the book itself. */
export function listTestPeople(): TestPerson[] {
  return SEEDS.filter(([, , kind]) => kind === 'person').map(([userId, userKey, , , nickName, realName]) => ({
    userKey,
    userId,
    nickName,
    realName,
  }))
}

/** Puts the test people and the merchant into an empty book, each with an opening balance. */
export function openAccounts(store: Store, clock: Clock): void {
  store.transaction(() => {
    for (const [userId, userKey, kind, loginId, nickName, realName, fen] of SEEDS) {
      const openId = `0${createHash('sha256').update(`${APP_ID}.${userId}`).digest('base64url').slice(0, 46)}`
      const added = store.run(
        `INSERT INTO accounts VALUES ($userId, $userKey, $openId, $kind, $loginId, $nickName, $realName, 0)
         ON CONFLICT DO NOTHING`,
        { userId, userKey, openId, kind, loginId, nickName, realName },
      )
      if (added === 1 && fen > 0n) moveMoney(store, clock.nowMs(), OUTSIDE_ID, userId, fen, 'opening', userId)
    }
  })
}

/** The account of a 2088 id, an open id or a short name such as "buyer". */
export function findAccount(store: Store, user: string): Account | undefined {
  return store.find<Account>(
    `SELECT * FROM accounts
     WHERE (userId = $user OR userKey = $user OR openId = $user) AND kind IN ('person', 'merchant')`,
    { user },
  )
}

/** The account of an id known to exist. */
export function getAccount(store: Store, userId: string): Account {
  const account = findAccount(store, userId)
  if (account === undefined) throw new Error(`no account ${userId}`)
  return account
}

/** The people a tester may pay or authorise as, the demo buyer first. */
export function listPeople(store: Store): Account[] {
  return store.list<Account>(`SELECT * FROM accounts WHERE kind = 'person' ORDER BY (userKey = 'buyer') DESC, userId`)
}

/**
 * Moves money between two accounts: two entries that sum to zero and both balances, in one transaction. Answers
 * false and changes nothing when the payer has too little.
 */
export function moveMoney(
  store: Store,
  at: number,
  fromId: string,
  toId: string,
  fen: bigint,
  kind: string,
  reference: string,
): boolean {
  return store.transaction(() => {
    const paid = store.run(
      `UPDATE accounts SET balanceFen = balanceFen - $fen
       WHERE userId = $fromId AND (balanceFen >= $fen OR kind = 'outside')`,
      { fen, fromId },
    )
    if (paid !== 1) return false
    store.run('UPDATE accounts SET balanceFen = balanceFen + $fen WHERE userId = $toId', { fen, toId })
    for (const [userId, deltaFen] of [
      [fromId, -fen],
      [toId, fen],
    ] as const) {
      store.run(
        `INSERT INTO entries (at, userId, deltaFen, balanceFen, kind, reference)
         VALUES ($at, $userId, $deltaFen, (SELECT balanceFen FROM accounts WHERE userId = $userId), $kind, $reference)`,
        { at, userId, deltaFen, kind, reference },
      )
    }
    return true
  })
}

/** Sets a balance for a test by moving the difference from or to the outside account. */
export function setBalance(store: Store, at: number, userId: string, balanceFen: bigint): void {
  store.transaction(() => {
    const difference = balanceFen - getAccount(store, userId).balanceFen
    if (difference > 0n) moveMoney(store, at, OUTSIDE_ID, userId, difference, 'adjustment', userId)
    if (difference < 0n) moveMoney(store, at, userId, OUTSIDE_ID, -difference, 'adjustment', userId)
    recordEvent(store, at, 'balance-set', userId, { balanceFen: String(balanceFen) })
  })
}

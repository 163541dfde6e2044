import { findAccount, moveMoney, SELLER_ID, TRANSIT_ID } from '../accounts/accounts.ts'
import { recordEvent } from '../accounts/book.ts'
import { shanghaiTime } from '../base/clock.ts'
import { refusal } from '../base/errors.ts'
import { yuan } from '../base/money.ts'
import { nextNumber } from '../base/settings.ts'
import type { World } from '../world/world.ts'

export type TransferStatus = 'DEALING' | 'SUCCESS' | 'FAIL' | 'REFUND'

export interface Transfer {
  orderId: string
  outBizNo: string
  fingerprint: string
  amountFen: bigint
  payeeId: string
  title: string
  status: TransferStatus
  nextStatus: TransferStatus | null
  dueAt: number | null
  payFundOrderId: string
  createdAt: number
  settledAt: number | null
}

export interface TransferOrder {
  outBizNo: string
  amountFen: bigint
  title: string
  payee: { identity: string; identityType: string; name: string | undefined }
  /** Everything the merchant said, as one text: the same number must say the same again. */
  fingerprint: string
  /** What happens after the first answer (fault script): the status it turns to, and when. */
  later: { status: TransferStatus; afterMs: number } | undefined
}

const LEAST_FEN = 10n
const MOST_FEN = 5_000_000n
const MOST_PER_DAY_FEN = 100_000_000n
const DAY_MS = 86_400_000

export function findTransfer(world: World, by: { outBizNo?: string; orderId?: string }): Transfer | undefined {
  return by.orderId === undefined
    ? world.store.find<Transfer>('SELECT * FROM transfers WHERE outBizNo = $no', { no: by.outBizNo ?? '' })
    : world.store.find<Transfer>('SELECT * FROM transfers WHERE orderId = $no', { no: by.orderId })
}

/**
 * Transfers from the merchant to a person. The same out_biz_no answers the first transfer again; the same number with
 * other parameters, a wrong real name, a broken limit or an empty purse is refused and leaves nothing behind.
 */
export function transferMoney(world: World, order: TransferOrder): Transfer {
  const { store, clock } = world
  return store.transaction(() => {
    const known = findTransfer(world, { outBizNo: order.outBizNo })
    if (known !== undefined) {
      if (known.fingerprint === order.fingerprint) return known
      throw refusal('PAYMENT_INFO_INCONSISTENCY', '两次请求商户单号一样，但是参数不一致')
    }
    const now = clock.nowMs()
    const payeeId = requirePayee(world, order)
    requireLimits(world, order.amountFen, now)
    const isDealing = order.later !== undefined && order.later.status !== 'REFUND'
    const day = shanghaiTime(now).slice(0, 10).replaceAll('-', '')
    const number = String(nextNumber(store, 'transfer')).padStart(14, '0')
    const orderId = `${day}11007000${number}`
    store.run(
      `INSERT INTO transfers VALUES ($orderId, $outBizNo, $fingerprint, $amountFen, $payeeId, $title, $status,
         $nextStatus, $dueAt, $payFundOrderId, $createdAt, $settledAt)`,
      {
        orderId,
        outBizNo: order.outBizNo,
        fingerprint: order.fingerprint,
        amountFen: order.amountFen,
        payeeId,
        title: order.title,
        status: isDealing ? 'DEALING' : 'SUCCESS',
        nextStatus: order.later?.status ?? null,
        dueAt: order.later === undefined ? null : now + order.later.afterMs,
        payFundOrderId: `${day}11007050${number}`,
        createdAt: now,
        settledAt: isDealing ? null : now,
      },
    )
    // Money whose outcome is open is taken from the merchant at once, so that it cannot be spent twice.
    const toId = isDealing ? TRANSIT_ID : payeeId
    if (!moveMoney(store, now, SELLER_ID, toId, order.amountFen, 'transfer', order.outBizNo)) {
      throw refusal('PAYER_BALANCE_NOT_ENOUGH', '付款方余额不足')
    }
    recordEvent(store, now, 'transfer', order.outBizNo, { orderId, payeeId, amount: yuan(order.amountFen) })
    return getTransfer(world, orderId)
  })
}

/**
 * Turns a transfer to its later status; REFUND and FAIL give the money back. Nothing happens when it has no later
 * status, is over already, or the person who must give back has too little.
 */
export function settleTransfer(world: World, orderId: string, next?: TransferStatus): Transfer {
  const { store, clock } = world
  return store.transaction(() => {
    const now = clock.nowMs()
    const transfer = getTransfer(world, orderId)
    const status = next ?? transfer.nextStatus
    const route = status === null ? undefined : findRoute(transfer, status)
    if (status === null || route === undefined) return transfer
    if (!moveMoney(store, now, route.fromId, route.toId, transfer.amountFen, route.kind, transfer.outBizNo)) {
      return transfer
    }
    store.run(
      `UPDATE transfers SET status = $status, nextStatus = NULL, dueAt = NULL, settledAt = $now
       WHERE orderId = $orderId AND status = $was`,
      { status, now, orderId, was: transfer.status },
    )
    recordEvent(store, now, `transfer-${status.toLowerCase()}`, transfer.outBizNo, { amount: yuan(transfer.amountFen) })
    return getTransfer(world, orderId)
  })
}

/** Between whom the money goes when a transfer turns to `status`; undefined when it cannot. */
function findRoute(
  transfer: Transfer,
  status: TransferStatus,
): { fromId: string; toId: string; kind: string } | undefined {
  const turn = `${transfer.status} ${status}`
  if (turn === 'DEALING SUCCESS') return { fromId: TRANSIT_ID, toId: transfer.payeeId, kind: 'transfer' }
  if (turn === 'DEALING FAIL') return { fromId: TRANSIT_ID, toId: SELLER_ID, kind: 'transfer-return' }
  if (turn === 'SUCCESS REFUND') return { fromId: transfer.payeeId, toId: SELLER_ID, kind: 'transfer-return' }
  return undefined
}

function getTransfer(world: World, orderId: string): Transfer {
  const transfer = findTransfer(world, { orderId })
  if (transfer === undefined) throw new Error(`no transfer ${orderId}`)
  return transfer
}

function requirePayee(world: World, order: TransferOrder): string {
  const { identity, identityType, name } = order.payee
  const account = findAccount(world.store, identity)
  const fits =
    (identityType === 'ALIPAY_USER_ID' && account?.userId === identity) ||
    (identityType === 'ALIPAY_OPEN_ID' && account?.openId === identity)
  if (account === undefined || !fits) throw refusal('PAYEE_NOT_EXIST', '收款账号不存在')
  if (name !== undefined && name !== account.realName) {
    throw refusal('PAYEE_USER_INFO_ERROR', '支付宝账号和姓名不匹配，请确认姓名是否正确')
  }
  if (account.userId === SELLER_ID) throw refusal('PAYER_PAYEE_CANNOT_SAME', '收付款方不能相同')
  return account.userId
}

function requireLimits(world: World, amountFen: bigint, now: number): void {
  if (amountFen < LEAST_FEN) throw refusal('EXCEED_LIMIT_SM_MIN_AMOUNT', '转账金额不能低于 0.10 元')
  if (amountFen > MOST_FEN) throw refusal('EXCEED_LIMIT_SM_AMOUNT', '单笔额度超限')
  const dayStart = Math.floor((now + 8 * 3_600_000) / DAY_MS) * DAY_MS - 8 * 3_600_000
  const today = world.store.find<{ sumFen: bigint }>(
    `SELECT COALESCE(SUM(amountFen), 0) AS sumFen FROM transfers WHERE createdAt >= $dayStart AND status <> 'FAIL'`,
    { dayStart },
  )
  if ((today?.sumFen ?? 0n) + amountFen > MOST_PER_DAY_FEN) throw refusal('EXCEED_LIMIT_DM_AMOUNT', '日累计额度超限')
}

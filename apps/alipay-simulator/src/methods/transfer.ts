import { createHash } from 'node:crypto'
import { z } from 'zod'
import { shanghaiTime } from '../base/clock.ts'
import { GatewayError, refusal } from '../base/errors.ts'
import { findFen, yuan } from '../base/money.ts'
import { getSwitches } from '../base/settings.ts'
import { findTransfer, type TransferOrder, transferMoney } from '../trades/transfers.ts'
import { type Call, type Handler, readContent } from '../world/call.ts'

const transferContent = z.object({
  out_biz_no: z.string().regex(/^[\w-]{1,64}$/),
  trans_amount: z.union([z.string(), z.number()]),
  product_code: z.literal('TRANS_ACCOUNT_NO_PWD'),
  biz_scene: z.literal('DIRECT_TRANSFER'),
  order_title: z.string().min(1).max(128),
  remark: z.string().max(200).optional(),
  payee_info: z.object({
    identity: z.string().min(1),
    identity_type: z.enum(['ALIPAY_USER_ID', 'ALIPAY_OPEN_ID']),
    name: z.string().optional(),
  }),
})
const queryContent = z.object({
  out_biz_no: z.string().optional(),
  order_id: z.string().optional(),
  product_code: z.string().optional(),
  biz_scene: z.string().optional(),
})

const FAILURE = { code: 'PAYEE_ACCOUNT_STATUS_ERROR', reason: '收款方账号状态异常' }

/** alipay.fund.trans.uni.transfer: once per out_biz_no, whatever happens to the answer. */
export const transferCall: Handler = (world, call) => {
  if (!call.isCertMode && getSwitches(world.store).requiresCertForTransfer) {
    throw new GatewayError('40006', 'isv.insufficient-isv-permissions', '转账接口需使用公钥证书方式签名')
  }
  const content = readContent(call, transferContent, '')
  const amountFen = findFen(String(content.trans_amount))
  if (amountFen === undefined) throw refusal('INVALID_PARAMETER', '参数无效：trans_amount')
  const transfer = transferMoney(world, {
    outBizNo: content.out_biz_no,
    amountFen,
    title: content.order_title,
    payee: {
      identity: content.payee_info.identity,
      identityType: content.payee_info.identity_type,
      name: content.payee_info.name,
    },
    fingerprint: createHash('sha256')
      .update(JSON.stringify({ ...content, trans_amount: yuan(amountFen) }))
      .digest('hex'),
    later: laterOutcome(call),
  })
  // The caller of a transfer in work is told nothing: it must ask until the outcome is known.
  if (transfer.status === 'DEALING') throw refusal('SYSTEM_ERROR', '系统繁忙')
  if (transfer.status === 'FAIL') throw refusal(FAILURE.code, FAILURE.reason)
  return {
    code: '10000',
    msg: 'Success',
    out_biz_no: transfer.outBizNo,
    order_id: transfer.orderId,
    pay_fund_order_id: transfer.payFundOrderId,
    status: transfer.status,
    trans_date: shanghaiTime(transfer.createdAt),
  }
}

/** alipay.fund.trans.common.query by out_biz_no (with product and scene) or order_id. */
export const queryTransferCall: Handler = (world, call) => {
  const content = readContent(call, queryContent, '')
  const isByNumber = Boolean(content.out_biz_no && content.product_code && content.biz_scene)
  if (!isByNumber && !content.order_id) throw refusal('INVALID_PARAMETER', '参数无效：out_biz_no 或 order_id')
  const transfer = findTransfer(
    world,
    content.order_id ? { orderId: content.order_id } : { outBizNo: content.out_biz_no ?? '' },
  )
  if (transfer === undefined) throw refusal('ORDER_NOT_EXIST', '转账订单不存在')
  return {
    code: '10000',
    msg: 'Success',
    order_id: transfer.orderId,
    pay_fund_order_id: transfer.payFundOrderId,
    out_biz_no: transfer.outBizNo,
    trans_amount: yuan(transfer.amountFen),
    status: transfer.status,
    order_fee: '0.00',
    ...(transfer.settledAt === null ? {} : { pay_date: shanghaiTime(transfer.settledAt) }),
    ...(transfer.status === 'FAIL' ? { error_code: FAILURE.code, fail_reason: FAILURE.reason } : {}),
  }
}

function laterOutcome(call: Call): TransferOrder['later'] {
  const afterMs = call.fault?.delayMs ?? 0
  if (call.fault?.kind === 'transfer-pending') return { status: 'SUCCESS', afterMs }
  if (call.fault?.kind === 'transfer-fails') return { status: 'FAIL', afterMs }
  if (call.fault?.kind === 'transfer-returned') return { status: 'REFUND', afterMs }
  return undefined
}

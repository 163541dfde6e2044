import { type Say, say } from '../kit/say.ts'

/** Changes with every change of the text below. */
export const AGREEMENT_VERSION = '2026-11-23'

/**
 * What buyer and expert agree on with a hire. The hash of both languages is kept with each order, so a changed text needs a new
 * version and leaves old orders as they are.
 */
export const AGREEMENT_CLAUSES: readonly Say[] = [
  say(
    '工作内容与时间：专家按买家填写的需求工作，工时以购买的小时数为上限，并在工时表里逐条记录时间和内容。',
    'Work and time: the expert works on what the buyer described, for at most the hours bought, and records the time and content of the work in the time-sheet.',
  ),
  say(
    '付款：款项由平台托管。买家付款后 3 天内专家未开始，全额退回买家；约定的交付时间过后 14 天仍未交付，剩余款项退回买家；买家验收后，款项付给专家。',
    'Payment: Trove holds the money. If the expert has not started 3 days after the payment, the buyer gets all of it back. If the work is not delivered 14 days after the agreed time, the buyer gets the rest of it back. Once the buyer accepts, the expert is paid.',
  ),
  say(
    '验收：专家交付后，买家应在 7 天内验收或提出问题；平台会提醒两次，7 天内没有验收视为验收。',
    'Acceptance: after the delivery the buyer has 7 days to accept or to object. Trove reminds the buyer twice; without acceptance within 7 days the work counts as accepted.',
  ),
  say(
    '退款：未使用的工时可以由专家退回，或由买家申请、专家同意后退回，按小时单价计算。买家的申请等待回复期间，自动验收暂停；专家 7 天内没有回复，视为同意。',
    'Refunds: hours that were not needed can be given back by the expert, or by agreement when the buyer asks, at the price of an hour. While the buyer waits for an answer, nothing is accepted by silence; no answer within 7 days counts as agreement.',
  ),
  say(
    '争议：专家拒绝退回工时，或买家不接受交付时，任何一方可以交给平台裁决。裁决前订单暂停；平台根据需求、工时表和双方的说明裁决退回多少工时，其余付给专家，订单结束。',
    'Disputes: if the expert declines to give hours back, or the buyer does not accept the delivery, either side can ask Trove to rule. The order stands still until then. From the requirement, the time-sheet and what both say, Trove decides how many hours go back; the expert is paid for the rest, and the order is over.',
  ),
  say(
    '知识产权：付款完成后，专家为本订单完成的成果的著作权归买家；专家原有的工具和第三方组件仍归其权利人。',
    'Intellectual property: once the expert is paid, the rights in what was made for this order belong to the buyer. Tools the expert had before, and third-party parts, stay with their owners.',
  ),
  say(
    '保密：双方对在合作中获知的对方非公开信息保密，期限至订单结束后两年。',
    'Confidentiality: each side keeps what it learns of the other’s non-public information confidential until two years after the order has ended.',
  ),
]

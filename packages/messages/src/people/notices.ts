import { TAKEDOWN_ANSWER_DAYS } from '@trove/contract/code/reports'
import type { NoticeKind } from '@trove/contract/notices/routes'
import { faultNotices } from '../compute/fault-notices.ts'
import { type Say, say } from '../kit/say.ts'
import { accountNotices } from './account-notices.ts'

/** One text per kind of notice; a kind without one does not compile. Parameters come with the notice. */
export const noticeKinds = {
  'compute.access-read': say(
    '买家查看或使用了机器 {{authId}} 的登录信息',
    'The buyer viewed or used the login of machine {{authId}}',
  ),
  'compute.address-claimed': say(
    '机器 {{authId}} 一直没能登录成功，它的地址现由另一位卖家发布，你的发布已移除',
    'We could never log in to machine {{authId}}, and another seller has now listed its address. Your listing was removed',
  ),
  'compute.check-differs': say(
    '机器 {{authId}} 的检测结果低于你填写的配置，已暂停出售',
    'Machine {{authId}} measured below its declared specs and was taken off sale',
  ),
  'compute.check-unreachable': say(
    '无法登录机器 {{authId}}，已暂停出售',
    'We could not log in to machine {{authId}}, so it was taken off sale',
  ),
  'compute.lease-begun': say('机器 {{authId}} 已开始为买家服务', 'Machine {{authId}} is now in use by its buyer'),
  'compute.lease-begun-buyer': say(
    '你租用的机器 {{authId}} 已就绪，可以登录使用',
    'Machine {{authId}} is ready. You can log in now',
  ),
  'compute.lease-ended': say('机器 {{authId}} 的服务已结束', 'The lease of machine {{authId}} has ended'),
  'compute.lease-ended-buyer': say(
    '你租用的机器 {{authId}} 的服务已结束，登录信息已失效',
    'Your lease of machine {{authId}} has ended and its login no longer works',
  ),
  'compute.lease-renewed': say(
    '买家续租了机器 {{authId}}，租期延长',
    'The buyer renewed the lease of machine {{authId}}',
  ),
  'compute.lease-renewed-buyer': say(
    '机器 {{authId}} 已续租，租期从原到期时间起延长',
    'You renewed machine {{authId}}. Its lease goes on from the old end',
  ),
  'compute.renewal-asked': say(
    '机器 {{authId}} 的续租订单已生成：¥{{price}}，到期前支付即可继续使用，不会自动扣款',
    'The renewal of machine {{authId}} is ready: ¥{{price}}. Pay before the lease ends to keep the machine. Nothing is charged automatically',
  ),
  'compute.renewal-above': say(
    '机器 {{authId}} 的续租价为 ¥{{price}}，高于你设的上限，没有生成订单。到期前仍可手动续租',
    'Renewing machine {{authId}} costs ¥{{price}}, more than your limit, so no order was made. You can still renew it yourself before the lease ends',
  ),
  'compute.renewal-refused': say(
    '机器 {{authId}} 无法续租：卖家现在不接受续租，或离到期太近。请及时备份数据',
    'Machine {{authId}} could not be renewed: its seller does not offer it now, or the end was too near. Back up your data',
  ),
  'compute.lease-stopped': say(
    '买家提前结束了机器 {{authId}} 的租用：退回买家 ¥{{refund}}，其余 ¥{{kept}} 归你',
    'The buyer ended the lease of machine {{authId}} early. ¥{{refund}} goes back to them, and the other ¥{{kept}} is yours',
  ),
  'compute.lease-silent': say(
    '出租中的机器 {{authId}} 已经连不上 {{minutes}} 分钟以上。请尽快恢复：离线的每一分钟，租金都会自动退给买家。如果不是你的原因，在退回之前可以到订单页提出异议',
    'Machine {{authId}}, which is on lease, has been out of reach for more than {{minutes}} minutes. Please bring it back: each minute of it is returned to the buyer. If it is not your doing, contest it on the order’s page before it is returned',
  ),
  'compute.downtime-returned': say(
    '机器 {{authId}} 离线了 {{minutes}} 分钟，已自动退给买家 {{amount}}',
    'Machine {{authId}} was out of reach for {{minutes}} min. {{amount}} went back to the buyer',
  ),
  'compute.relisted': say(
    '机器 {{authId}} 已通过检测，自动重新上架',
    'Machine {{authId}} passed its check and was relisted automatically',
  ),
  'compute.lease-cleaned': say(
    '机器 {{authId}} 已清理：密码已更换，租期内的密钥和进程已移除',
    'Machine {{authId}} was cleaned up: its password was changed, and keys and processes from the lease were removed',
  ),
  'compute.lease-clean-failed': say(
    '机器 {{authId}} 到期后无法登录或清理不完整，暂不能出售。请让它联网；登录信息变了请修改；租期内留下的进程请结束。系统会继续重试',
    'We could not log in to machine {{authId}} after its lease, or not clean it up fully. It is not on sale. Bring it online, update a changed login, and end what still runs from the lease. We will keep trying',
  ),
  'compute.lease-expires-soon': say(
    '你租用的机器 {{authId}} 即将到期，请及时备份数据',
    'Your lease of machine {{authId}} ends soon. Back up your data',
  ),
  'storage.ends-soon': say(
    '你的一个文件（订单 {{order}}）将在 {{days}} 天内到期。文件不会自动续期，因为只有你的密钥能签名',
    'One of your files ends soon (order {{order}}, days left: {{days}}). It is not extended automatically, because only your key can sign',
  ),
  'storage.node-paused': say(
    '你的存储节点 {{account}} 已暂停推荐：最近 {{asked}} 次抽查中，未连接 {{absent}} 次，没有应答 {{silent}} 次，内容不符 {{wrong}} 次。不会扣钱；连续几次抽查正常后自动恢复',
    'Readers are no longer sent to your storage node {{account}} first. Of its last {{asked}} samples it was not connected for {{absent}}, gave no answer to {{silent}} and other bytes to {{wrong}}. You lose no money, and good samples end the pause automatically',
  ),
  'storage.node-resumed': say(
    '你的存储节点 {{account}} 已恢复推荐：最近的抽查都正常',
    'Readers are sent to your storage node {{account}} again: its last samples were all good',
  ),
  'certification.approved': say('你的专家认证已通过', 'You are now a certified expert'),
  'certification.refused': say(
    '你的专家认证未通过：{{reason}}。表单已为你保留，可修改后重新提交',
    'Your certification was not approved: {{reason}}. Your form is kept, so you can change it and apply again',
  ),
  'conversations.message': say('关于 {{title}} 有新消息', 'New message about {{title}}'),
  'conversations.message-untitled': say('会话有新消息', 'New message in a conversation'),
  'reviews.waiting': say(
    '{{name}} 评价了与你的交易，你也写一条，双方就都能看到',
    '{{name}} reviewed your trade. Write yours, and both of you can read them',
  ),
  'reviews.shown': say('{{name}} 也写了评价，现在可以查看', '{{name}} wrote a review too, and you can read it now'),
  'reviews.hidden': say(
    '你对 {{name}} 的评价已被运营人员隐藏：{{reason}}',
    'Our staff hid your review of {{name}}: {{reason}}',
  ),
  'reviews.reply-hidden': say(
    '你对 {{name}} 的评价所作的回复已被运营人员隐藏：{{reason}}',
    'Our staff hid your reply to the review by {{name}}: {{reason}}',
  ),
  'reviews.shown-again': say(
    '你对 {{name}} 的评价已重新显示：{{reason}}',
    'Your review of {{name}} is shown again: {{reason}}',
  ),
  'reviews.reply-shown-again': say(
    '你对 {{name}} 的评价所作的回复已重新显示：{{reason}}',
    'Your reply to the review by {{name}} is shown again: {{reason}}',
  ),
  'searches.found': say('「{{name}}」有 {{count}} 件新的匹配商品', 'New offers that match “{{name}}”: {{count}}'),
  'code.given-back': say(
    '买家退回了「{{title}}」，{{amount}} 已退还。对方说：{{words}}',
    'A buyer gave “{{title}}” back and gets {{amount}}. They wrote: {{words}}',
  ),
  'code.given-back-unfetched': say(
    '买家没有下载就退回了「{{title}}」，{{amount}} 已退还',
    'A buyer gave “{{title}}” back without fetching it and gets {{amount}}',
  ),
  'code.new-version': say('「{{title}}」有了新版本 {{version}}', '“{{title}}” has a new version: {{version}}'),
  'code.malware-found': say(
    '自动检查在你的作品「{{title}}」的版本 {{version}} 中发现疑似恶意代码，运营人员会查看。请检查文件，需要时发布新版本',
    'The automatic checks found what may be malicious code in version {{version}} of your work “{{title}}”. Our staff will look at it. Check the files and publish a new version if you need to',
  ),
  'code.keys-found': say(
    '自动检查在你的作品「{{title}}」的版本 {{version}} 中发现疑似密钥，运营人员会查看。请停用这些密钥，并发布不含它们的新版本',
    'The automatic checks found what may be keys in version {{version}} of your work “{{title}}”. Our staff will look at it. Disable those keys and publish a version without them',
  ),
  'code.taken-down': say(
    `你的作品「{{title}}」被下架：{{words}}。你可以在作品页申诉一次。尚未结算的销售已暂停结算，${TAKEDOWN_ANSWER_DAYS} 天内不申诉就会退款给买家`,
    `Your work “{{title}}” was taken down: {{words}}. You can appeal once on its page. Sales you were not paid for yet are on hold, and without an appeal within ${TAKEDOWN_ANSWER_DAYS} days their buyers are refunded`,
  ),
  'code.frozen': say(
    '「{{title}}」因发现恶意代码被下架，下载和克隆已停止。请不要再运行已下载的文件。尚未结算给作者的订单，下架期间随时可以退款',
    '“{{title}}” was taken down because malicious code was found in it. Downloads and clones have stopped. Do not run the files you have. If the author has not been paid for your order yet, you can return it for a refund while the work is down',
  ),
  'code.takedown-upheld': say(
    '你对「{{title}}」的申诉未获支持，作品保持下架，尚未结算的销售退款给买家：{{words}}',
    'Your appeal for “{{title}}” was turned down, so it stays down and sales you were not paid for yet are refunded: {{words}}',
  ),
  'code.restored': say('你的作品「{{title}}」已恢复：{{words}}', 'Your work “{{title}}” is back: {{words}}'),
  'code.report-taken-down': say(
    '你举报的「{{title}}」已下架，谢谢你告诉我们',
    '“{{title}}”, which you reported, was taken down. Thank you for telling us',
  ),
  'code.report-dismissed': say(
    '我们查看了你对「{{title}}」的举报，作品不作改动',
    'We looked at your report of “{{title}}”, and the work stays as it is',
  ),
  'orders.paid': say('订单 {{orderNumber}} 已支付', 'Order {{orderNumber}} was paid'),
  'orders.started': say('订单 {{orderNumber}} 的卖家已开始工作', 'The seller has started on order {{orderNumber}}'),
  'orders.not-started': say(
    '订单 {{orderNumber}} 的卖家未按时开始，{{amount}} 正在全额退回',
    'The seller did not start order {{orderNumber}} in time. {{amount}} is on its way back to you',
  ),
  'orders.not-started-seller': say(
    '你未按时开始订单 {{orderNumber}}，款项已退给买家',
    'You did not start order {{orderNumber}} in time, so the buyer was refunded',
  ),
  'orders.delivered': say(
    '订单 {{orderNumber}} 已交付，请查看',
    'Order {{orderNumber}} was delivered. Please check it',
  ),
  'orders.delivery-overdue': say(
    '订单 {{orderNumber}} 已过约定的交付时间，请与卖家沟通',
    'Order {{orderNumber}} is past its agreed delivery time. Please ask the seller about it',
  ),
  'orders.delivery-overdue-seller': say(
    '订单 {{orderNumber}} 已过约定的交付时间，请尽快交付或与买家沟通',
    'Order {{orderNumber}} is past its agreed delivery time. Please deliver it, or talk to the buyer',
  ),
  'orders.deliver-soon': say(
    '订单 {{orderNumber}} 还没有交付，{{days}} 天后仍未交付，剩余款项将退给买家',
    'Order {{orderNumber}} is still not delivered (days left: {{days}}). Without a delivery by then the buyer gets the rest of the money back',
  ),
  'orders.not-delivered': say(
    '订单 {{orderNumber}} 一直没有交付，剩余款项正在退回给你',
    'Order {{orderNumber}} was never delivered. The rest of your money is on its way back to you',
  ),
  'orders.not-delivered-seller': say(
    '订单 {{orderNumber}} 一直没有交付，剩余款项已退给买家',
    'You did not deliver order {{orderNumber}}, so the rest of the money went back to the buyer',
  ),
  'orders.accept-soon': say(
    '订单 {{orderNumber}} 将在 {{days}} 天后自动验收，如有问题请尽快提出',
    'Order {{orderNumber}} will soon be accepted automatically (days left: {{days}}). If something is wrong, say so before then',
  ),
  'orders.accepted': say(
    '订单 {{orderNumber}} 已验收，{{amount}} 归你所有',
    'Order {{orderNumber}} was accepted. {{amount}} is yours',
  ),
  'orders.refunded': say('订单 {{orderNumber}} 已退款 {{amount}}', '{{amount}} was refunded for order {{orderNumber}}'),
  'orders.refunded-renewal': say(
    '续租订单 {{orderNumber}} 的付款确认得太晚，订单已关闭，续租没有生效，{{amount}} 已退款',
    'The payment of renewal {{orderNumber}} was confirmed too late: the order was closed by then. The lease was not renewed, and {{amount}} was refunded',
  ),
  'orders.refunded-outside': say(
    '订单 {{orderNumber}} 的退款 {{amount}} 无法经支付宝退回，已由运营人员用其他方式退给你，凭证 {{reference}}',
    'The refund of {{amount}} for order {{orderNumber}} could not go through Alipay. Our staff returned it to you another way, reference {{reference}}',
  ),
  'talent.week-limited': say('买家设定每周最多记录 {{hours}} 小时', 'The buyer set a limit of {{hours}} h a week'),
  'talent.week-unlimited': say('买家取消了每周时长上限', 'The buyer removed the weekly limit'),
  'talent.hours-asked': say(
    '买家申请退回 {{hours}} 小时，请回复',
    'The buyer asks for {{hours}} h back. Please answer',
  ),
  'talent.hours-declined': say('专家没有同意退回 {{hours}} 小时', 'The expert declined to give {{hours}} h back'),
  'talent.hours-answer-soon': say(
    '买家申请退回 {{hours}} 小时，{{days}} 天后仍未回复将视为同意',
    'The buyer asks for {{hours}} h back (days left to answer: {{days}}). Without an answer they are refunded automatically',
  ),
  'talent.hours-unanswered': say(
    '你没有回复买家的申请，{{hours}} 小时已退回',
    'You did not answer the buyer, so {{hours}} h went back',
  ),
  ...faultNotices,
  'talent.dispute-opened': say(
    '对方把订单 {{orderNumber}} 的争议交给平台裁决。你可以补充说明，裁决前订单暂停',
    'The other side asked Trove for a ruling on order {{orderNumber}}. You can add your side; until then the order is on hold',
  ),
  'talent.dispute-words': say(
    '对方对订单 {{orderNumber}} 的争议补充了说明',
    'The other side added a statement to the dispute about order {{orderNumber}}',
  ),
  'talent.dispute-withdrawn': say(
    '对方撤回了订单 {{orderNumber}} 的争议，订单继续',
    'The other side withdrew the dispute about order {{orderNumber}}. The order goes on',
  ),
  'talent.dispute-agreed': say(
    '专家同意退回 {{hours}} 小时，订单 {{orderNumber}} 的争议已结束',
    'The expert agreed to give {{hours}} h back. The dispute about order {{orderNumber}} is over',
  ),
  'talent.dispute-ruled': say(
    '平台对订单 {{orderNumber}} 的裁决：{{ofHours}} 小时中退回 {{hours}} 小时，其余付给专家。理由：{{reason}}',
    'Trove ruled on order {{orderNumber}}: {{hours}} of {{ofHours}} h go back to the buyer, and the expert is paid for the rest. Reason: {{reason}}',
  ),
  'certification.second-waits': say(
    '一份专家认证申请已有一位审核员同意，等待第二位审核员',
    'A reviewer approved an application to be certified. It waits for a second reviewer',
  ),
  'talent.ruling-waits': say(
    '订单 {{orderNumber}} 的争议（{{amount}}）已有裁决提议，等待另一位运营人员确认',
    'A ruling on order {{orderNumber}} ({{amount}}) was proposed. It waits for a second person of the staff',
  ),
  'wallet.account-bound': say(
    '已绑定新的收款账户。如非本人操作，请立即解绑，并退出其他设备',
    'A payout account was linked. If that was not you, unlink it now and sign out the other devices',
  ),
  'wallet.account-bound-held': say(
    '已绑定新的收款账户，绑定时没有验证手机，24 小时内不会转出收益。如非本人操作，请立即解绑，并退出其他设备',
    'A payout account was linked without a code, so nothing is paid out for 24 hours. If that was not you, unlink it now and sign out the other devices',
  ),
  'wallet.account-unbound': say(
    '收款账户已解绑。如非本人操作，请立即退出其他设备',
    'Your payout account was unlinked. If that was not you, sign out the other devices now',
  ),
  'wallet.payout-awaiting': say(
    '{{amount}} 使当天转出超过 5,000 元，经两位运营人员核对后转入你的支付宝',
    'Your payout of {{amount}} brings the day above 5,000 yuan. Two staff members will review it before it goes to your Alipay account',
  ),
  'wallet.payout-declined': say(
    '{{amount}} 的提现未通过核对：{{reason}}。金额已退回可提现余额',
    'The payout of {{amount}} was declined: {{reason}}. The amount was returned to your balance',
  ),
  'wallet.payout-done': say('{{amount}} 已转入你的支付宝', '{{amount}} has been paid to your Alipay account'),
  'wallet.payout-failed': say(
    '{{amount}} 转入支付宝失败，已退回可提现余额',
    'The payout of {{amount}} failed. The amount was returned to your balance',
  ),
  ...accountNotices,
} satisfies Record<NoticeKind, Say>

/** The notice list and its texts. */
export const notices = {
  empty: say('还没有消息', 'No messages yet'),
  emptyHint: say(
    '订单、机器和收款有变化时会在这里告诉你',
    'You will hear about your orders, machines and payouts here',
  ),
  unread: say('未读', 'Unread'),
  yourTurn: say('等你处理', 'Your turn'),
  yourTurnUntil: say('等你处理，{{when}} 前', 'Your turn, until {{when}}'),
} as const

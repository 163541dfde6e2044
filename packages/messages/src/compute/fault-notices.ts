import { say } from '../kit/say.ts'

/** What the two of a lease, and the staff, are told of a reported fault, or of a clean-up that left something. */
export const faultNotices = {
  'compute.lease-cleaned-in-part': say(
    '机器 {{authId}} 已换密码并清理。租期内还启动了 {{leftProcesses}} 个 root 进程，无法判断来自系统还是买家，仍在运行。请检查，不放心就重装系统',
    'Machine {{authId}} has a new password and was cleaned up. {{leftProcesses}} root processes that began in the lease still run: they may be the system’s or the buyer’s. Check them, or reinstall the system',
  ),
  'compute.fault-opened': say(
    '买家报告了订单 {{orderNumber}} 的故障，请在 48 小时内回复，否则由平台裁决',
    'The buyer reported a fault of order {{orderNumber}}. Answer within 48 hours, or the staff rules',
  ),
  'compute.fault-answered': say(
    '卖家回复了订单 {{orderNumber}} 的故障，请在 48 小时内接受或交平台裁决，否则视为接受',
    'The seller answered about the fault of order {{orderNumber}}. Accept it or hand it over within 48 hours; silence accepts',
  ),
  'compute.fault-handed': say(
    '订单 {{orderNumber}} 的故障已交平台裁决',
    'The fault of order {{orderNumber}} was handed over to the staff',
  ),
  'compute.fault-unanswered': say(
    '卖家没有按时回复，订单 {{orderNumber}} 的故障已交平台裁决',
    'The seller did not answer in time. The fault of order {{orderNumber}} was handed over to the staff',
  ),
  'compute.fault-closed': say(
    '订单 {{orderNumber}} 的故障处理已结束',
    'The case about the fault of order {{orderNumber}} is settled',
  ),
  'compute.fault-ruled': say(
    '平台对订单 {{orderNumber}} 的故障作出裁决：退回 {{amount}}。理由：{{reason}}',
    'Trove ruled about the fault of order {{orderNumber}}: {{amount}} goes back to the buyer. Reason: {{reason}}',
  ),
  'compute.fault-ruling-waits': say(
    '订单 {{orderNumber}} 的故障（{{amount}}）有一个裁决等待第二人确认',
    'A ruling about the fault of order {{orderNumber}} ({{amount}}) waits for a second person',
  ),
  'compute.contest-opened': say(
    '卖家对订单 {{orderNumber}} 的一次离线退款提出异议。这段离线的租金先不退回，由平台裁决。你可以在订单页写下说明',
    'The seller contested a downtime refund of order {{orderNumber}}. It is held until Trove rules. You can add details on the order’s page',
  ),
  'compute.contest-answered': say(
    '买家回复了你对订单 {{orderNumber}} 离线退款的异议，等待平台裁决',
    'The buyer answered about the downtime refund you contested, order {{orderNumber}}. Trove rules next',
  ),
  'compute.contest-returned': say(
    '平台裁决：订单 {{orderNumber}} 有异议的离线租金退给买家；还没恢复的，恢复后退。理由：{{reason}}',
    'Trove ruled: the contested downtime of order {{orderNumber}} goes back to the buyer, once the machine is back. Reason: {{reason}}',
  ),
  'compute.contest-kept': say(
    '平台裁决：订单 {{orderNumber}} 有异议的离线租金不退，归卖家。理由：{{reason}}',
    'Trove ruled: the contested downtime of order {{orderNumber}} is not refunded and stays the seller’s. Reason: {{reason}}',
  ),
} as const

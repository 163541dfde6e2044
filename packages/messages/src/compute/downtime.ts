import { say, sayCount } from '../kit/say.ts'

/** What the probes of a leased machine found, and what of its price went back. */
export const downtime = {
  title: say('在线记录', 'Uptime'),
  promise: say(
    '每分钟检查一次能否连上。连续离线超过 {{minutes}} 分钟，从第一分钟起的租金自动退回；更短的可能是重启，不退。平台自身网络故障的时间不计。',
    'The machine is probed each minute. If it is out of reach for more than {{minutes}} minutes, the rent for all of those minutes is refunded automatically. A shorter gap may be a restart and is not refunded. Minutes in which our own network failed do not count.',
  ),
  promiseSeller: say(
    '出租期间每分钟检查一次能否连上。连续离线超过 {{minutes}} 分钟，从第一分钟起的租金自动退给买家；更短的不退。平台自身网络故障不算你的。',
    'While it is rented, the machine is probed each minute. If it is out of reach for more than {{minutes}} minutes, the rent for all of those minutes is refunded to the buyer automatically. A shorter gap is not. Failures of our own network are never held against you.',
  ),
  answered: say('在线', 'In reach'),
  silent: say('离线', 'Out of reach'),
  unknown: say('未知', 'Unknown'),
  unknownHint: say('平台没能检查的时间，不归责任何人', 'Minutes we could not tell; nobody is blamed for them'),
  minutes: sayCount('{{count}} 分钟', '{{count}} minute', '{{count}} minutes'),
  returned: say('离线退回', 'Returned for downtime'),
  returnedSeller: say('离线退给买家', 'Returned to the buyer'),
  none: say('到现在为止，每次检查都连得上。', 'It has answered every probe so far.'),
  list: say('离线记录', 'Times out of reach'),
  state: {
    silent: say('还没恢复', 'Still out of reach'),
    restart: say('可能是重启，不退', 'May be a restart, not returned'),
    returning: say('正在退回', 'Being returned'),
    returned: say('已退 {{amount}}', '{{amount}} returned'),
    contested: say('有异议，待裁决', 'Contested'),
    kept: say('平台裁定不退', 'Ruled: not returned'),
  },
  relayOutage: say('平台网络故障，不计', 'Our outage, not counted'),
  contest: {
    open: say('对 {{when}} 的离线提出异议', 'Contest the gap of {{when}}'),
    title: say('对离线退款提出异议', 'Contest a downtime refund'),
    help: say(
      '如果不是你或机器的原因，写清理由，例如买家自己关机或关闭了端口。平台裁决前不退款，这笔订单也不能结算。每次离线只能提一次。',
      'Say why it is not your or the machine’s doing, for example that the buyer shut it down or closed the port. Until Trove rules, nothing is returned and nothing of this order can be collected. Each gap can be contested once.',
    ),
  },
  failed: say('在线记录加载失败', 'Could not load the uptime'),
}

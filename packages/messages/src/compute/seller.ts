import { say, sayCount } from '../kit/say.ts'

/** The public page of a seller of machines. */
export const seller = {
  since: say('{{when}} 起分享机器', 'Shares machines since {{when}}'),
  ask: say('咨询卖家', 'Ask the seller'),
  measured: say('实测', 'Measured by Trove'),
  reached: say('检测时能连接', 'Reached by checks'),
  reachedOf: say('近 {{days}} 天 {{reached}} / {{checks}} 次', '{{reached}} of {{checks}} in {{days}} days'),
  leases: say('租出次数', 'Leases served'),
  served: say('共 {{days}} 天', '{{days}} days in all'),
  online: say('租用期间在线', 'Online while rented'),
  silent: sayCount('离线 {{count}} 分钟', 'Silent for {{count}} minute', 'Silent for {{count}} minutes'),
  machines: sayCount('在架机器（{{count}}）', 'Machines online ({{count}})', 'Machines online ({{count}})'),
  none: say('现在没有在架的机器。', 'No machine is online right now.'),
  rest: say('只显示最新的 {{count}} 台。', 'The newest {{count}} are shown.'),
  taken: say('已租出或暂不可租', 'Rented or not available'),
} as const

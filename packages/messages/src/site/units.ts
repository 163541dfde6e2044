import { say, sayCount } from '../kit/say.ts'

/** Units and durations. */
export const units = {
  yuanSign: say('¥', '¥'),
  gb: say('GB', 'GB'),
  mbps: say('Mbps', 'Mbps'),
  core: sayCount('核', 'core', 'cores'),
  perPeriod: say('/ {{period}}', '/ {{period}}'),
  left: {
    day: sayCount('{{count}} 天', '{{count}} day', '{{count}} days'),
    hour: sayCount('{{count}} 小时', '{{count}} hour', '{{count}} hours'),
    minute: sayCount('{{count}} 分钟', '{{count}} minute', '{{count}} minutes'),
  },
  duration: {
    day: sayCount('{{amount}} 天', '{{amount}} day', '{{amount}} days'),
    week: sayCount('{{amount}} 周', '{{amount}} week', '{{amount}} weeks'),
    month: sayCount('{{amount}} 个月', '{{amount}} month', '{{amount}} months'),
    year: sayCount('{{amount}} 年', '{{amount}} year', '{{amount}} years'),
  },
} as const

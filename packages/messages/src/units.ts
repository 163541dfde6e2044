import { say } from './say.ts'

/** Units and durations. */
export const units = {
  yuan: say('元', 'yuan'),
  yuanSign: say('¥', '¥'),
  gb: say('GB', 'GB'),
  mbps: say('Mbps', 'Mbps'),
  cores: say('{{count}} 核', '{{count}} cores'),
  core: say('核', 'cores'),
  days: say('{{count}} 天', '{{count}} days'),
  perPeriod: say('/ {{period}}', '/ {{period}}'),
  duration: {
    day: say('{{amount}} 天', '{{amount}} days'),
    week: say('{{amount}} 周', '{{amount}} weeks'),
    month: say('{{amount}} 个月', '{{amount}} months'),
    year: say('{{amount}} 年', '{{amount}} years'),
  },
} as const

import type { Store } from './store.ts'

/** Switches a test may turn through the control API; kept over a restart. */
export interface Switches {
  /** Notify also for full refunds and closed trades; page pay stays silent about both by default. */
  notifiesClosed: boolean
  /** Sign notifications over sign_type too, as some gateway versions did. */
  signsNotifyType: boolean
  /** Answer open_id instead of user_id, as newer merchant apps get it. */
  usesOpenId: boolean
  /** Refuse transfers that are not signed in certificate mode, as production does. */
  requiresCertForTransfer: boolean
  /** Refuse a second refund of one trade within 3 seconds. */
  enforcesRefundGap: boolean
}

const DEFAULTS: Switches = {
  notifiesClosed: false,
  signsNotifyType: false,
  usesOpenId: false,
  requiresCertForTransfer: false,
  enforcesRefundGap: true,
}

/** The switches as they stand. */
export function getSwitches(store: Store): Switches {
  const kept = findSetting(store, 'switches')
  return kept === undefined ? { ...DEFAULTS } : { ...DEFAULTS, ...(JSON.parse(kept) as Partial<Switches>) }
}

/** Turns the given switches and answers all of them. */
export function turnSwitches(store: Store, change: Partial<Switches>): Switches {
  const switches = { ...getSwitches(store), ...change }
  keepSetting(store, 'switches', JSON.stringify(switches))
  return switches
}

export function findSetting(store: Store, name: string): string | undefined {
  return store.find<{ value: string }>('SELECT value FROM settings WHERE name = $name', { name })?.value
}

export function keepSetting(store: Store, name: string, value: string): void {
  store.run(
    'INSERT INTO settings (name, value) VALUES ($name, $value) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    { name, value },
  )
}

/** The next number of a named sequence, from 1; never given twice, also over restarts. */
export function nextNumber(store: Store, sequence: string): number {
  return store.transaction(() => {
    const next = Number(findSetting(store, `sequence.${sequence}`) ?? '0') + 1
    keepSetting(store, `sequence.${sequence}`, String(next))
    return next
  })
}

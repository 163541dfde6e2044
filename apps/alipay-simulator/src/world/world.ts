import { openAccounts } from '../accounts/accounts.ts'
import { Clock } from '../base/clock.ts'
import type { SimulatorConfig } from '../base/config.ts'
import { Store } from '../base/store.ts'
import { type Keys, openKeys } from '../keys/keys.ts'
import { Faults } from '../notify/faults.ts'
import { Notifier } from '../notify/notifier.ts'

/** Everything one running simulator consists of; handed to every part that acts. */
export interface World {
  config: SimulatorConfig
  store: Store
  clock: Clock
  keys: Keys
  faults: Faults
  notifier: Notifier
  /** Where browsers and merchant apps reach this simulator; set once it listens. */
  publicUrl: string
}

/** Opens the data folder; makes keys, certificates and test accounts on the first start. */
export function openWorld(config: SimulatorConfig): World {
  const store = new Store(config.dataDir)
  const clock = new Clock(store)
  const keys = openKeys(config.dataDir)
  const faults = new Faults()
  openAccounts(store, clock)
  const notifier = new Notifier({ store, clock, keys, faults, hourMs: config.notifyHourMs })
  return { config, store, clock, keys, faults, notifier, publicUrl: config.publicUrl ?? '' }
}

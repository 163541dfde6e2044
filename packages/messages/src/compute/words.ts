import { agents } from './agents.ts'
import { autoRenewal } from './auto-renewal.ts'
import { certificate } from './certificate.ts'
import { cockpit } from './cockpit.ts'
import { compute, computeCheckout } from './compute.ts'
import { computeErrors } from './compute-errors.ts'
import { downtime } from './downtime.ts'
import { faults } from './faults.ts'
import { machineFiles } from './machine-files.ts'
import { machines } from './machines.ts'
import { marketDays } from './market-days.ts'
import { publishing } from './publishing.ts'
import { recipes } from './recipes.ts'
import { seller } from './seller.ts'
import { sshKeys } from './ssh-keys.ts'
import { terminals } from './terminals.ts'

/** What the market of machines says, by when it is needed (`texts.ts`), and its refusals. */
export const computeWords = {
  first: { compute },
  market: {},
  more: {
    compute: computeCheckout,
    agents,
    certificate,
    faults,
    downtime,
    machines,
    marketDays,
    seller,
    publishing,
    cockpit,
    machineFiles,
    terminals,
    sshKeys,
    autoRenewal,
    recipes,
  },
  errors: computeErrors,
} as const

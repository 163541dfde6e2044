import { z } from 'zod'
import { yuan } from '../kit/shapes.ts'
import { agentRoutes } from './agents.ts'
import { autoRenewalRoutes } from './auto-renewal.ts'
import { certificateRoutes } from './certificates.ts'
import { downtimeRoutes } from './downtime.ts'
import { faultRoutes } from './faults.ts'
import { LEASE_HOURS_MAX } from './lease-terms.ts'
import { leaseRoutes } from './leases.ts'
import { machineFileRoutes } from './machine/files.ts'
import { ComputeOrderDetail, computeOrderRoutes } from './orders.ts'
import { marketDayRoutes } from './public/market-days.ts'
import { seriesRoutes } from './public/series.ts'
import { publishingRoutes } from './publishing.ts'
import { RecipeChoice, recipeRoutes } from './recipes/recipes.ts'
import { computeRoutes } from './routes.ts'
import { sellerRoutes } from './sellers.ts'
import { LeasePrice } from './shapes.ts'
import { ChosenKeys, sshKeyRoutes } from './ssh-keys.ts'

/** What machines add to the contract of all markets (`order-lists/kinds.ts`). */
export const computeKind = {
  orderDetail: ComputeOrderDetail,
  choices: {
    /** Which of one’s SSH keys the machine gets, by their fingerprints. Left out: all that are saved when it is paid. */
    sshKeys: ChosenKeys.optional(),
    /** What the machine is made ready with after its hand-over. Left out: nothing. */
    recipe: RecipeChoice.optional(),
    /** So many hours at the price of an hour. Left out: the period of the offer. */
    serveHours: z.number().int().min(1).max(LEASE_HOURS_MAX).optional(),
    /** The renewal is prepared before the end, for so much at most (`auto-renewal.ts`). Left out: it is not. */
    renewalMost: LeasePrice.transform((fen) => yuan(fen)).optional(),
  },
  choiceErrors: ['compute.not-by-hour', 'compute.recipe-unknown', 'compute.ssh-key-unknown'],
  routes: [
    ...computeOrderRoutes,
    ...computeRoutes,
    ...leaseRoutes,
    ...machineFileRoutes,
    ...downtimeRoutes,
    ...faultRoutes,
    ...autoRenewalRoutes,
    ...publishingRoutes,
    ...certificateRoutes,
    ...seriesRoutes,
    ...marketDayRoutes,
    ...sellerRoutes,
    ...sshKeyRoutes,
    ...agentRoutes,
    ...recipeRoutes,
  ],
} as const

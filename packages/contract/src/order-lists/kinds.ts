import { z } from 'zod'
import { Licence } from '../code/licences.ts'
import { CodeOrderDetail } from '../code/orders.ts'
import { LEASE_HOURS_MAX } from '../compute/lease-terms.ts'
import { ComputeOrderDetail } from '../compute/orders.ts'
import { RecipeChoice } from '../compute/recipes/recipes.ts'
import { LeasePrice } from '../compute/shapes.ts'
import { ChosenKeys } from '../compute/ssh-keys.ts'
import { Id, personText, yuan } from '../kit/shapes.ts'
import { HumanOrderDetail } from '../talent/orders.ts'

/** What each market adds to orders, in one place: a new kind adds a line to each list and nothing to `orders.ts`. */

/** The page of an order of each kind, discriminated by `orderSource`. */
export const orderDetails = [ComputeOrderDetail, CodeOrderDetail, HumanOrderDetail] as const

/** What a buyer may choose with a product. A market says which of these it uses; with another kind they are refused. */
export const orderChoices = {
  /** Compute: which of one’s SSH keys the machine gets, by their fingerprints. Left out: all that are saved when it is paid. */
  sshKeys: ChosenKeys.optional(),
  /** Compute: what the machine is made ready with after its hand-over. Left out: nothing. */
  recipe: RecipeChoice.optional(),
  /** Compute: so many hours at the price of an hour. Left out: the period of the offer. */
  serveHours: z.number().int().min(1).max(LEASE_HOURS_MAX).optional(),
  /** Compute: the renewal is prepared before the end, for so much at most (`compute/auto-renewal`). Left out: it is not. */
  renewalMost: LeasePrice.transform((fen) => yuan(fen)).optional(),
  /** Code: under which licence. What it costs is the server's to say. Left out: the only one that costs something. */
  licence: Licence.optional(),
  /** Talent: the package of hours, and what is to be done. */
  manWorkingHourId: Id.optional(),
  manWorkingRequire: personText(0, 2000).optional(),
  /** Talent: the hash of the agreement that the buyer read and accepts. Left out: the one that stands. */
  manAgreement: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
}

/** Why a choice is refused, over all kinds. */
export const orderChoiceErrors = [
  'code.already-yours',
  'code.licence-free',
  'code.licence-needed',
  'code.licence-unavailable',
  'compute.not-by-hour',
  'compute.recipe-unknown',
  'compute.ssh-key-unknown',
  'talent.agreement-changed',
  'talent.hours-unknown',
  'talent.requirement-missing',
] as const

import { z } from 'zod'
import { choiceCounts } from '../kit/choices.ts'
import { route } from '../kit/route.ts'
import { barsFrom, Id, Moment, Nothing, pageOf, paging, queryText, YuanText } from '../kit/shapes.ts'
import {
  CheckRun,
  COMPUTE_PAGE_SIZE,
  COMPUTE_SORTS,
  ComputeAccess,
  ComputeFilter,
  ComputeOffer,
  ComputeOfferChange,
  ComputeProduct,
  ComputeProductDetail,
  ComputeShare,
} from './shapes.ts'

/** Routes of the compute market (b-markets 7 and decisions, Calls whose paths are not shown). */

const PRODUCT = '/api/computing/product'

export const listOffers = route({
  id: 'compute.list',
  method: 'GET',
  path: `${PRODUCT}/all`,
  summary: 'Offers on the market that can be bought, with the count of all that match',
  auth: 'optional',
  query: ComputeFilter.extend({
    ...paging(COMPUTE_PAGE_SIZE),
    sort: z.preprocess((v) => (v === '' ? undefined : v), z.enum(COMPUTE_SORTS).optional()),
    /** From the former page's `nextCursor`; cheaper than a deep page number. */
    cursor: queryText(200),
  }),
  ok: z.object({
    productCount: z.number().int(),
    products: z.object({ content: z.array(ComputeProduct) }),
    nextCursor: z.string().nullable(),
  }),
  errors: ['resource.not-found'],
})

export const countOffers = route({
  id: 'compute.count',
  method: 'GET',
  path: `${PRODUCT}/count`,
  summary: 'How many offers match a filter',
  auth: 'optional',
  query: ComputeFilter,
  ok: z.object({ productCount: z.number().int() }),
})

export const spreadOfOffers = route({
  id: 'compute.spread',
  method: 'GET',
  path: `${PRODUCT}/spread`,
  summary: 'How open offers are spread over what a day costs, cores, RAM and disk (up to a minute old)',
  auth: 'optional',
  ok: z.object({
    perDay: barsFrom(YuanText),
    cores: barsFrom(z.number().int()),
    ram: barsFrom(z.number().int()),
    disk: barsFrom(z.number().int()),
  }),
})

export const choicesOfOffers = route({
  id: 'compute.choices',
  method: 'GET',
  path: `${PRODUCT}/choices`,
  summary: 'How many offers match each system, period and GPU under the rest of a filter, up to 1,000 (up to 10 s old)',
  auth: 'optional',
  query: ComputeFilter,
  ok: z.object({ operationSystem: choiceCounts, servePeriod: choiceCounts, gpuModel: choiceCounts }),
})

export const getOffer = route({
  id: 'compute.get',
  method: 'GET',
  path: `${PRODUCT}/query/{id}`,
  summary: 'One offer',
  auth: 'optional',
  params: z.object({ id: Id }),
  ok: ComputeProductDetail,
  errors: ['compute.not-found'],
})

const OFFER_ERRORS = [
  'compute.serving',
  'compute.reserved',
  'compute.address-not-allowed',
  'compute.address-taken',
  'compute.option-unknown',
] as const

export const publishOffer = route({
  id: 'compute.publish',
  method: 'POST',
  path: `${PRODUCT}/publish`,
  summary: 'Publish a machine, in place of one’s own offer at that address; the machine check starts at once',
  auth: 'wallet-bound',
  body: ComputeOffer,
  ok: z.object({ id: Id }),
  errors: [...OFFER_ERRORS, 'compute.not-cleaned'],
})

export const updateOffer = route({
  id: 'compute.update',
  method: 'PUT',
  path: `${PRODUCT}/update/{id}`,
  summary: 'Change an offer that is not reserved or serving',
  auth: 'wallet-bound',
  params: z.object({ id: Id }),
  body: ComputeOfferChange,
  ok: z.object({ id: Id }),
  errors: ['compute.not-found', ...OFFER_ERRORS, 'compute.not-cleaned'],
})

export const deleteOffer = route({
  id: 'compute.delete',
  method: 'DELETE',
  path: `${PRODUCT}/delete/{id}`,
  summary: 'Delete an offer and its sealed login; its orders stay',
  auth: 'user',
  params: z.object({ id: Id }),
  ok: Nothing,
  errors: ['compute.not-found', 'compute.serving', 'compute.reserved'],
})

export const listShares = route({
  id: 'compute.list-shares',
  method: 'GET',
  path: `${PRODUCT}/my`,
  summary: 'Machines one shares; `name` searches description, address and resource id',
  auth: 'user',
  query: z.object({ ...paging(10), name: queryText(60) }),
  ok: pageOf(ComputeShare),
})

export const takeOffline = route({
  id: 'compute.take-offline',
  method: 'DELETE',
  path: `${PRODUCT}/offline/{id}`,
  summary: 'Take an offer off the market (not while serving or reserved)',
  auth: 'user',
  params: z.object({ id: Id }),
  ok: Nothing,
  errors: ['compute.not-found', 'compute.serving', 'compute.reserved', 'compute.already-offline'],
})

export const bringOnline = route({
  id: 'compute.bring-online',
  method: 'PUT',
  path: `${PRODUCT}/online/{id}`,
  summary: 'Put an offer on the market again, also after its service ended (serve again)',
  auth: 'wallet-bound',
  params: z.object({ id: Id }),
  ok: Nothing,
  errors: ['compute.not-found', 'compute.serving', 'compute.already-online', 'compute.not-sellable'],
})

export const getAccess = route({
  id: 'compute.get-access',
  method: 'GET',
  path: `${PRODUCT}/usr-pwd`,
  summary: 'Login of a machine one has on lease; every reading is logged and told to the seller',
  auth: 'user',
  query: z.object({ productId: Id }),
  ok: ComputeAccess,
  errors: ['compute.access-denied', 'compute.not-provisioned'],
})

export const verifyOffer = route({
  id: 'compute.verify',
  method: 'POST',
  path: `${PRODUCT}/verify/{id}`,
  summary: 'Check one’s machine again (3 an hour a product, 10 a day a target)',
  auth: 'user',
  params: z.object({ id: Id }),
  ok: CheckRun,
  errors: ['compute.not-found', 'compute.check-limit', 'compute.check-running', 'compute.serving'],
})

export const listChecks = route({
  id: 'compute.list-checks',
  method: 'GET',
  path: `${PRODUCT}/verify/{id}`,
  summary: 'The last machine checks of one’s offer, newest first',
  auth: 'user',
  params: z.object({ id: Id }),
  ok: z.array(CheckRun),
  errors: ['compute.not-found'],
})

const AccessVia = z.enum(['credentials', 'terminal', 'files'])
export const AccessRead = z.object({ at: Moment, reader: z.string(), via: AccessVia })

export const listAccessReads = route({
  id: 'compute.list-access-reads',
  method: 'GET',
  path: `${PRODUCT}/access-log/{id}`,
  summary: 'When the buyer read the login of one’s machine, opened a terminal or used its files',
  auth: 'user',
  params: z.object({ id: Id }),
  ok: z.array(AccessRead),
  errors: ['compute.not-found'],
})

export const SshKey = z.object({ publicKey: z.string().nullable(), fingerprint: z.string().nullable() })

export const getSshKey = route({
  id: 'compute.get-ssh-key',
  method: 'GET',
  path: '/api/computing/ssh-key',
  summary: 'The first of one’s SSH public keys (old clients; several: `compute/ssh-keys`)',
  auth: 'user',
  ok: SshKey,
})

export const putSshKey = route({
  id: 'compute.put-ssh-key',
  method: 'PUT',
  path: '/api/computing/ssh-key',
  summary:
    'Replace or remove (null) the first of one’s SSH public keys, for leases that begin from now on (old clients)',
  auth: 'user',
  body: z.strictObject({ publicKey: z.string().trim().max(1000).nullable() }),
  ok: SshKey,
  errors: ['compute.ssh-key-invalid', 'compute.ssh-key-private'],
})

export const TerminalTicket = z.object({
  /** Sent as the first message on the socket, never in an address; one use, 30 seconds. */
  ticket: z.string(),
  path: z.string(),
  idleSeconds: z.number().int(),
})

export const openTerminal = route({
  id: 'compute.open-terminal',
  method: 'POST',
  path: `${PRODUCT}/terminal`,
  summary: 'A ticket for the browser terminal of a machine one has on lease',
  auth: 'user',
  body: z.strictObject({ productId: Id }),
  ok: TerminalTicket,
  errors: ['compute.access-denied', 'compute.not-provisioned', 'compute.terminal-limit'],
})

export const openCockpit = route({
  id: 'compute.open-cockpit',
  method: 'POST',
  path: `${PRODUCT}/cockpit`,
  summary: 'A ticket for the live figures of a machine one has on lease',
  auth: 'user',
  body: z.strictObject({ productId: Id }),
  ok: TerminalTicket.omit({ idleSeconds: true }),
  errors: ['compute.access-denied', 'compute.not-provisioned'],
})

/** Real figures of the market for the landing pages. */
export const MarketFigures = z.object({
  openOffers: z.number().int(),
  verifiedOffers: z.number().int(),
  cpuCores: z.number().int(),
  ramSize: z.number().int(),
  servingOrders: z.number().int(),
  lowestPricePerDay: YuanText.nullable(),
})

export const marketFigures = route({
  id: 'compute.figures',
  method: 'GET',
  path: '/api/computing/figures',
  summary: 'What is on the compute market right now',
  auth: 'none',
  ok: MarketFigures,
})

export const computeRoutes = [
  listOffers,
  countOffers,
  spreadOfOffers,
  choicesOfOffers,
  getOffer,
  publishOffer,
  updateOffer,
  deleteOffer,
  listShares,
  takeOffline,
  bringOnline,
  getAccess,
  verifyOffer,
  listChecks,
  listAccessReads,
  getSshKey,
  putSshKey,
  openTerminal,
  openCockpit,
  marketFigures,
] as const

import { join, resolve } from 'node:path'
import type { ProductType } from '@trove/contract/order-lists/kinds'
import type { Certification } from '../modules/certification/module.ts'
import type { RightsChain } from '../modules/code/model/rights-chain.ts'
import { createCode } from '../modules/code/module.ts'
import { codePersonalData } from '../modules/code/personal-data.ts'
import { createClamd } from '../modules/code/providers/clamd.ts'
import type { MachineAddress } from '../modules/compute/machine/machine.ts'
import { type Compute, createCompute } from '../modules/compute/module.ts'
import { computePersonalData } from '../modules/compute/personal-data.ts'
import { createSshMachine } from '../modules/compute/providers/ssh-machine.ts'
import type { Conversations } from '../modules/conversations/module.ts'
import type { Dictionary } from '../modules/dictionary/module.ts'
import type { Favourites } from '../modules/favourites/module.ts'
import type { Files } from '../modules/files/module.ts'
import type { Identity } from '../modules/identity/module.ts'
import type { Ledger } from '../modules/ledger/module.ts'
import type { Notices } from '../modules/notices/module.ts'
import { createOrders, type Orders } from '../modules/orders/module.ts'
import type { Payment } from '../modules/payment/module.ts'
import type { Repositories } from '../modules/repositories/module.ts'
import { createReviews } from '../modules/reviews/module.ts'
import type { Searches } from '../modules/searches/module.ts'
import { createTalent } from '../modules/talent/module.ts'
import { talentPersonalData } from '../modules/talent/personal-data.ts'
import type { Wallet } from '../modules/wallet/module.ts'
import type { Log } from '../platform/base/log.ts'
import { ConfigError } from '../platform/config/error.ts'
import type { Figure } from '../platform/metrics.ts'
import type { PersonalData } from '../platform/personal-data.ts'
import type { Platform } from '../platform/platform.ts'
import { firstToDescribe, pagesInTurn } from './public-pages.ts'

type Needs = {
  files: Files
  certification: Certification
  conversations: Conversations
  favourites: Favourites
  searches: Searches
  dictionary: Dictionary
  notices: Notices
  identity: Identity
  ledger: Ledger
  payment: Payment
  repositories: Repositories
  wallet: Wallet
  rights: RightsChain | undefined
}

/** What the others need of a market: one for each kind of order. */
type Market = Pick<
  ReturnType<typeof createCompute>,
  'sellable' | 'search' | 'subject' | 'actSubjects' | 'routes' | 'describePage' | 'publicPages'
>

/** Where `tools/pack-agent.ts` puts the agent of machines without a public address. */
const AGENT_FILE = 'apps/compute-agent/dist/agent.mjs'

/** What the markets keep of people. */
export const MARKETS_PERSONAL_DATA: readonly PersonalData[] = [
  codePersonalData,
  talentPersonalData,
  computePersonalData,
]

/** Orders and the markets they sell for: the part of the composition root where goods change hands. */
export function buildMarkets(platform: Platform, needs: Needs) {
  const { config } = platform
  const logOf = (module: string) => platform.log.child({ module })
  const { onPaidOverdue, figures } = countPaidOverdue()
  const orders = createOrders({ ...platform, ...needs, log: logOf('orders'), onPaidOverdue })
  needs.payment.setListener(orders.paymentListener)
  const allowList = config.machineAllowList.map(readAddress)
  const compute = createCompute({
    ...platform,
    ...needs,
    log: logOf('compute'),
    orders,
    machine: createSshMachine({ allowList, relay: config.relay }),
    allowList,
    relay: config.relay,
    agentFile: resolve(config.relay?.agentFile ?? AGENT_FILE),
  })
  const code = buildCode(platform, { ...needs, log: logOf('code'), orders })
  const talent = createTalent({
    ...platform,
    ...needs,
    orders,
    lockFace: needs.certification.lockFace,
    listProgrammes: code.listPublicWorks,
    listProven: needs.certification.listProven,
    consultantUrl: () => `${config.publicUrl ?? `http://${config.host}:${config.port}`}${CONSULTANT_PATH}`,
  })
  const byKind: Readonly<Record<ProductType, Market>> = { superPoints: compute, code, manpower: talent }
  const markets = Object.values(byKind)
  for (const market of markets) register(needs, orders, market)
  const reviews = buildReviews(platform, needs, orders, compute)
  return {
    ...{ orders, compute, code, talent, figures },
    findTurns: async (userId: string, orderIds: string[]) =>
      (await Promise.all([orders, compute, talent].map((module) => module.findTurns(userId, orderIds)))).flat(),
    actSubjects: [reviews, ...markets].flatMap((module) => module.actSubjects),
    routes: [orders, reviews, ...markets].flatMap((module) => module.routes),
    describePage: firstToDescribe(markets.map((market) => market.describePage)),
    publicPages: pagesInTurn(markets.map((market) => market.publicPages)),
  }
}

/** The market of works: where it unpacks files, and who looks for malware in them. */
function buildCode(platform: Platform, needs: Needs & { log: Log; orders: Orders }) {
  const { config } = platform
  const scratchDir = join(config.dataDir, 'scratch')
  return createCode({ ...platform, ...needs, scratchDir, scanner: config.clamd && createClamd(config.clamd) })
}

/** What people may buy, search for, converse about and mark as a favourite. */
function register({ searches, conversations, favourites }: Needs, orders: Orders, market: Market): void {
  orders.registerSellable(market.sellable)
  searches.registerKind(market.search)
  conversations.registerSubject(market.subject)
  favourites.registerKind(market.subject)
}

/** Reviews of all kinds; of machines it is measured what was served. */
function buildReviews(platform: Platform, needs: Needs, orders: Orders, { measuredOf }: Compute) {
  return createReviews({
    ...{ ...platform, notices: needs.notices, findTraded: orders.findTraded },
    ...{ findPeople: needs.identity.findPeople, findIdsByName: needs.identity.findIdsByName },
    measuredOf: { superPoints: measuredOf },
  })
}

/** The number of orders that are overdue after payment, as orders last reported it. */
function countPaidOverdue() {
  let paidOverdue = 0
  const figures: Figure[] = [
    {
      name: 'trove_orders_paid_overdue',
      help: 'Orders paid more than 15 minutes ago that neither serve nor are refunded',
      read: () => paidOverdue,
    },
  ]
  const onPaidOverdue = (count: number) => {
    paidOverdue = count
  }
  return { figures, onPaidOverdue }
}

/** Where a phone that read the consultant's QR code goes. */
const CONSULTANT_PATH = '/manpower/contactConsultant'

/** An entry of MACHINE_ALLOW: `host:port`. */
function readAddress(entry: string): MachineAddress {
  const found = /^([\d.]+):(\d{1,5})$/.exec(entry)
  if (!found) throw new ConfigError('MACHINE_ALLOW: not a comma-separated list of address:port')
  return { host: found[1]!, port: Number(found[2]) }
}

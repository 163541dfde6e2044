import { COCKPIT_PATH } from '@trove/contract/compute/machine/cockpit'
import { TERMINAL_PATH } from '@trove/contract/compute/terminal'
import type { FastifyInstance } from 'fastify'
import type { ServedRoute } from '../../platform/http/call/serve.ts'
import type { DescribePage } from '../../platform/http/site/page-words.ts'
import type { PublicPages } from '../../platform/http/site/site-map.ts'
import { createSigningKeys } from '../../platform/signing/signing-keys.ts'
import type { SubjectKind } from '../conversations/module.ts'
import type { ActSubject } from '../identity/module.ts'
import type { FindTurns } from '../notices/module.ts'
import type { Sellable } from '../orders/model/sellable.ts'
import type { SearchKind } from '../searches/module.ts'
import { createAccess } from './access/service.ts'
import { createAccessStore } from './access/store.ts'
import { createCertificates } from './certificates/certificates.ts'
import { createRankStore } from './certificates/store.ts'
import { createProber } from './checks/prober.ts'
import { createChecks } from './checks/service.ts'
import { createCheckStore } from './checks/store.ts'
import { CockpitSession } from './cockpit/session.ts'
import type { ComputeDeps } from './deps.ts'
import { createDowntimePaying } from './downtime/paying.ts'
import { createProbeRounds } from './downtime/rounds.ts'
import { createDowntimeStore } from './downtime/store.ts'
import { createFaultCases } from './faults/cases.ts'
import { createFaultDesk } from './faults/desk.ts'
import { createNamedFaults } from './faults/named.ts'
import { createSellerStore } from './figures/seller-store.ts'
import { createMeasuredLeases } from './figures/sellers.ts'
import { createMarketDayStore } from './figures/store.ts'
import { createMoving } from './files/moving.ts'
import { createLeaseFiles } from './files/service.ts'
import { createFileTickets } from './files/tickets.ts'
import { createTransfers } from './files/transfers.ts'
import { defineComputeJobs } from './jobs.ts'
import { createKeyChange } from './keys/change.ts'
import { createLeaseKeys } from './keys/lease-keys.ts'
import { createLeaseKeyStore } from './keys/lease-store.ts'
import { createSshKeys } from './keys/ssh-keys.ts'
import { createKeyStore } from './keys/store.ts'
import { createHandOver } from './leases/hand-over.ts'
import { createStopping } from './leases/stopping.ts'
import { createLeaseStore } from './leases/store.ts'
import { createLeaseSweep } from './leases/sweep.ts'
import { createTakeBack } from './leases/take-back.ts'
import { createMachineUse } from './machine/use.ts'
import { createCards } from './market/cards.ts'
import { createChoices } from './market/choices.ts'
import { createFigures } from './market/figures.ts'
import { createPeople } from './market/people.ts'
import { createComputeSearch } from './market/saved-search.ts'
import { createMarket } from './market/service.ts'
import { createPublicOffers, createSharedOffer } from './market/shared-offer.ts'
import { createSpread } from './market/spread.ts'
import { createMarketStore } from './market/store.ts'
import { createMachineLogins } from './offers/logins.ts'
import { createSecrets } from './offers/secrets.ts'
import { createOfferStore } from './offers/store.ts'
import { createLeaseRecipes } from './recipes/lease-recipes.ts'
import { createRecipeRuns } from './recipes/run.ts'
import { createOwnRecipes } from './recipes/scripts.ts'
import { createRecipeRunStore } from './recipes/store.ts'
import { createAgents } from './relay/agents.ts'
import { createRelay, type Relay } from './relay/relay.ts'
import { createAgentStore } from './relay/store.ts'
import { createAsking } from './renewals/asking.ts'
import { createMandateStore } from './renewals/mandate-store.ts'
import { createMandates } from './renewals/mandates.ts'
import { createQuoteRenewal } from './renewals/quote.ts'
import { createRenewing } from './renewals/renewing.ts'
import { createRenewalStore } from './renewals/store.ts'
import { computeServedRoutes } from './routes.ts'
import { createAdviceStore, createPriceAdvice } from './selling/price-advice.ts'
import { createOffers } from './selling/publish.ts'
import { createReadings } from './selling/reading.ts'
import { createRelisting } from './selling/relisting.ts'
import { createComputeSellable } from './selling/sellable.ts'
import { createSeriesStore } from './series/store.ts'
import { createLeaseSockets } from './terminal/server.ts'
import { TerminalSession } from './terminal/session.ts'
import { createLeaseTickets, createTerminalStore } from './terminal/store.ts'

/** Door of the compute market. */
export type Compute = {
  /** What orders sell; app.ts registers it with them. */
  sellable: Sellable
  /** What can be talked about; app.ts registers it with conversations. */
  subject: SubjectKind
  /** What of it the staff acts on; app.ts registers it with identity. */
  actSubjects: ActSubject[]
  /** How its list is filtered; app.ts registers it with saved searches. */
  search: SearchKind
  /** Adds the WebSockets of browser terminal and cockpit; `siteOrigin` is the site's own page origin, besides the host asked for. */
  addTerminal(server: FastifyInstance, siteOrigin: string | undefined): void
  /** What the page of an offer is about. */
  describePage: DescribePage
  publicPages: PublicPages
  /** Closes open terminals and cockpits with a word, and cuts files on their way; call first when the server stops. */
  stopTerminals(): void
  /** Where agents of machines without a public address connect to, if such machines are taken here. */
  relay: Relay | undefined
  /** What was measured of the leases of these orders; app.ts hands it to reviews. */
  measuredOf: ReturnType<typeof createMeasuredLeases>
  /** What its orders ask of a person; app.ts hands it to the notices. */
  findTurns: FindTurns
}

export function createCompute(deps: ComputeDeps): Compute & { routes: ServedRoute[] } {
  const { db, pool, jobs, log, limiter, notices, orders, machine, dictionary } = deps
  const offerStore = createOfferStore(db, pool)
  const leases = createLeaseStore(db)
  const renewals = createRenewalStore()
  const mandates = createMandateStore(db)
  const checkStore = createCheckStore(db)
  const series = createSeriesStore(db)
  const accessStore = createAccessStore(db)
  const keys = createKeyStore(db)
  const leaseKeys = createLeaseKeyStore(db)
  const recipes = createRecipeRunStore(db)
  const terminals = createTerminalStore(db)
  const tickets = createLeaseTickets(db, 'terminal')
  const cockpitTickets = createLeaseTickets(db, 'cockpit')
  const marketStore = createMarketStore(db, pool)
  const agentStore = createAgentStore(db)
  const agents = createAgents({ db, store: agentStore, relay: deps.relay })
  const marketDays = createMarketDayStore(db)
  const sellers = createSellerStore(db)
  const downtimeStore = createDowntimeStore(db)
  const downtime = createDowntimePaying({ db, store: downtimeStore, leases, orders, notices, log })
  const faults = createFaultCases({ db, leases, orders, notices, silences: downtimeStore, log })
  const withMachine = createMachineUse(db, deps.liveness)
  const secrets = createSecrets(deps.sealer)
  const logins = createMachineLogins({ db, store: offerStore, secrets })
  const ownRecipes = createOwnRecipes({ db, secrets })
  const prober = createProber({ machine, logins, dictionary, log })
  const checks = createChecks({
    db,
    store: checkStore,
    offers: offerStore,
    prober,
    notices,
    jobs,
    limiter,
    log,
    allowList: deps.allowList,
    relay: deps.relay,
    standings: agentStore.standings,
    withMachine,
  })
  const onMachine = { db, store: leases, offers: offerStore, logins, secrets, machine, notices, log, withMachine }
  const access = createAccess({
    db,
    store: accessStore,
    leases,
    renewals,
    offers: offerStore,
    logins,
    orders,
    notices,
    limiter,
  })
  const leaseRecipes = createLeaseRecipes({
    ...{ db, leases, leaseKeys, access, machine, limiter, jobs },
    ...{ store: recipes, scripts: ownRecipes },
  })
  const onLease = { store: terminals, access, machine, log, isSessionOpen: deps.identity.isSessionOpen }
  const fileTickets = createFileTickets(db)
  const transfers = createTransfers(onLease)
  const sockets = [
    createLeaseSockets(TERMINAL_PATH, (socket) => new TerminalSession(socket, { ...onLease, tickets })),
    createLeaseSockets(COCKPIT_PATH, (socket) => new CockpitSession(socket, { ...onLease, tickets: cockpitTickets })),
  ]
  defineComputeJobs(jobs, {
    checks,
    handOver: createHandOver({ ...onMachine, checkStore, checks, prober, orders }),
    takeBack: createTakeBack(onMachine),
    sweep: createLeaseSweep({ db, store: leases, jobs, notices }),
    keyChange: createKeyChange({ ...onMachine, store: leaseKeys, leases, jobs }),
    askRenewals: createAsking({ db, log, store: mandates, offers: offerStore, orders, notices }),
    recipeRuns: createRecipeRuns({ ...onMachine, store: recipes, jobs }),
    market: marketStore,
    terminals,
    series,
    rounds: createProbeRounds({
      ...{ db, store: downtimeStore, machine, notices, jobs, log },
      ...{ relay: deps.relay, standings: agentStore.standings },
    }),
    downtime,
    downtimeStore,
    faults,
    marketDays,
    relisting: createRelisting({ db, checks, notices }),
  })
  const renewing = createRenewing({ offers: offerStore, leases, store: renewals, recipes, secrets, notices })
  const findPeople = createPeople(deps.identity)
  const offers = createOffers({
    db,
    store: offerStore,
    leases,
    checks,
    secrets,
    notices,
    dictionary,
    agents,
    allowList: deps.allowList,
    relay: deps.relay,
  })
  return {
    sellable: createComputeSellable({
      ...{ offers: offerStore, store: leases, jobs, notices, renewing, keys, downtime, faults },
      ...{ runs: recipes, leaseRecipes, ownRecipes },
    }),
    subject: {
      kind: 'superPoints',
      async find(id) {
        const offer = await offerStore.find(id)
        return offer && { ownerId: offer.seller_id, title: offer.auth_id, isOpen: offer.listing === 'online' }
      },
    },
    actSubjects: [createNamedFaults(deps)],
    search: createComputeSearch(marketStore),
    addTerminal(server, siteOrigin) {
      for (const each of sockets) each.add(server, siteOrigin)
    },
    stopTerminals() {
      for (const each of sockets) each.stop()
      transfers.stop()
    },
    relay:
      deps.relay &&
      createRelay({
        store: agentStore,
        relay: deps.relay,
        agentFile: deps.agentFile,
        processKey: deps.liveness.processKey,
        log,
      }),
    measuredOf: createMeasuredLeases(sellers),
    findTurns: faults.findTurns,
    describePage: createSharedOffer(marketStore.detail),
    publicPages: createPublicOffers(marketStore),
    routes: computeServedRoutes({
      market: createMarket(marketStore),
      writeCards: createCards(marketStore.cards, findPeople),
      figures: createFigures(marketStore, leases),
      marketDays,
      sellers,
      spread: createSpread(marketStore),
      choices: createChoices(marketStore, dictionary),
      offers,
      readings: createReadings({
        machine,
        offers,
        dictionary,
        limiter,
        allowList: deps.allowList,
        relay: deps.relay,
        log,
      }),
      advisePrice: createPriceAdvice(createAdviceStore(db)),
      offerStore,
      checks,
      series,
      certificates: createCertificates({
        findOffer: marketStore.detail,
        series,
        ranks: createRankStore(db),
        keys: createSigningKeys(deps, 'compute_certificate_keys'),
      }),
      access,
      accessStore,
      sshKeys: createSshKeys({ db, store: keys }),
      leaseRecipes,
      ownRecipes,
      leaseKeys: createLeaseKeys({ db, leases, store: leaseKeys, keys, jobs }),
      terminals,
      tickets,
      cockpitTickets,
      leaseFiles: createLeaseFiles({ ...onLease, limiter, tickets: fileTickets }),
      moving: createMoving({ ...onLease, transfers, tickets: fileTickets }),
      findPeople,
      agents,
      orders,
      quoteRenewal: createQuoteRenewal({ leases, offers: offerStore, orders }),
      stopping: createStopping({ db, leases, offers: offerStore, orders, notices, downtime, faults }),
      downtime,
      faults,
      faultDesk: createFaultDesk({ db, orders, notices, identity: deps.identity, downtime }),
      mandates: createMandates({ db, leases, offers: offerStore, store: mandates, orders }),
    }),
  }
}

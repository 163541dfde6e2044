import { getAutoRenewal, putAutoRenewal } from '@trove/contract/compute/auto-renewal'
import { getCertificate, listCertificateKeys } from '@trove/contract/compute/certificates'
import { getDowntime } from '@trove/contract/compute/downtime'
import { quoteRenewal, quoteStop, setRenewal, stopLease } from '@trove/contract/compute/leases'
import { COCKPIT_PATH } from '@trove/contract/compute/machine/cockpit'
import { checkSeries } from '@trove/contract/compute/public/series'
import { advisePrice, readMachine, setRelisting } from '@trove/contract/compute/publishing'
import * as contract from '@trove/contract/compute/routes'
import { TERMINAL_IDLE_SECONDS, TERMINAL_PATH } from '@trove/contract/compute/terminal'
import { requireThat } from '@trove/contract/errors/codes'
import { yuan } from '@trove/contract/kit/shapes'
import { type ServedRoute, serve } from '../../platform/http/call/serve.ts'
import type { Tickets } from '../../platform/tickets.ts'
import type { Orders } from '../orders/module.ts'
import type { Access } from './access/service.ts'
import type { AccessStore } from './access/store.ts'
import type { Certificates } from './certificates/certificates.ts'
import type { Checks } from './checks/service.ts'
import type { CheckRow } from './checks/store.ts'
import type { DowntimePaying } from './downtime/paying.ts'
import { readFilter } from './facts/filter.ts'
import type { FaultCases } from './faults/cases.ts'
import type { FaultDesk } from './faults/desk.ts'
import { faultServedRoutes } from './faults/routes.ts'
import { marketDayRoutes } from './figures/routes.ts'
import type { SellerStore } from './figures/seller-store.ts'
import { sellerRoutes as publicSellerRoutes } from './figures/sellers.ts'
import type { MarketDayStore } from './figures/store.ts'
import { type MachineFileServices, machineFileRoutes } from './files/routes.ts'
import type { LeaseKeysService } from './keys/lease-keys.ts'
import { keyRoutes } from './keys/routes.ts'
import type { SshKeys } from './keys/ssh-keys.ts'
import type { Stopping } from './leases/stopping.ts'
import { type WriteCards, writeList } from './market/cards.ts'
import type { Choices } from './market/choices.ts'
import type { Figures } from './market/figures.ts'
import type { FindPeople } from './market/people.ts'
import type { Market } from './market/service.ts'
import type { Spread } from './market/spread.ts'
import { detailOf, shareOf, verificationOf } from './market/wire.ts'
import type { OfferStore } from './offers/store.ts'
import type { LeaseRecipes } from './recipes/lease-recipes.ts'
import { recipeRoutes } from './recipes/routes.ts'
import type { OwnRecipes } from './recipes/scripts.ts'
import type { Agents } from './relay/agents.ts'
import { agentRoutes } from './relay/routes.ts'
import type { Mandates } from './renewals/mandates.ts'
import type { QuoteRenewal } from './renewals/quote.ts'
import { computeOrderServedRoutes } from './selling/order-routes.ts'
import type { PriceAdvice } from './selling/price-advice.ts'
import type { Offers } from './selling/publish.ts'
import type { Readings } from './selling/reading.ts'
import type { SeriesStore } from './series/store.ts'
import type { TerminalStore, TerminalSubject } from './terminal/store.ts'

export type ComputeServices = MachineFileServices & {
  market: Market
  writeCards: WriteCards
  figures: Figures
  marketDays: MarketDayStore
  sellers: SellerStore
  spread: () => Promise<Spread>
  choices: Choices
  offers: Offers
  offerStore: OfferStore
  checks: Checks
  series: SeriesStore
  certificates: Certificates
  access: Access
  accessStore: AccessStore
  sshKeys: SshKeys
  leaseKeys: LeaseKeysService
  leaseRecipes: LeaseRecipes
  ownRecipes: OwnRecipes
  terminals: TerminalStore
  tickets: Tickets<TerminalSubject>
  cockpitTickets: Tickets<TerminalSubject>
  findPeople: FindPeople
  orders: Pick<Orders, 'list' | 'clear'>
  stopping: Stopping
  downtime: Pick<DowntimePaying, 'read'>
  readings: Readings
  advisePrice: PriceAdvice
  quoteRenewal: QuoteRenewal
  agents: Agents
  mandates: Mandates
  faults: FaultCases
  faultDesk: FaultDesk
}

/** The compute routes of the contract, each tied to what answers it. */
export function computeServedRoutes(services: ComputeServices): ServedRoute[] {
  return [
    ...marketRoutes(services),
    ...sellerRoutes(services),
    ...buyerRoutes(services),
    ...leaseRoutes(services),
    ...machineFileRoutes(services),
    ...keyRoutes(services),
    ...agentRoutes(services),
    ...recipeRoutes(services),
    ...publishingRoutes(services),
    ...seriesRoutes(services),
    ...marketDayRoutes(services.marketDays),
    ...publicSellerRoutes(services.sellers, services.findPeople),
    ...faultServedRoutes(services.faults, services.faultDesk),
    ...computeOrderServedRoutes(services.orders),
  ]
}

function marketRoutes({ market, writeCards, figures, spread, choices, findPeople }: ComputeServices): ServedRoute[] {
  return [
    serve(contract.listOffers, async ({ query }) => {
      const { page, size, sort, cursor } = query
      const answer = await market.list({ filter: readFilter(query), page, size, sort, cursor })
      return writeList(answer, await writeCards(answer.listed))
    }),
    serve(contract.countOffers, async ({ query }) => ({ productCount: await market.count(readFilter(query)) })),
    serve(contract.spreadOfOffers, async () => {
      const { perDay, ...others } = await spread()
      return { ...others, perDay: perDay.map(({ from, count }) => ({ from: yuan(BigInt(from)), count })) }
    }),
    serve(contract.choicesOfOffers, ({ query }) => choices(readFilter(query))),
    serve(contract.getOffer, async ({ params }, { caller }) => {
      const offer = await market.find(params.id)
      requireThat(offer, 'compute.not-found')
      const people = await findPeople([offer.seller_id])
      return detailOf(offer, people.get(offer.seller_id), caller?.userId)
    }),
    serve(contract.marketFigures, async () => {
      const { open, verified, cores, ram, serving, lowestPerDayFen } = await figures()
      return {
        openOffers: open,
        verifiedOffers: verified,
        cpuCores: Number(cores),
        ramSize: Number(ram),
        servingOrders: serving,
        lowestPricePerDay: lowestPerDayFen === null ? null : yuan(lowestPerDayFen),
      }
    }),
  ]
}

function sellerRoutes({ offers, offerStore, checks, accessStore, findPeople, faults }: ComputeServices): ServedRoute[] {
  return [
    serve(contract.publishOffer, ({ body }, { caller }) => offers.publish(caller.userId, body)),
    serve(contract.updateOffer, ({ params, body }, { caller }) => offers.change(caller.userId, params.id, body)),
    serve(contract.deleteOffer, async ({ params }, { caller }) => {
      await offers.delete(caller.userId, params.id)
      return null
    }),
    serve(contract.listShares, async ({ query }, { caller }) => {
      const { rows, total } = await offerStore.listShares(caller.userId, query.page, query.size, query.name)
      const cases = await faults.findOpenOf(rows.flatMap((row) => row.running_id ?? []))
      const content = rows.map((row) => shareOf(row, cases.get(row.running_id ?? '')?.awaits))
      return { content, totalElements: total }
    }),
    serve(contract.takeOffline, async ({ params }, { caller }) => {
      await offers.takeOffline(caller.userId, params.id)
      return null
    }),
    serve(contract.bringOnline, async ({ params }, { caller }) => {
      await offers.bringOnline(caller.userId, params.id)
      return null
    }),
    serve(contract.verifyOffer, async ({ params }, { caller }) =>
      runOf(await offers.checkNow(caller.userId, params.id)),
    ),
    serve(contract.listChecks, async ({ params }, { caller }) => {
      await offers.requireOwn(caller.userId, params.id)
      return (await checks.list(params.id)).map(runOf)
    }),
    serve(contract.listAccessReads, async ({ params }, { caller }) => {
      await offers.requireOwn(caller.userId, params.id)
      const reads = await accessStore.listReads(params.id)
      const people = await findPeople(reads.map((read) => read.reader_id))
      return reads.map(({ at, reader_id, via }) => ({
        at: at.toISOString(),
        reader: people.get(reader_id)?.nickName ?? '',
        via,
      }))
    }),
  ]
}

function buyerRoutes({ access, terminals, tickets, cockpitTickets }: ComputeServices): ServedRoute[] {
  return [
    serve(contract.getAccess, ({ query }, { caller }) => access.read(query.productId, caller.userId)),
    serve(contract.openTerminal, async ({ body }, { caller }) => {
      const { userId, sessionId } = caller
      const { orderId } = await access.requireServing(body.productId, userId)
      await terminals.requireRoom(userId, body.productId, 'terminal')
      const ticket = await tickets.issue({ userId, sessionId, subject: { offerId: body.productId, orderId } })
      return { ticket, path: TERMINAL_PATH, idleSeconds: TERMINAL_IDLE_SECONDS }
    }),
    serve(contract.openCockpit, async ({ body }, { caller }) => {
      const { userId, sessionId } = caller
      const { orderId } = await access.requireServing(body.productId, userId)
      const subject = { offerId: body.productId, orderId }
      return { ticket: await cockpitTickets.issue({ userId, sessionId, subject }), path: COCKPIT_PATH }
    }),
  ]
}

function leaseRoutes({ stopping, downtime, offers, mandates, quoteRenewal: quote }: ComputeServices): ServedRoute[] {
  return [
    serve(quoteStop, ({ params }, { caller }) => stopping.quote(caller.userId, params.id)),
    serve(stopLease, async ({ params, body }, { caller }) => {
      await stopping.stop(caller.userId, params.id, body.refundAmount)
      return null
    }),
    serve(getDowntime, ({ params }, { caller }) => downtime.read(caller.userId, params.id)),
    serve(quoteRenewal, ({ params, query }, { caller }) => quote(caller.userId, params.id, query.serveHours)),
    serve(getAutoRenewal, ({ params }, { caller }) => mandates.get(caller.userId, params.id)),
    serve(putAutoRenewal, ({ params, body }, { caller }) => mandates.put(caller.userId, params.id, body.mostPrice)),
    serve(setRenewal, async ({ params, body }, { caller }) => {
      const { isOffered, price: priceFen = null } = body
      await offers.setRenewal(caller.userId, params.id, { isOffered, priceFen })
      return null
    }),
  ]
}

function publishingRoutes(services: ComputeServices): ServedRoute[] {
  return [
    serve(readMachine, ({ body }, { caller }) => services.readings.read(caller.userId, body)),
    serve(setRelisting, async ({ params, body }, { caller }) => {
      await services.offers.setRelisting(caller.userId, params.id, body.isOn)
      return null
    }),
    serve(advisePrice, async ({ query }, { caller }) => ({ advice: await services.advisePrice(caller.userId, query) })),
  ]
}

function seriesRoutes({ market, series, certificates }: ComputeServices): ServedRoute[] {
  return [
    serve(checkSeries, async ({ params }) => {
      requireThat(await market.find(params.id), 'compute.not-found')
      const [windows, perDay] = await Promise.all([series.countWindows(params.id), series.listDays(params.id)])
      return { windows, perDay }
    }),
    serve(getCertificate, ({ params }) => certificates.issue(params.id)),
    serve(listCertificateKeys, async (_, { reply }) => {
      const answer = { keys: await certificates.keys() }
      return reply.type('application/json; charset=utf-8').header('cache-control', 'max-age=3600').send(answer)
    }),
  ]
}

function runOf(run: CheckRow) {
  const result = {
    check_state: run.result ?? ('pending' as const),
    checked_at: run.done_at,
    differing: run.differing,
    measured: run.measured,
  }
  return {
    id: run.id,
    state: run.state,
    trigger: run.trigger,
    result: verificationOf(result),
    startedAt: run.started_at.toISOString(),
  }
}

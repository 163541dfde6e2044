import { setTimeout as sleep } from 'node:timers/promises'
import { clearCompute, listComputeProfit } from '@trove/contract/compute/orders'
import {
  bringOnline,
  deleteOffer,
  getOffer,
  listShares,
  publishOffer,
  takeOffline,
  verifyOffer,
} from '@trove/contract/compute/routes'
import { ContractError } from '@trove/contract/errors/codes'
import { createPayment } from '@trove/contract/order-lists/routes'
import { makeDeals } from './deals.ts'
import { fillExperts, takeExpertsOff } from './experts.ts'
import { DEMO_BUYERS, DEMO_EDITOR, DEMO_SELLERS, type DemoMachine, declaredCores, listDemoMachines } from './goods.ts'
import { bindAccount, type Call, json, type Places, signIn } from './people.ts'
import { featureWorks, fillWorks, takeWorksDown } from './works.ts'

/**
 * Fills the demo market and tends it: every start brings each machine into the state it stands for, by what people
 * would do. What is in that state already is left alone, so that nothing is ever there twice.
 */

export type MarketFacts = Places & {
  /** Logins of the demo machines by their port. */
  logins: { port: number; host: string; username: string; password: string }[]
  /** Port of each machine, in the order of `listDemoMachines`. */
  ports: number[]
  payees: { userKey: string; realName: string }[]
}

type Share = Awaited<ReturnType<typeof sharesOf>>[number]
type SellerName = DemoMachine['seller']

const POLL_MS = 2000
/** Longer than a check, a hand-over and the minutes a busy computer adds; what is not done then waits for the next start. */
const PATIENCE_MS = 15 * 60_000
/** A Linux of any name fits the check wherever the demo runs; macOS has its own entry. */
const SYSTEM = process.platform === 'darwin' ? '8' : '13'

const sharesOf = async (call: Call) => (await call(listShares, { query: { size: 100 } })).content

/** Waits for what the site may refuse with this code, such as clearing an income that has not grown. */
async function unlessRefused(codes: string[], work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof ContractError && codes.includes(error.code))) throw error
  })
}

async function publish(call: Call, machine: DemoMachine, port: number, facts: MarketFacts): Promise<void> {
  const login = facts.logins.find((one) => one.port === port)
  if (!login) throw new Error(`no demo machine on port ${port}`)
  await call(publishOffer, {
    body: {
      cpuCores: declaredCores(machine),
      ramSize: machine.ramGb,
      diskSize: machine.diskGb,
      bandwidth: machine.bandwidth,
      operationSystem: SYSTEM,
      gpu: machine.gpu && { model: machine.gpu.model, count: machine.gpu.count, vramSize: machine.gpu.vramGb },
      price: machine.price,
      servePeriod: machine.servePeriod,
      hourPrice: machine.hourPrice,
      description: machine.remarks,
      serverIPv4: login.host,
      serverPort: port,
      defaultUsername: login.username,
      defaultPassword: login.password,
    },
  })
}

/** Rents it as people do: ordered, paid at the cashier, handed over. */
async function rent(facts: MarketFacts, call: Call, buyer: (typeof DEMO_BUYERS)[number], productId: string) {
  const payUrl = await call(createPayment, {
    body: { productId, productType: 'superPoints', payMethod: 'alipay', device: 'pc', confirmed: true },
  })
  const content = JSON.parse(new URL(payUrl).searchParams.get('biz_content') ?? '{}') as { out_trade_no?: string }
  await json(`${facts.cashier}/control/trades/${content.out_trade_no}/pay`, { payUrl, user: buyer.payee })
}

/** Brings one machine into its state, as far as it can be brought there now. Answers whether it is in it. */
async function tend(call: Call, machine: DemoMachine, share: Share, buy: (productId: string) => Promise<void>) {
  const { id, status, listing, cleaning, isReserved, verification } = share
  if (status === 1) return true
  if (isReserved || cleaning !== 'none') return false
  if (machine.role === 'offline') {
    if (listing === 'online') await call(takeOffline, { params: { id } })
    return true
  }
  if (machine.role === 'overstated') return verification.state === 'differs'
  if (listing === 'offline' || status === 2) {
    await unlessRefused(['compute.not-sellable'], call(bringOnline, { params: { id } }))
    return false
  }
  if (!(await call(getOffer, { params: { id } })).isAvailable) {
    // A busy computer may have been too slow for the first check; a seller would ask for another.
    if (['differs', 'unreachable'].includes(verification.state))
      await unlessRefused(['compute.check-running', 'compute.check-limit'], call(verifyOffer, { params: { id } }))
    return false
  }
  if (machine.role === 'on-sale') return true
  await buy(id)
  return false
}

/** Nothing has grown, the lease was given back, or a case about it is open. */
const NOT_CLEARED = ['orders.nothing-to-clear', 'orders.not-clearable', 'orders.held']

/** Clears what the rentals of earlier starts have earned meanwhile. */
async function clearIncome(call: Call): Promise<void> {
  const { content } = await call(listComputeProfit, { query: { size: 100 } })
  for (const { id } of content)
    await unlessRefused(NOT_CLEARED, call(clearCompute, { body: { superPointsProductId: id } }))
}

async function signInSellers(facts: MarketFacts): Promise<Map<SellerName, Call>> {
  const calls = new Map<SellerName, Call>()
  for (const [name, person] of Object.entries(DEMO_SELLERS) as [SellerName, (typeof DEMO_SELLERS)[SellerName]][]) {
    const call = await signIn(facts, person)
    await bindAccount(facts, call, person, facts.payees)
    calls.set(name, call)
  }
  return calls
}

/** Fills the market, or brings back what changed since. */
export async function fillMarket(facts: MarketFacts): Promise<void> {
  const sellers = await signInSellers(facts)
  const machines = listDemoMachines().map((machine, i) => ({
    machine,
    port: facts.ports[i]!,
    call: sellers.get(machine.seller)!,
  }))
  const shareOf = async ({ call, port }: (typeof machines)[number]) =>
    (await sharesOf(call)).find(({ serverPort }) => serverPort === port)
  for (const it of machines) if (!(await shareOf(it))) await publish(it.call, it.machine, it.port, facts)
  for (const call of sellers.values()) await clearIncome(call)
  let bought = 0
  const buyers = new Map<number, Promise<Call>>()
  const buyerOf = async (number: number) => {
    const buyer = DEMO_BUYERS[number]!
    const call = buyers.get(number) ?? signIn(facts, buyer)
    buyers.set(number, call)
    return { call: await call, payee: buyer.payee }
  }
  const buy = async (productId: string) => {
    const number = bought++ % DEMO_BUYERS.length
    await rent(facts, (await buyerOf(number)).call, DEMO_BUYERS[number]!, productId)
  }
  await fillWorks(sellers)
  const featured = signIn(facts, DEMO_EDITOR).then((editor) => featureWorks(editor, sellers))
  const deals = fillExperts(facts).then((experts) => makeDeals(facts, experts, buyerOf))
  const tended = tendAll(machines, shareOf, buy)
  // Each does its part, whatever becomes of the others.
  for (const end of await Promise.allSettled([featured, deals, tended])) if (end.status === 'rejected') throw end.reason
}

type Kept = { machine: DemoMachine; port: number; call: Call }

async function tendAll<K extends Kept>(
  machines: K[],
  shareOf: (kept: K) => Promise<Share | undefined>,
  buy: (productId: string) => Promise<void>,
): Promise<void> {
  const open = new Set(machines)
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end && open.size > 0; await sleep(POLL_MS))
    for (const it of open) {
      const share = await shareOf(it)
      if (share === undefined || (await tend(it.call, it.machine, share, buy))) open.delete(it)
    }
  if (open.size > 0) throw new Error(`not as it should be yet: ${[...open].map(({ machine }) => machine.name)}`)
}

/** Takes the market down: every machine that is in nobody's use. Answers how many are still in use. */
export async function emptyMarket(facts: MarketFacts): Promise<{ removed: number; inUse: number }> {
  let removed = 0
  let inUse = 0
  const sellers = await signInSellers(facts)
  await takeWorksDown(sellers)
  await takeExpertsOff(facts)
  for (const call of sellers.values())
    for (const { id, status, isReserved, cleaning } of await sharesOf(call)) {
      if (status === 1 || isReserved || cleaning === 'running') {
        inUse++
        continue
      }
      await call(deleteOffer, { params: { id } })
      removed++
    }
  return { removed, inUse }
}

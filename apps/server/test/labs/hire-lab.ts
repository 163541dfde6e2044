import type { RouteData, RouteInput, RouteSpec } from '@trove/contract/kit/route'
import { createPayment } from '@trove/contract/order-lists/routes'
import { sql } from 'kysely'
import { createDictionary } from '../../src/modules/dictionary/module.ts'
import { createNotices } from '../../src/modules/notices/module.ts'
import type { Orders } from '../../src/modules/orders/module.ts'
import { createRepositories, type Repositories } from '../../src/modules/repositories/module.ts'
import { AGREEMENT } from '../../src/modules/talent/hours/agreement.ts'
import { createTalent, type Talent } from '../../src/modules/talent/module.ts'
import { openLog } from '../../src/platform/base/log.ts'
import type { Db } from '../../src/platform/db/handle.ts'
import type { Jobs } from '../../src/platform/jobs/jobs.ts'
import { createLimiter } from '../../src/platform/rate-limit.ts'
import { answerRoute, type OrdersLab, openOrdersLab } from './orders-lab.ts'

/** Hours of experts over real orders and a real ledger, with the test payment; `sweep` runs the market's sweeps too. */
export type HireLab = OrdersLab & { talent: Talent }

/** Who rules on disputes here. */
export const CASHIERS = ['ann-of-the-desk', 'ben-of-the-desk', 'cas-of-the-desk'] as const

/** The talent market over some orders, sold by them. */
export function sellHours(
  db: Db,
  orders: Orders,
  sweeps: (() => Promise<void>)[] = [],
  repositories: Pick<Repositories, 'commits' | 'isPublicHost'> = createRepositories({ allowList: [] }),
): Talent {
  const every: Jobs['every'] = (_, __, handler) => void sweeps.push(handler)
  const jobs = { enqueue: async () => {}, enqueueAll: async () => {}, define: () => {}, soon: () => {}, every }
  const talent = createTalent({
    db,
    orders,
    jobs,
    repositories,
    log: openLog('silent'),
    limiter: createLimiter(db),
    dictionary: createDictionary({ db }),
    notices: createNotices({ db, jobs }),
    files: {
      registerKind: () => {},
      storePicture: () => Promise.reject(new Error('no files here')),
      use: async () => false,
      drop: async () => {},
    },
    identity: {
      findPeople: async () => new Map(),
      findStaff: async (_, ids) => new Set(ids),
      listStaff: async () => [...CASHIERS],
    },
    lockFace: async () => undefined,
    listProgrammes: async () => [],
    listProven: async () => [],
    consultantUrl: () => '',
  })
  orders.registerSellable(talent.sellable)
  return talent
}

/** Opens orders that sell hours; opening it twice is what two processes do. */
export async function openHireLab(url: string, repositories?: Repositories): Promise<HireLab> {
  const lab = await openOrdersLab(url)
  const sweeps: (() => Promise<void>)[] = []
  const talent = sellHours(lab.db, lab.orders, sweeps, repositories)
  const isTalent = (route: RouteSpec) => talent.routes.some((one) => one.route.id === route.id)
  return {
    ...lab,
    talent,
    async sweep() {
      for (const sweep of sweeps) await sweep()
      await lab.sweep()
    },
    call: <R extends RouteSpec>(route: R, input: RouteInput<R>, userId: string): Promise<RouteData<R>> =>
      isTalent(route) ? answerRoute(talent.routes, route, input, userId) : lab.call(route, input, userId),
  }
}

/** An expert who can be hired, as the market keeps one: the id is also the person's. */
export async function addExpert(db: Db, id: string, hourFen: bigint): Promise<void> {
  await sql`insert into talent_experts (user_id, id, is_certified, real_name, identity, work_exp, fields, skills, hour_fen)
    values (${id}, ${id}, true, ${`${id} 真名`}, 'architect', '3-5', '{}', '{}', ${hourFen})
    on conflict do nothing`.execute(db)
}

/** What a buyer sends to hire an expert. */
export const hireBody = (productId: string, hours = 8, change: object = {}) =>
  ({
    productId,
    productType: 'manpower',
    manWorkingHourId: String(hours),
    manWorkingRequire: '接入支付宝',
    manAgreement: AGREEMENT.hash,
    ...change,
  }) as RouteInput<typeof createPayment>['body']

/** Hires an expert without paying. Returns the order's id. */
export async function hire(lab: HireLab, expert: string, buyer: string, hours = 8): Promise<string> {
  await lab.call(createPayment, { body: hireBody(expert, hours) }, buyer)
  const { rows } = await sql<{ id: string }>`select id from orders where product_id = ${expert} and buyer_id = ${buyer}
    order by seq desc limit 1`.execute(lab.db)
  return rows[0]!.id
}

/** Pays an order at the test's cashier. */
export async function payHire(lab: HireLab, orderId: string): Promise<void> {
  await lab.payment.payAtCashier(orderId)
  await lab.payment.notify(orderId)
  await lab.payment.work()
}

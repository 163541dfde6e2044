import { setTimeout as sleep } from 'node:timers/promises'
import { addComment, listComments } from '@trove/contract/code/comments'
import { listWorks } from '@trove/contract/code/market'
import { listCodeConsume } from '@trove/contract/code/orders'
import { grantWork } from '@trove/contract/code/vault'
import { ContractError } from '@trove/contract/errors/codes'
import { memberInfo } from '@trove/contract/identity/routes'
import type { RouteInput } from '@trove/contract/kit/route'
import { createPayment } from '@trove/contract/order-lists/routes'
import { getOrderReviews, writeReview } from '@trove/contract/reviews/routes'
import {
  acceptHire,
  addSheetEntry,
  deliverHire,
  getAgreement,
  getHireSheet,
  startHire,
} from '@trove/contract/talent/hours'
import { listHumanConsume } from '@trove/contract/talent/orders'
import { type Call, json, type Places } from './people.ts'
import { DEMO_WORKS } from './works.ts'

/**
 * What people of the demo market buy of each other besides machines: hours of experts and works, with what they say
 * afterwards. What an earlier start did is found and left alone.
 */

type Buyer = { call: Call; payee: string }
type Order = RouteInput<typeof createPayment>['body']

/** A hire from the payment to both reviews: who hires whom, for how long, for what, and what they say. */
type Hire = {
  expert: string
  buyer: number
  hours: '2' | '4' | '8'
  require: string
  notes: string[]
  delivery: string
  stars: number
  words: string
  answer: string
}

const HIRES: Hire[] = [
  {
    ...{ expert: '13800000003', buyer: 0, hours: '4', stars: 5 },
    require: '演示：为结算服务写一份拆分方案 · Demo: a plan for splitting our settlement service',
    notes: ['梳理现有模块 · Went through the modules', '写出三步方案 · Wrote the plan in three steps'],
    delivery: '方案和风险清单在附件里 · The plan and its risks are in the document',
    words: '讲得清楚，第一步下周就能做。Clear, and we can start next week.',
    answer: '需求写得明白，沟通顺畅。A clear brief, easy to work with.',
  },
  {
    ...{ expert: '13800000031', buyer: 1, hours: '8', stars: 5 },
    require: '演示：做一张门店日报图表页 · Demo: a page of charts for our shops',
    notes: ['页面框架和接口 · Page and API', '四张图和导出 · Four charts and the export'],
    delivery: '页面已上线到测试环境 · The page is on the test site',
    words: '图表细致，手机上也好用。Careful charts, good on phones too.',
    answer: '反馈及时。Quick answers.',
  },
  {
    ...{ expert: '13800000032', buyer: 0, hours: '2', stars: 4 },
    require: '演示：找出最慢的三条查询 · Demo: find our three slowest queries',
    notes: ['读执行计划，加两个索引 · Read the plans, added two indexes'],
    delivery: '三条都在 20 毫秒以内 · All three take less than 20 ms now',
    words: '见效快，文档可以再多一点。Quick results; a little more text would help.',
    answer: '数据准备得很齐。The data was all there.',
  },
  {
    ...{ expert: '13800000033', buyer: 1, hours: '4', stars: 5 },
    require: '演示：把发布流程接上自动回滚 · Demo: releases that roll back by themselves',
    notes: ['流水线加探针和回滚 · Probes and rollback in the pipeline'],
    delivery: '演练两次，均自动回滚 · Two rehearsals, both rolled back',
    words: '非常专业。Very professional.',
    answer: '合作愉快。A pleasure.',
  },
]

/** Which work each buyer gets, with stars and words. */
const WORKS: [buyer: number, folder: string, stars: number, words: string][] = [
  [0, 'markdown-toc', 5, '三分钟接进文档流程。Three minutes to put into our docs.'],
  [1, 'markdown-toc', 4, '好用，希望支持更多标题写法。Good; more kinds of headings would be nice.'],
  [1, 'hanzi-count', 5, '中英文混排也数得对。Counts mixed text correctly.'],
  [0, 'csv-lines', 5, '十块钱省了一天。A day saved for ten yuan.'],
  [1, 'lru-cache', 4, '代码干净，测试齐。Clean, and well tested.'],
]

/** How many of these are paid at the cashier. */
export const PAID_DEALS =
  HIRES.length + WORKS.filter(([, folder]) => DEMO_WORKS.find((work) => work.folder === folder)?.price !== '0').length

const PAID_WITHIN_MS = 60_000
const LOOK_MS = 500

/** Whether it was done; a refusal with one of these codes says that it was done before, or is not to be done now. */
async function isDone(codes: string[], work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof ContractError && codes.includes(error.code)) return false
    throw error
  }
}

/** Tries until it is done: what was just paid is known to the site in a moment. @throws Error after a minute */
async function untilDone(what: string, work: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PAID_WITHIN_MS; !(await work()); await sleep(LOOK_MS))
    if (Date.now() > end) throw new Error(`${what} was not possible within a minute`)
}

/** Orders and pays at the cashier, as people do. */
async function pay(places: Places, { call, payee }: Buyer, order: Order): Promise<void> {
  const payUrl = await call(createPayment, { body: { payMethod: 'alipay', device: 'pc', confirmed: true, ...order } })
  const content = JSON.parse(new URL(payUrl).searchParams.get('biz_content') ?? '{}') as { out_trade_no?: string }
  await json(`${places.cashier}/control/trades/${content.out_trade_no}/pay`, { payUrl, user: payee })
}

type Expert = { call: Call; productId: string }

const hiresOf = async ({ call }: Buyer, { productId }: Expert) =>
  (await call(listHumanConsume, { query: { size: 50 } })).content.filter((order) => order.fkProductId === productId)

async function hire(places: Places, it: Hire, buyer: Buyer, expert: Expert): Promise<void> {
  if ((await hiresOf(buyer, expert)).length === 0) {
    const { hash } = await buyer.call(getAgreement, { query: {} })
    const choice = { manWorkingHourId: it.hours, manWorkingRequire: it.require, manAgreement: hash }
    await pay(places, buyer, { productId: expert.productId, productType: 'manpower', ...choice })
  }
  const [order] = await hiresOf(buyer, expert)
  // Somebody who signed in as these people may have ended it otherwise.
  if (!order || order.orderState === 'PaymentFailed' || order.refundState !== null) return
  await work(it, order.id, buyer, expert)
  await review(it, order.id, buyer, expert)
}

/** From the beginning to the acceptance; goes on where an earlier start was ended. */
async function work({ notes, delivery, hours }: Hire, id: string, buyer: Buyer, expert: Expert): Promise<void> {
  // Done before, or kept open by a dispute that somebody opened since.
  const notNow = ['talent.step-not-now', 'talent.in-dispute', 'talent.hours-exceeded', 'orders.held']
  await untilDone('the beginning of a hire', async () => {
    const status = (await hiresOf(buyer, expert)).find((order) => order.id === id)?.manStatus ?? null
    if (status !== 0) return status !== null
    return isDone(notNow, expert.call(startHire, { params: { id } }))
  })
  const { entries } = await expert.call(getHireSheet, { params: { id } })
  const workDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date())
  const minutes = Math.floor((Number(hours) * 60) / notes.length)
  for (const note of notes.slice(entries.length))
    await isDone(notNow, expert.call(addSheetEntry, { params: { id }, body: { workDay, minutes, note, link: '' } }))
  await isDone(notNow, expert.call(deliverHire, { params: { id }, body: { note: delivery } }))
  await isDone(notNow, buyer.call(acceptHire, { params: { id } }))
}

async function review({ stars, words, answer }: Hire, orderId: string, buyer: Buyer, expert: Expert): Promise<void> {
  const about = { kind: 'manpower', orderId } as const
  for (const [call, text, given] of [
    [buyer.call, words, stars],
    [expert.call, answer, 5],
  ] as const)
    if ((await call(getOrderReviews, { query: about })).mayWrite)
      await call(writeReview, { body: { ...about, stars: given, text } })
}

async function getWork(places: Places, buyer: Buyer, folder: string): Promise<string | undefined> {
  const work = DEMO_WORKS.find((one) => one.folder === folder)
  const online = (await buyer.call(listWorks, { query: { size: 50 } })).content
  const found = online.find(({ productName }) => productName === work?.title)
  if (!work || !found) return undefined
  if (work.price === '0') await buyer.call(grantWork, { params: { id: found.id } })
  else {
    const bought = (await buyer.call(listCodeConsume, { query: { size: 50 } })).content
    if (!bought.some(({ fkProductId }) => fkProductId === found.id))
      await pay(places, buyer, { productId: found.id, productType: 'code', licence: 'personal' })
  }
  return found.id
}

async function evaluate({ call }: Buyer, productId: string, stars: number, words: string): Promise<void> {
  const { userId } = await call(memberInfo, {})
  const { content } = await call(listComments, { query: { productId, size: 50 } })
  if (content.some(({ author }) => author.id === userId)) return
  await untilDone('an evaluation', () =>
    isDone(['code.not-purchased'], call(addComment, { body: { productId, words, stars } })),
  )
}

/** Hires and works bought, as far as an earlier start has not. */
export async function makeDeals(
  places: Places,
  experts: ReadonlyMap<string, Expert>,
  buyerOf: (number: number) => Promise<Buyer>,
): Promise<void> {
  for (const it of HIRES) await hire(places, it, await buyerOf(it.buyer), experts.get(it.expert)!)
  for (const [number, folder, stars, words] of WORKS) {
    const buyer = await buyerOf(number)
    const productId = await getWork(places, buyer, folder)
    if (productId) await evaluate(buyer, productId, stars, words)
  }
}

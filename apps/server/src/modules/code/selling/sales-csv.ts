import { Readable } from 'node:stream'
import { type CodeOrder, listCodeProfit } from '@trove/contract/code/orders'
import { createSalesTicket, downloadSales } from '@trove/contract/code/sales'
import { requireThat } from '@trove/contract/errors/codes'
import { isTimeZone } from '@trove/contract/kit/time-zone'
import type { Income } from '@trove/contract/orders/shapes'
import { codeOrders } from '@trove/messages/code/code-orders'
import { codeSales } from '@trove/messages/code/code-sales'
import { fill, type Language, type Say } from '@trove/messages/kit/say'
import { formatYuan, parseYuan } from '@trove/units/money'
import { create as contentDisposition } from 'content-disposition'
import { stringify } from 'csv-stringify'
import { z } from 'zod'
import { type ServedRoute, serve } from '../../../platform/http/call/serve.ts'
import { createTickets } from '../../../platform/tickets.ts'
import { SALES_ASKED } from '../model/limits.ts'
import type { CodeNeeds } from '../model/needs.ts'

type Sold = z.input<typeof CodeOrder> & { income: z.input<typeof Income> }
type Asked = { userId: string; zone: string; language: Language }

const PAGE_SIZE = 100

/** What an author sold, as CSV: a ticket, and the file that it opens. */
export function salesRoutes(needs: CodeNeeds): ServedRoute[] {
  const { db, limiter } = needs
  const tickets = createTickets(
    db,
    'code-sales',
    z.strictObject({ zone: z.string(), language: z.enum(['zh-CN', 'en']) }),
  )
  return [
    serve(createSalesTicket, async ({ body: { zone } }, { caller: { userId, sessionId }, language }) => {
      requireThat(isTimeZone(zone), 'code.zone-unknown')
      await limiter.require('code.sales', userId, SALES_ASKED)
      const ticket = await tickets.issue({ userId, sessionId, subject: { zone, language } })
      return { url: downloadSales.path.replace('{ticket}', ticket) }
    }),
    serve(downloadSales, async ({ params }, { reply }) => {
      const right = await tickets.redeem(params.ticket)
      requireThat(right, 'resource.not-found')
      // A cell that a spreadsheet would take for a formula gets an apostrophe; the mark at the start says that this is UTF-8.
      const csv = stringify({ bom: true, escape_formulas: true, record_delimiter: 'windows' })
      const lines = Readable.from(linesOf(needs, { ...right.subject, userId: right.userId }))
      lines.on('error', (error) => csv.destroy(error)).pipe(csv)
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': contentDisposition('trove-sales.csv', { type: 'attachment' }),
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        })
        .send(csv)
    }),
  ]
}

/** The lines of the file: headings, each paid order newest first, and the sums, which are added up in whole fen. */
async function* linesOf(needs: CodeNeeds, asked: Asked): AsyncGenerator<string[]> {
  const { headings, sum } = codeSales
  const word = (text: Say) => fill(text, asked.language)
  const moment = momentIn(asked.zone)
  yield Object.values(headings).map(word)
  const sums = { amount: 0n, refund: 0n, cleared: 0n }
  for await (const order of soldBy(needs, asked.userId)) {
    const { totalAmount, refund, income, paidAt } = order
    if (!paidAt) continue
    const row = { amount: totalAmount, refund: refund ?? '0.00', cleared: income.clearedAmount }
    for (const key of ['amount', 'refund', 'cleared'] as const) sums[key] += parseYuan(row[key]) ?? 0n
    const sold = [order.fkProductName, word(codeOrders.licence[order.licence]), String(order.version), order.purchaser]
    yield [order.outTradeNo, moment.format(new Date(paidAt)), ...sold, row.amount, row.refund, row.cleared]
  }
  const totals = [sums.amount, sums.refund, sums.cleared].map(formatYuan)
  yield [word(sum), '', '', '', '', '', ...totals]
}

/** All orders of a seller's works, newest first: a page at a time, so that none is held for long. */
async function* soldBy({ orders }: CodeNeeds, userId: string): AsyncGenerator<Sold> {
  let cursor: string | undefined
  do {
    const page = await orders.list('code', 'profit', userId, { page: 0, size: PAGE_SIZE, cursor })
    yield* page.content.map((order) => listCodeProfit.ok.shape.content.element.parse(order) as Sold)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
}

/** Writes moments as 2026-11-23 10:30:00 in a time zone: sorted as text they are in order. */
const momentIn = (zone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })

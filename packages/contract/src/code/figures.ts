import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Day, Id, YuanText } from '../kit/shapes.ts'
import { WORK_STATES } from './shapes.ts'

/** What an author's works brought, day by day. */

/** How many days one may look back, today among them; days are those of Shanghai. */
export const FIGURE_DAYS = ['7', '30', '90'] as const
/** Days are kept so long. */
export const FIGURES_KEPT_DAYS = 400

const Facts = {
  /** Looks: each person or visitor once a day, without the author. */
  views: z.number().int(),
  /** Persons who got it for free. */
  gets: z.number().int(),
  /** Paid orders that were handed over, and what buyers paid for them. */
  sales: z.number().int(),
  soldAmount: YuanText,
  /** Of paid orders, those given back in these days. */
  returns: z.number().int(),
  returnedAmount: YuanText,
}

export const WorkFigures = z.object({
  /** Every day, the oldest first. */
  days: z.array(z.object({ date: Day, ...Facts })),
  /** The same by work, those seen most first; all works also where one was asked for. */
  works: z.array(z.object({ id: Id, title: z.string(), state: z.enum(WORK_STATES), ...Facts })),
})

export const getFigures = route({
  id: 'code.figures',
  method: 'GET',
  path: '/api/codemart/product/figures',
  summary: 'Looks, sales and refunds of your works by day, of all or of one; days in Asia/Shanghai',
  auth: 'user',
  query: z.object({ days: z.enum(FIGURE_DAYS).default('30'), work: Id.optional() }),
  ok: WorkFigures,
  errors: ['resource.not-found'],
})

export const codeFigureRoutes = [getFigures] as const

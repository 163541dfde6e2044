import { z } from 'zod'
import { route } from '../kit/route.ts'
import { TimeZone } from '../kit/time-zone.ts'

/** What an author sold, as a file for a spreadsheet. */

export const createSalesTicket = route({
  id: 'code.create-sales-ticket',
  method: 'POST',
  path: '/api/codemart/sales/ticket',
  summary:
    'A one-use address of all you sold as CSV, with moments in a time zone and words in your language; for 30 seconds',
  auth: 'user',
  keepsNoAnswer: true,
  body: z.strictObject({ zone: TimeZone.default('Asia/Shanghai') }),
  ok: z.object({ url: z.string() }),
  errors: ['request.too-frequent', 'code.zone-unknown'],
})

export const downloadSales = route({
  id: 'code.download-sales',
  method: 'GET',
  path: '/api/codemart/sales/csv/{ticket}',
  summary: 'The CSV that a ticket opens, once: one line of each paid order of a work, and the sums',
  auth: 'none',
  envelope: 'raw',
  params: z.object({ ticket: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) }),
  ok: z.any(),
  errors: ['resource.not-found'],
})

export const codeSalesRoutes = [createSalesTicket, downloadSales] as const

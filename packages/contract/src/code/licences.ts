import { z } from 'zod'
import { route } from '../kit/route.ts'
import { Id, Nothing, YuanInput, YuanText } from '../kit/shapes.ts'

/** Licences of works and their prices: the author says which there are, and the server what each costs. */

/**
 * personal: to use it oneself; commercial: in a business and in what it ships; source-resale: to sell on, in source,
 * as part of one's own work. Each permits what the ones before it do.
 */
export const LICENCES = ['personal', 'commercial', 'source-resale'] as const
export type LicenceName = (typeof LICENCES)[number]
export const Licence = z.enum(LICENCES)

/** What the author asks, in yuan; `0` is free. Read into fen. */
export const LicencePrice = z.union([z.literal(['0', '0.00']).transform(() => 0n), YuanInput])

/** A licence that can be had now; `0.00` is free, without an order. */
export const LicenceOffer = z.object({ licence: Licence, price: YuanText })

export const setLicences = route({
  id: 'code.set-licences',
  method: 'PUT',
  path: '/api/codemart/product/licences/{id}',
  summary: 'Say under which licences your work can be had and what each costs; it replaces what was said before',
  auth: 'user',
  params: z.object({ id: Id }),
  body: z.strictObject({
    licences: z
      .array(z.strictObject({ licence: Licence, price: LicencePrice }))
      .min(1)
      .max(LICENCES.length),
  }),
  ok: Nothing,
  errors: ['resource.not-found', 'code.licence-twice', 'code.needs-account', 'request.too-frequent'],
})

export const codeLicenceRoutes = [setLicences] as const

import type { ProductType } from '@trove/contract/order-lists/kinds'
import { codeFinds } from '../../features/code/entry/finds.ts'
import { codeOrderFace } from '../../features/code/selling/order-face.tsx'
import { computeFinds } from '../../features/compute/entry/finds.ts'
import { computeOrderFace } from '../../features/compute/orders/order-face.tsx'
import { talentFinds } from '../../features/talent/entry/finds.ts'
import { talentOrderFace } from '../../features/talent/hires/order-face.tsx'
import type { OrderFace } from '../../market/orders/face.ts'
import type { FindSource } from '../../market/palette/face.ts'

const byKind: Readonly<Record<ProductType, { orders: OrderFace; finds: FindSource }>> = {
  superPoints: { orders: computeOrderFace, finds: computeFinds },
  code: { orders: codeOrderFace, finds: codeFinds },
  manpower: { orders: talentOrderFace, finds: talentFinds },
}

const faces = Object.values(byKind)
/** The orders the site knows: one face for each kind, the first also where none is known yet. */
export const orderFaces: readonly OrderFace[] = faces.map(({ orders }) => orders)
/** The markets whose goods the palette finds. */
export const findSources: readonly FindSource[] = faces.map(({ finds }) => finds)

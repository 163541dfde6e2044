import type { ProductType } from '@trove/contract/order-lists/kinds'
import { codeOrderFace } from '../../features/code/selling/order-face.tsx'
import { computeOrderFace } from '../../features/compute/orders/order-face.tsx'
import { talentOrderFace } from '../../features/talent/hires/order-face.tsx'
import type { OrderFace } from '../../market/orders/face.ts'

const byKind: Readonly<Record<ProductType, OrderFace>> = {
  superPoints: computeOrderFace,
  code: codeOrderFace,
  manpower: talentOrderFace,
}

/** The orders the site knows: one face for each kind, the first also where none is known yet. */
export const orderFaces: readonly OrderFace[] = Object.values(byKind)

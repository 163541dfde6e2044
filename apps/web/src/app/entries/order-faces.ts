import { codeOrderFace } from '../../features/code/selling/order-face.tsx'
import { computeOrderFace } from '../../features/compute/orders/order-face.tsx'
import { talentOrderFace } from '../../features/talent/hires/order-face.tsx'
import type { OrderFace } from '../../market/orders/face.ts'

/** The orders the site knows: one face for each market that is open, the first also where none is known yet. */
export const orderFaces: readonly OrderFace[] = [computeOrderFace, codeOrderFace, talentOrderFace]

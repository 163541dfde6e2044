import type { OrderFace } from '../../market/orders/face.ts'
import type { FindSource } from '../../market/palette/face.ts'
import { markets } from './markets.ts'

type MarketFaces = { orders: OrderFace; finds: FindSource }

/**
 * What shows the goods and orders of each market in `markets.ts`. It is heavier than that list, which the frame loads with
 * every page, so it is a module of its own. It names no market: each feature's faces are taken from their place.
 */
const found = Object.values(
  import.meta.glob<MarketFaces>('../../features/*/entry/faces.ts', { eager: true, import: 'faces' }),
)

const faces = markets.map(({ kind }) => {
  const ofKind = found.find(({ orders }) => orders.kind === kind)
  if (!ofKind) throw new Error(`no faces of ${kind}: its feature has no entry/faces.ts`)
  return ofKind
})
/** The orders the site knows: one face for each kind, the first also where none is known yet. */
export const orderFaces: readonly OrderFace[] = faces.map(({ orders }) => orders)
/** The markets whose goods the palette finds. */
export const findSources: readonly FindSource[] = faces.map(({ finds }) => finds)

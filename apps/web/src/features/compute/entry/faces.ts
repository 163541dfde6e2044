import { computeOrderFace } from '../orders/order-face.tsx'
import { computeFinds } from './finds.ts'

/** What `app/entries/market-faces.ts` takes from here: how this market's orders are shown and its goods found. */
export const faces = { orders: computeOrderFace, finds: computeFinds }

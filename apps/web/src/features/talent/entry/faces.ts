import { talentOrderFace } from '../hires/order-face.tsx'
import { talentFinds } from './finds.ts'

/** What `app/entries/market-faces.ts` takes from here: how this market's orders are shown and its goods found. */
export const faces = { orders: talentOrderFace, finds: talentFinds }

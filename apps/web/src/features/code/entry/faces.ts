import { codeOrderFace } from '../selling/order-face.tsx'
import { codeFinds } from './finds.ts'

/** What `app/entries/market-faces.ts` takes from here: how this market's orders are shown and its goods found. */
export const faces = { orders: codeOrderFace, finds: codeFinds }

import { PayResult } from '../../market/orders/pay-result.tsx'
import { orderFaces } from '../entries/market-faces.ts'

/** Where the cashier sends people back, of whichever market the order is. */
export default function PayResultPage() {
  return <PayResult faces={orderFaces} />
}

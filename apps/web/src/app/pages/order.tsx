import { OrderDetail } from '../../market/orders/order-detail.tsx'
import { orderFaces } from '../entries/market-faces.ts'

/** One order, of whichever market. */
export default function Order() {
  return <OrderDetail faces={orderFaces} />
}

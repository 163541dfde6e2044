import { OrderTabs } from './order-tabs.tsx'

/** Orders of what one shares and sells. */
export default function ProfitOrders() {
  return <OrderTabs side="profit" title="myProfitOrder" />
}

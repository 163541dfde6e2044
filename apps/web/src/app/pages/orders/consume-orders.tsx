import { OrderTabs } from './order-tabs.tsx'

/** Orders one placed. */
export default function ConsumeOrders() {
  return <OrderTabs side="consume" title="myConsumeOrder" />
}

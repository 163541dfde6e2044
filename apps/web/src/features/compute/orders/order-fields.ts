import { useTranslation } from 'react-i18next'
import { formatCount, formatSpan } from '../../../lib/shown/format.ts'
import type { Order } from './order-standing.tsx'

/** Texts of an order's fields that are made of several figures. */
export function useOrderTexts() {
  const { t } = useTranslation()
  return {
    specification: (order: Order) =>
      t('orders.specification', {
        count: order.cpuCores,
        cores: formatCount(order.cpuCores),
        ram: formatCount(order.ramSize),
        disk: formatCount(order.diskSize),
        bandwidth: formatCount(order.bandwidth),
      }),
    period: (order: Order) =>
      order.serveStartTime && order.serveEndTime
        ? formatSpan(order.serveStartTime, order.serveEndTime)
        : t('orders.notYet'),
  }
}

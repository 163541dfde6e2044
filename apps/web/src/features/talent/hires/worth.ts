import { formatYuan } from '@trove/units/money'
import { fenOf, moneyText } from '../../../lib/shown/money.ts'
import type { Order } from './shapes.ts'

/** What so many whole hours of a hire cost, as it is written on a page. */
export function worthOf({ hourSalary }: Pick<Order, 'hourSalary'>, hours: number): string {
  return moneyText(formatYuan(fenOf(hourSalary) * BigInt(hours)))
}

import type { HireSheet } from '@trove/contract/talent/hours'
import type { HumanOrder } from '@trove/contract/talent/orders'
import type { z } from 'zod'
import type { Known, Reader } from '../../../market/orders/face.ts'

export type Order = z.output<typeof HumanOrder>
export type Sheet = z.output<typeof HireSheet>
/** What a panel of a hire's page is drawn from. */
export type PanelProps = { order: Known<Order>; sheet: Sheet }

/** The hours given back on a hire's page, with what was asked for. */
export const HOURS_BACK_PART = 'hours-back'

/** Whether this side of the hire handed the open dispute over. */
export function isHandedOverBy({ openDispute }: Pick<Order, 'openDispute'>, reader: Reader): boolean {
  return openDispute?.openedBy === (reader === 'seller' ? 'expert' : 'buyer')
}

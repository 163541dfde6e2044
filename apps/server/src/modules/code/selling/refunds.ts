import type { refundCode } from '@trove/contract/code/orders'
import { requireThat } from '@trove/contract/errors/codes'
import { formatYuan } from '@trove/units/money'
import type { z } from 'zod'
import { crashPoint } from '../../../platform/base/crash-point.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { dropStars } from '../comments/store.ts'
import type { CodeNeeds } from '../model/needs.ts'
import { claimFault } from './faults-claimed.ts'
import { findSale, noteRefund } from './store.ts'

type Needs = Pick<CodeNeeds, 'db' | 'orders' | 'notices'>
type Ask = z.output<typeof refundCode.body> & { orderId: string; buyerId: string }

/**
 * The buyer gives a work back: all of the money returns, and the grant with its tokens is gone in the same moment. While the
 * work is taken down this needs no description, and it is possible for as long as the money is here.
 * @throws ContractError `orders.not-found` for anyone but the buyer, `code.refund-over`, `code.was-fetched` when nothing is
 * claimed to have been fetched, `code.refund-words` for a fault that is not described, `request.too-frequent`
 */
export async function giveBack({ db, orders, notices }: Needs, ask: Ask): Promise<void> {
  const { orderId, buyerId, reason, words } = ask
  const isUnfetched = reason === 'not-fetched'
  const sale = await findSale(db, orderId)
  requireThat(sale?.buyerId === buyerId, 'orders.not-found')
  requireThat(sale.isOpen, 'code.refund-over')
  requireThat(isUnfetched || sale.isRemoved || words !== '', 'code.refund-words')
  requireThat(!isUnfetched || !sale.fetchedAt, 'code.was-fetched')
  await inTransaction(db, async (tx) => {
    const isNew = await orders.refund(tx, orderId, { key: 'code.give-back', amountFen: sale.priceFen, reason })
    requireThat(isNew, 'code.refund-over')
    requireThat(await noteRefund(tx, { orderId, reason, words, isUnfetched }), 'code.was-fetched')
    // What the house found itself is no claim of the buyer's.
    if (!isUnfetched && !sale.isFound) await claimFault(tx, ask)
    // Or rating the works of others down would cost nothing.
    if (isUnfetched) await dropStars(tx, sale.workId, buyerId)
    await notices.tell(tx, {
      userId: sale.ownerId,
      kind: isUnfetched ? 'code.given-back-unfetched' : 'code.given-back',
      params: { title: sale.title, amount: formatYuan(sale.priceFen), words },
      link: { to: 'order', id: orderId, kind: 'code' },
      key: `code.given-back:${orderId}`,
      aboutId: buyerId,
    })
    crashPoint('code.given-back.before-commit')
  })
}

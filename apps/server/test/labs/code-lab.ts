import { type LicenceName, setLicences } from '@trove/contract/code/licences'
import { createWork, uploadArchive } from '@trove/contract/code/works'
import { createPayment, getOrder } from '@trove/contract/order-lists/routes'
import { sql } from 'kysely'
import { zip } from '../../../../packages/git-server/test/make-archive.ts'
import { createLedger } from '../../src/modules/ledger/module.ts'
import { ORDER_INVARIANTS } from '../../src/modules/orders/invariants.ts'
import type { World, WorldUser } from '../world/world.ts'

/** Works that are sold in a world, for tests of the code market. */

export const FILES = [
  { name: 'README.md', data: Buffer.from('# Small tool\n') },
  { name: 'src/main.ts', data: Buffer.from('console.log(1)\n') },
]
type Price = { licence: LicenceName; price: string }

/** Adds a version of a work as a browser would. */
export async function addVersion(world: World, as: WorldUser, id: string, files = FILES, notes = ''): Promise<void> {
  const form = new FormData()
  form.append('notes', notes)
  form.append('file', new Blob([new Uint8Array(zip(files))]), 'work.zip')
  const headers = { authorization: `Bearer ${as.accessToken}` }
  const path = uploadArchive.path.replace('{id}', id)
  const { status } = await fetch(world.url + path, { method: 'POST', headers, body: form })
  if (status !== 200) throw new Error(`the archive was refused: ${status}`)
}

/** A work on sale with one version. What its page wants said of it is another test's. */
export async function putOnSale(world: World, as: WorldUser, prices: Price[], title = 'Small tool'): Promise<string> {
  const { id } = await world.call(createWork, { body: { title } }, { as })
  await world.call(setLicences, { params: { id }, body: { licences: prices } }, { as })
  await addVersion(world, as, id)
  await sql`update code_works set state = 'online' where id = ${id}`.execute(world.db)
  return id
}

export type Reserved = { orderId: string; url: string }

/** Makes an order of a work under a licence. */
export async function reserve(world: World, as: WorldUser, id: string, licence?: LicenceName): Promise<Reserved> {
  let orderId = ''
  const onResponse = (response: Response) => {
    orderId = response.headers.get('x-order-id') ?? ''
  }
  const body = { productId: id, productType: 'code' as const, licence }
  return { url: await world.call(createPayment, { body }, { as, onResponse }), orderId }
}

/** What the buyer does at the cashier. */
export async function pay(world: World, as: WorldUser, { orderId, url }: Reserved): Promise<void> {
  const { outTradeNo } = await world.call(getOrder, { params: { id: orderId } }, { as })
  await world.simulator!.control('POST', `/control/trades/${outTradeNo}/scan`, { payUrl: url })
  await world.simulator!.control('POST', `/control/trades/${outTradeNo}/pay`, {})
}

/** An order of a work, paid and handed over. */
export async function buy(world: World, as: WorldUser, id: string, licence: LicenceName): Promise<string> {
  const order = await reserve(world, as, id, licence)
  await pay(world, as, order)
  await world.settle()
  return order.orderId
}

/** What the ledger's rules complain of, those of orders among them. */
export async function ledgerFaults(world: World) {
  const jobs = {
    enqueue: async () => {},
    enqueueAll: async () => {},
    define: () => {},
    every: () => {},
    soon: () => {},
  }
  const ledger = createLedger({ db: world.db, jobs, log: world.platform.log })
  for (const invariant of ORDER_INVARIANTS) ledger.addInvariant(invariant)
  return ledger.verify()
}

/** What an order's escrow holds, in fen. */
export async function escrowFen(world: World, orderId: string): Promise<bigint> {
  const { rows } = await sql<{ fen: bigint }>`
    select coalesce(sum(amount_fen), 0)::bigint as fen from ledger_entry where account = ${`escrow:${orderId}`}`.execute(
    world.db,
  )
  return rows[0]!.fen
}
